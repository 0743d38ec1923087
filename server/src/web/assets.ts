import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LOGOS } from '../providers/check/check-providers.ts';
import type { Providers } from '../providers/registry.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

interface Asset {
  readonly type: string;
  readonly cache: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gz: Buffer | null;
}

const readIf = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null);

const readAsset = (file: string, cache: string): Asset => ({
  type: TYPES[path.extname(file)] ?? 'application/octet-stream',
  cache,
  plain: readFileSync(file),
  br: readIf(`${file}.br`),
  gz: readIf(`${file}.gz`),
});

/** All static files, read into memory at the start with their compressed variants. */
const collect = (build: string, providers: Providers): Map<string, Asset> => {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(build, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(build, file).replaceAll(path.sep, '/')}`;
    if (!entry.isFile() || url.startsWith('/.vite/') || /\.(br|gz)$/.test(url)) continue;
    assets.set(url, readAsset(file, url.startsWith('/assets/') ? FOREVER : A_DAY));
  }
  for (const { id } of providers.all) {
    for (const name of Object.values(LOGOS)) {
      assets.set(`/brand/${id}/${name}`, readAsset(path.join(providers.folder, id, name), A_DAY));
    }
  }
  return assets;
};

export const serveAssets = (app: FastifyInstance, build: string, providers: Providers): void => {
  const assets = collect(build, providers);
  app.get('/*', async (request, reply) => {
    const asset = assets.get(request.url.replace(/\?.*$/, ''));
    if (!asset) return reply.callNotFound();
    const accepted = request.headers['accept-encoding'] ?? '';
    void reply.type(asset.type).header('cache-control', asset.cache);
    if (asset.br ?? asset.gz) void reply.header('vary', 'accept-encoding');
    if (asset.br && accepted.includes('br')) return reply.header('content-encoding', 'br').send(asset.br);
    if (asset.gz && accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(asset.gz);
    return reply.send(asset.plain);
  });
};
