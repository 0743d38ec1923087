import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ProgramsFile } from '../../contract/src/entities/program.ts';
import { ProviderFile } from '../../contract/src/entities/provider.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { runProviderCommand } from './provider-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-new-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('[BRAND-1] a new provider works as it is, and a second one is not the default', () => {
  expect(runProviderCommand(['new', 'acme', folder], undefined)).toEqual({
    exitCode: 0,
    text: expect.stringContaining(`PROVIDERS_DIR=${folder}`),
  });
  expect(runProviderCommand(['new', 'bolt-power'], folder).exitCode).toBe(0);
  const providers = readProviders(folder);
  expect(providers.all.map(({ id }) => id)).toEqual(['acme', 'bolt-power']);
  expect(providers.fallback.id).toBe('acme');
  expect(providers.byHost('home.bolt-power.example')?.config.name).toBe('Bolt Power');
  expect(runProviderCommand(['check', folder], undefined)).toEqual({
    exitCode: 0,
    text: `Nothing is wrong with acme (2 programs), bolt-power (2 programs) in ${folder}.`,
  });
});

test('[BRAND-1] what exists is not written again', async () => {
  const file = path.join(folder, 'acme/provider.json');
  const before = await readFile(file, 'utf8');
  const { exitCode, text } = runProviderCommand(['new', 'acme', folder], undefined);
  expect([exitCode, text]).toEqual([1, `${folder}/acme exists already; nothing was written.`]);
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('[API-3] sample files are those of the documents, for as many homes as wanted', async () => {
  const samples = path.join(folder, 'samples');
  expect(runProviderCommand(['samples', '3', samples], undefined).exitCode).toBe(0);
  const stored = path.resolve(import.meta.dirname, '../../docs/samples');
  const names = await readdir(samples);
  expect(names.toSorted()).toEqual((await readdir(stored)).toSorted());
  for (const name of names) {
    expect(await readFile(path.join(samples, name), 'utf8')).toBe(
      await readFile(path.join(stored, name), 'utf8'),
    );
  }
  expect(runProviderCommand(['samples', '250', samples], undefined).exitCode).toBe(0);
  expect((await readFile(path.join(samples, 'homes.csv'), 'utf8')).split('\n')).toHaveLength(252);
  await rm(samples, { recursive: true });
});

test.each([
  [['new', 'Acme Power']],
  [['samples', 'many', 'here']],
  [['samples', '0', 'here']],
  [['samples', '3']],
  [['new', '../acme']],
  [['new']],
  [['new', 'a', 'b', 'c']],
  [['check', 'a', 'b']],
  [['remove', 'acme']],
  [[]],
])('[BRAND-1] %j is refused, and nothing is written', async (args) => {
  const before = await readdir(folder);
  expect(runProviderCommand(args, folder).exitCode).toBe(1);
  expect(await readdir(folder)).toEqual(before);
});

test('[BRAND-1] check says all that is wrong, as a command does, and ends with 1', async () => {
  const broken = path.join(folder, 'broken');
  expect(runProviderCommand(['new', 'acme', broken], undefined).exitCode).toBe(0);
  const file = path.join(broken, 'acme/provider.json');
  const content = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...content, color: 'green', nmae: 'Acme' }));
  const main = path.resolve(import.meta.dirname, 'main.ts');
  const failure: unknown = await promisify(execFile)(process.execPath, [main, 'check', broken]).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    code: 1,
    stdout: '',
    stderr: [
      `${file}: color is "green", not a colour such as #0f6b5c.`,
      `${file}: nmae is no field; name is meant, it seems.`,
      '',
    ].join('\n'),
  });
  await rm(broken, { recursive: true });
});

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** Paths of the fields that hold no others; those of a list's entries have []. */
const fieldsOf = (node: JsonSchema, at = ''): readonly string[] => {
  const inside = [
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((one) => fieldsOf(one, at)),
    ...(node.items?.properties ? fieldsOf(node.items, `${at}[]`) : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, field]) =>
      fieldsOf(field, at === '' ? name : `${at}.${name}`),
    ),
  ];
  const names = new Set(inside.filter((name) => name !== at));
  return names.size === 0 ? [at] : [...names];
};

const FILES = {
  'provider.json': z.toJSONSchema(ProviderFile, { io: 'input' }),
  'programs.json': z.toJSONSchema(ProgramsFile.element, { io: 'input' }),
} as Readonly<Record<string, JsonSchema>>;

test.each(Object.entries(FILES))(
  '[BRAND-1] providers/README.md tells every field of %s, and none that there is not',
  async (name, schema) => {
    const readme = await readFile(path.resolve(import.meta.dirname, '../../providers/README.md'), 'utf8');
    const [, section = ''] = readme.split(`## ${name}`);
    const [rows = ''] = section.split('\n## ');
    const told = [...rows.matchAll(/^\| `(?<field>[\w.[\]]+)`/gm)].map(
      ({ groups }) => groups?.['field'] ?? '',
    );
    expect(told.toSorted()).toEqual([...fieldsOf(schema)].toSorted());
  },
);
