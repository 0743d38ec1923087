import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const ENTRY = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.querySelector('#root')).render(createElement('h1', null, 'Hello'));`;

/** Serves the least that React needs: a document, and one script that draws a heading, both compressed once. */
export const serveEmptyReactPage = async (): Promise<{
  readonly url: string;
  readonly bytes: number;
  readonly close: () => void;
}> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-empty-'));
  await build({
    root: path.resolve(import.meta.dirname, '..'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'empty-page',
        resolveId: (id) => (id === 'empty-page' ? path.resolve(import.meta.dirname, 'empty-page.js') : null),
        load: (id) => (id.endsWith('/empty-page.js') ? ENTRY : null),
      },
    ],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', rollupOptions: { input: 'empty-page' } },
  });
  const name = (await readdir(folder, { recursive: true })).find((file) => file.endsWith('.js')) ?? '';
  const script = brotliCompressSync(await readFile(path.join(folder, name)));
  await rm(folder, { recursive: true });
  const html = brotliCompressSync(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title><link rel="icon" href="data:,"><script type="module" src="/empty.js"></script></head><body><div id="root"></div></body></html>',
  );
  const server = createServer((request, response) => {
    const isScript = request.url === '/empty.js';
    response
      .writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
        'content-encoding': 'br',
      })
      .end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bytes: script.length,
    close: () => server.close(),
  };
};
