import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspect } from './supply-chain.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HASH = `sha512-${'A'.repeat(86)}==`;

const good = { version: '1.2.3', integrity: HASH, license: 'MIT' };
const manifest = { dependencies: { good: '1.2.3' }, allowScripts: { node: true } };
const locked = (packages: object, own: object = { dependencies: { good: '1.2.3' } }) => ({
  lockfileVersion: 3,
  packages: { '': own, 'node_modules/good': good, ...packages },
});

const project = async (files: Readonly<Record<string, object | string>>): Promise<string> => {
  const root = await mkdtemp(path.join(tmpdir(), 'porchlight-supply-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const all = { 'package.json': manifest, 'package-lock.json': locked({}), ...files };
  for (const [file, content] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
};

test('[T-38] our own packages have no fault, and all of them were looked at', async () => {
  const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: object;
  };
  const { faults, count } = inspect(ROOT);
  expect(faults).toEqual([]);
  expect(count).toBe(Object.keys(packages).length - 1);
  expect(count).toBeGreaterThan(100);
});

test('[T-38] a project without a fault', async () => {
  const either = { ...good, license: '(GPL-3.0 OR MIT)' };
  const node = {
    ...good,
    hasInstallScript: true,
  };
  const root = await project({
    'package-lock.json': locked({ 'node_modules/either': either, 'node_modules/node': node }),
    'node_modules/good/package.json': { version: '1.2.3', license: 'MIT', scripts: { test: 'x' } },
    'node_modules/node/package.json': { version: '1.2.3', scripts: { preinstall: 'node setup.js' } },
    // What an allowed script brings along.
    'node_modules/node/node_modules/binary/package.json': { version: '1.0.0' },
  });
  expect(inspect(root)).toEqual({ faults: [], count: 3 });
});

const entry = (fields: object) => ({
  'package-lock.json': locked({ 'node_modules/planted': { ...good, ...fields } }),
});
const installed = (fields: object) => ({
  ...entry({}),
  'node_modules/planted/package.json': { version: '1.2.3', license: 'MIT', ...fields },
});

const planted: readonly (readonly [
  what: string,
  files: Readonly<Record<string, object | string>>,
  says: string,
])[] = [
  ['with an install script', entry({ hasInstallScript: true }), 'runs a script at installation'],
  [
    'with an install script that is named as one not to run',
    {
      ...entry({ hasInstallScript: true }),
      'package.json': { ...manifest, allowScripts: { planted: false } },
    },
    'runs a script at installation',
  ],
  [
    'whose install script the lock file does not mention',
    installed({ scripts: { postinstall: 'node steal.js' } }),
    'runs a script at installation (postinstall)',
  ],
  [
    'that is compiled at installation',
    { ...installed({}), 'node_modules/planted/binding.gyp': '{}' },
    'runs a script at installation (binding.gyp)',
  ],
  [
    'from a foreign host',
    entry({ resolved: 'https://evil.example/p.tgz' }),
    'comes from https://evil.example/p.tgz',
  ],
  ['from a repository', entry({ resolved: 'git+ssh://git@github.com/a/b.git' }), 'comes from git+ssh:'],
  ['without a hash', entry({ integrity: undefined }), 'has no SHA-512 hash'],
  ['with a weak hash', entry({ integrity: 'sha1-AAAA' }), 'has no SHA-512 hash'],
  ['with an unknown licence', entry({ license: 'SSPL-1.0' }), 'has the licence SSPL-1.0'],
  ['without a licence', entry({ license: undefined }), 'has the licence none'],
  [
    'with one unknown licence of two',
    entry({ license: '(MIT AND GPL-3.0)' }),
    'has the licence (MIT AND GPL-3.0)',
  ],
  [
    'whose licence on the disk is another one',
    installed({ license: 'GPL-3.0' }),
    'says that its licence is GPL-3.0',
  ],
  ['in another version than locked', installed({ version: '1.2.4' }), 'is installed as 1.2.4, not 1.2.3'],
  ['that is a link', entry({ link: true }), 'is not a version of the registry'],
  [
    'that no lock file names',
    { 'node_modules/planted/package.json': { version: '1.2.3', license: 'MIT' } },
    'is installed and not in package-lock.json',
  ],
  [
    'inside of another package, that no lock file names',
    {
      'node_modules/good/package.json': { version: '1.2.3', license: 'MIT' },
      'node_modules/good/node_modules/@a/planted/package.json': { version: '1.2.3' },
    },
    'node_modules/good/node_modules/@a/planted: is installed and not in package-lock.json',
  ],
];

test.each(planted)('[T-38] a planted package %s fails', async (_what, files, says) => {
  const { faults } = inspect(await project(files));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('planted');
  expect(faults[0]).toContain(says);
});

test('[T-38] a version that is not exact, or not in the lock file, fails', async () => {
  const root = await project({ 'package.json': { ...manifest, dependencies: { good: '^1.2.3' } } });
  expect(inspect(root).faults).toEqual([
    'good: ^1.2.3 is not an exact version',
    'package-lock.json: its dependencies are not those of package.json',
  ]);
});
