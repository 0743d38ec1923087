import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import type { App } from '#domain/apps/app.ts';
import { readBundle } from '#server/web/bundle.ts';
import { budgetRows } from '../check/budget-rows.ts';
import { webBuild } from './web-build.ts';

const app = (name: string, more: Partial<App> = {}): App => ({
  entry: `web/${name}.ts`,
  hosts: ['provider'],
  views: [{ name: `${name}-view`, content: 'h1', lazyPartsOf: [`/web/${name}.ts`] }],
  budget: { scripts: 1, ready: 1 },
  firstTexts: [`${name}.*`],
  ...more,
});

/** What the project has, by other names, and one app more. */
const APPS = {
  gate: app('gate'),
  house: app('house', { budget: { scripts: 2, ready: 1 } }),
  console: app('console', { budget: { scripts: 3, ready: 1 } }),
  elsewhere: app('elsewhere', { hosts: [] }),
};

const sourceOf = (name: string) => `
  import './${name}.css';
  import { say } from './shared.ts';
  say('${name} begins');
  void import('./${name}-part.ts');
  void import('./${name}-other-part.ts');`;

const FILES: Readonly<Record<string, string>> = {
  'web/shared.ts': `export const say = (text: string): void => console.log('shared', text);`,
  'locales/en.json': JSON.stringify({ 'console.a': 'A', 'gate.b': 'B', 'house.c': 'C', 'later.d': 'D' }),
  ...Object.fromEntries(
    Object.keys(APPS).flatMap((name) => [
      [`web/${name}.ts`, sourceOf(name)],
      [`web/${name}.css`, `.${name} { color: red }`],
      [`web/${name}-part.ts`, `import { common } from './${name}-common.ts'; console.log('part', common);`],
      [
        `web/${name}-other-part.ts`,
        `import { common } from './${name}-common.ts'; console.log('2', common);`,
      ],
      [`web/${name}-common.ts`, `export const common = 'of several lazy parts of ${name}';`],
    ]),
  ),
};

let root: string;
let out: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'porchlight-web-build-')));
  out = path.join(root, 'build/web');
  const files = { ...FILES, 'build/boot/boot.js': 'boot();', 'package.json': '{ "type": "module" }' };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
  await build({ ...webBuild(root, out, APPS), configFile: false, logLevel: 'error' });
});
afterAll(() => rm(root, { recursive: true }));

test('an app more in the table is built with a script of its own, one for its lazy parts, and what all share', async () => {
  const names = (await readdir(path.join(out, 'assets'))).filter((name) => name.endsWith('.js'));
  for (const name of ['base', 'gate', 'house', 'console', 'console-view']) {
    expect(
      names.filter((file) => file.replace(/-.{8}\.js$/, '') === name),
      `${name} of ${names.join(' ')}`,
    ).toHaveLength(1);
  }
});

test('the document of its host names its scripts, styles and texts, and those of no other host', async () => {
  const { boot, apps, css, styles, locales } = readBundle(out, 'provider', APPS);
  expect(boot).toBe('boot();');
  expect(Object.keys(apps)).toEqual(['gate', 'house', 'console']);
  expect(apps['console']?.[0]).toMatch(/^\/assets\/console-.{8}\.js$/);
  expect(apps['console']?.join(' ')).toMatch(/\/assets\/base-.{8}\.js/);
  expect(css).toContain('.console');
  expect(css).not.toContain('.elsewhere');
  expect(styles.join(' ')).toMatch(/\/assets\/console-.{8}\.css/);
  const first = JSON.parse(await readFile(path.join(out, locales['en']?.first ?? ''), 'utf8')) as object;
  expect(Object.keys(first)).toEqual(['console.a', 'gate.b', 'house.c']);
});

test('its scripts are held to its budget', () => {
  expect(budgetRows(out, 'provider', APPS)).toEqual([
    { name: 'gate', size: expect.any(Number), budget: 1 },
    { name: 'house', size: expect.any(Number), budget: 2 },
    { name: 'console', size: expect.any(Number), budget: 3 },
  ]);
});
