import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Language } from '#contract/entities/account.ts';
import { apps } from '#domain/apps/apps.ts';
import { brandCss } from '#domain/brand/tokens.ts';
import type { PageData } from '#domain/page.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { embedJson, escapeHtml } from '../lib/text/html.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
import { clientOf } from '../http/network.ts';
import type { RateLimiter } from '../http/limits/rate-limit.ts';
import { LOGOS } from '../providers/check/check-providers.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import { readBundle } from './bundle.ts';
import type { Bundle } from './bundle.ts';

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

/** Those that a visitor may choose. */
const languagesOf = ({ config }: Provider): readonly Language[] => {
  const { enabled, supportedLanguages } = config.commonSettings.byodMultipleLanguages;
  return [BASE_LANGUAGE, ...(enabled ? supportedLanguages.filter((code) => code !== BASE_LANGUAGE) : [])];
};

assertWorded(['document.description', 'document.noScript', 'document.unreachable']);

const render = (bundle: Bundle, provider: Provider, folder: string, demo: boolean): Page => {
  const { config } = provider;
  const logos = inlineLogos(folder, provider);
  const page: PageData = {
    provider: { ...config, ...logos },
    demo,
    apps: bundle.apps,
    locales: bundle.locales,
  };
  const style = brandCss(config.color) + bundle.css;
  const name = escapeHtml(config.name);
  const languages = languagesOf(provider);
  const inLanguage = (language: Language, key: string): string =>
    escapeHtml(translatorFor(language)(key, { name: config.name }));
  const description = languages.map((language) => inLanguage(language, 'document.description')).join(' ');
  const inEveryLanguage = (key: string): string =>
    languages.map((language) => `<span lang="${language}">${inLanguage(language, key)}</span>`).join('<br>');
  // Disabled, so that nothing is fetched: the loader of lazy parts asks for no stylesheet that a link names already.
  const loaded = bundle.styles.map((href) => `<link rel="stylesheet" href="${href}" disabled>`).join('');
  const html = `<!doctype html>
<html lang="${languages[0]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${name}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${config.logoLightSmall}">
<script type="application/json" id="page">${embedJson(page)}</script>
<script>${bundle.boot}</script>
<style>${style}</style>
${loaded}
</head><body><div id="root"><div class="opening"><picture><source media="(width < 768px)" srcset="${logos.logoLightSmall}"><img src="${logos.logoLight}" width="40" height="40" alt=""></picture><p role="status">${inEveryLanguage('document.unreachable')}</p></div></div>
<noscript>${inEveryLanguage('document.noScript')}</noscript></body></html>`;
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
  const bundle = readBundle(build, 'provider', apps);
  const [scripts = [], ...others] = Object.values(bundle.apps);
  // Asked for with the first bytes of the document, before its script knows which app to open.
  const ofEveryApp = scripts
    .filter((script) => others.every((other) => other.includes(script)))
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
      .header('link', ofEveryApp)
      .send(page?.html);
  });
};
