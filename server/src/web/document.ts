import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { brandCss } from '#domain/brand/tokens.ts';
import type { PageData } from '#domain/page.ts';
import { embedJson, escapeHtml } from '../lib/text/html.ts';
import { clientOf } from '../http/network.ts';
import type { RateLimiter } from '../http/limits/rate-limit.ts';
import { LOGOS } from '../providers/registry.ts';
import type { Provider, Providers } from '../providers/registry.ts';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const ENTRY_POINTS = {
  signIn: 'web/src/app/sign-in-entry.tsx',
  app: 'web/src/app/app-entry.tsx',
} as const;

/** The chunk of an entry point and, after it, all its static imports. */
const withImports = (manifest: Manifest, key: string, seen = new Set<string>()): Chunk[] => {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  return [chunk, ...(chunk.imports ?? []).flatMap((inner) => withImports(manifest, inner, seen))];
};

interface Bundle {
  readonly boot: string;
  readonly css: string;
  /** Addresses of the stylesheets that `css` is made of. */
  readonly styles: readonly string[];
  readonly views: PageData['views'];
  readonly locales: PageData['locales'];
}

const readBundle = (build: string): Bundle => {
  const read = (file: string): string => readFileSync(path.join(build, file), 'utf8');
  const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest;
  const chunksOf = (entry: string) => withImports(manifest, entry);
  const scripts = (entry: string) => chunksOf(entry).map(({ file }) => `/${file}`);
  const styles = new Set(
    Object.values(ENTRY_POINTS)
      .flatMap(chunksOf)
      .flatMap(({ css }) => css ?? []),
  );
  const views = { signIn: scripts(ENTRY_POINTS.signIn), app: scripts(ENTRY_POINTS.app) };
  return {
    boot: read('../boot/boot.js').trim(),
    css: [...styles].map(read).join(''),
    styles: [...styles].map((file) => `/${file}`),
    views,
    locales: JSON.parse(read('.vite/locales.json')) as PageData['locales'],
  };
};

const hashFor = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The only policies that a script of the page may make: that of the cleaner of HTML from outside. */
const TRUSTED_TYPES_POLICIES = ['dompurify'];

const MAX_INLINE_BYTES = 4_096;

/** Logos that are small stand in the page itself: as files they take two of the six connections from the scripts. */
const inlineLogos = (folder: string, { id, config }: Provider): Record<keyof typeof LOGOS, string> => {
  const source = (logo: keyof typeof LOGOS): string => {
    const bytes = readFileSync(path.join(folder, id, LOGOS[logo]));
    if (bytes.length > MAX_INLINE_BYTES) return config[logo];
    return `data:image/svg+xml;base64,${bytes.toString('base64')}`;
  };
  return { logoLight: source('logoLight'), logoLightSmall: source('logoLightSmall') };
};

interface Page {
  readonly html: string;
  readonly policy: string;
}

const render = (bundle: Bundle, provider: Provider, folder: string, demo: boolean): Page => {
  const { config } = provider;
  const logos = inlineLogos(folder, provider);
  const { views, locales } = bundle;
  const page: PageData = { provider: { ...config, ...logos }, demo, views, locales };
  const style = brandCss(config.color) + bundle.css;
  const name = escapeHtml(config.name);
  const { enabled, supportedLanguages } = config.commonSettings.byodMultipleLanguages;
  const description = [
    `${name}: your devices, peak events and what you save at home.`,
    ...(enabled && supportedLanguages.includes('es')
      ? ['Sus dispositivos, los eventos de máxima demanda y lo que ahorra en casa.']
      : []),
  ].join(' ');
  // Disabled, so that nothing is fetched: the loader of lazy parts asks for no stylesheet that a link names already.
  const loaded = bundle.styles.map((href) => `<link rel="stylesheet" href="${href}" disabled>`).join('');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${name}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${config.logoLightSmall}">
<script type="application/json" id="page">${embedJson(page)}</script>
<script>${bundle.boot}</script>
<style>${style}</style>
${loaded}
</head><body><div id="root"><div class="opening"><picture><source media="(width < 768px)" srcset="${logos.logoLightSmall}"><img src="${logos.logoLight}" width="40" height="40" alt=""></picture><p role="status">We cannot reach ${name}. We keep trying.<br><span lang="es">No podemos conectar con ${name}. Seguimos intentándolo.</span></p></div></div>
<noscript>${name} needs JavaScript. ${name} necesita JavaScript.</noscript></body></html>`;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashFor(bundle.boot)}`,
    `style-src 'self' ${hashFor(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICIES.join(' ')}`,
  ].join('; ');
  return { html, policy };
};

interface Deps {
  readonly providers: Providers;
  readonly demo: boolean;
  readonly rateLimit: RateLimiter;
}

/** Serves the HTML document. Brand, styles and the script that starts the first data call are inline, to save round trips. */
export const serveDocument = (
  app: FastifyInstance,
  build: string,
  { providers, demo, rateLimit }: Deps,
): void => {
  const bundle = readBundle(build);
  // Asked for with the first bytes of the document, before its script knows which view to open.
  const ofEveryView = bundle.views.app
    .filter((script) => bundle.views.signIn.includes(script))
    .map((script) => `<${script}>; rel=modulepreload`)
    .join(', ');
  const pages = new Map(
    providers.all.map((provider) => [provider.id, render(bundle, provider, providers.folder, demo)]),
  );
  app.get('/', { config: { isConstant: true } }, async (request, reply) => {
    rateLimit('page', clientOf(request.ip));
    const { pid } = request.query as { pid?: string };
    const provider = providers.forRequest(request.host, pid) ?? providers.fallback;
    const page = pages.get(provider.id);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page?.policy)
      .header('cache-control', 'no-cache')
      .header('link', ofEveryView)
      .send(page?.html);
  });
};
