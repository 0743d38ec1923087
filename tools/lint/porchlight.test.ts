// Runs oxlint over every case of ./cases: a violation, which must be reported, and the nearest allowed code, which must not.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { kindsInStrategies } from './cases/kinds-in-strategies.ts';
import { layersBetweenPackages } from './cases/layers-between-packages.ts';
import { layersInsideDomain } from './cases/layers-inside-domain.ts';
import { layersInsideServer } from './cases/layers-inside-server.ts';
import { layersInsideWeb } from './cases/layers-inside-web.ts';
import type { LintCase, Source } from './cases/lint-case.ts';
import { noAmbient } from './cases/no-ambient.ts';
import { noEnum } from './cases/no-enum.ts';
import { noLiteralText } from './cases/no-literal-text.ts';
import { oneSessionCreator } from './cases/one-session-creator.ts';
import { projectConfiguration } from './cases/project-configuration.ts';
import { scopeConstructors } from './cases/scope-constructors.ts';
import { semanticColours } from './cases/semantic-colours.ts';

const root = path.resolve(import.meta.dirname, '../..');
const plugin = path.join(root, 'tools/lint/porchlight.js');

const rules: Record<string, readonly LintCase[]> = {
  'kinds-in-strategies': kindsInStrategies,
  layers: [...layersBetweenPackages, ...layersInsideDomain, ...layersInsideServer, ...layersInsideWeb],
  'no-ambient': noAmbient,
  'no-enum': noEnum,
  'no-literal-text': noLiteralText,
  'one-session-creator': oneSessionCreator,
  'scope-constructors': scopeConstructors,
  'semantic-colours': semanticColours,
};
const rowCounts = {
  'kinds-in-strategies': 10,
  layers: 76,
  'no-ambient': 20,
  'no-enum': 1,
  'no-literal-text': 15,
  'one-session-creator': 9,
  'scope-constructors': 6,
  'semantic-colours': 13,
};

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly filename: string;
  }[];
  readonly number_of_files: number;
}
type Side = 'bad' | 'good';

/** Every source stands in a small tree of its own, with the project's aliases. */
const treeOf = (rule: string, index: number, side: Side) => path.join(rule, String(index), side);

const readJson = async <T>(file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8')) as T;

const lint = async (
  tables: Record<string, readonly LintCase[]>,
  config: object,
  flags: string[],
): Promise<Report> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-lint-'));
  try {
    const { imports } = await readJson<{ imports: object }>('package.json');
    const compilerOptions = {
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
    };
    await writeFile(path.join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, jsPlugins: [plugin] }));
    const write = async (tree: string, [file, code]: Source) => {
      const target = path.join(folder, tree, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(path.join(folder, tree, 'package.json'), JSON.stringify({ imports }));
      await writeFile(path.join(folder, tree, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      await writeFile(target, code);
    };
    const writes = Object.entries(tables).flatMap(([rule, rows]) =>
      rows.flatMap(({ bad, good }, index) => [
        write(treeOf(rule, index, 'bad'), bad),
        write(treeOf(rule, index, 'good'), good),
      ]),
    );
    await Promise.all(writes);
    const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
    const output = await new Promise<string>((resolve) => {
      // oxlint leaves with 1 when it complains; a real failure shows as output that is not JSON.
      const options = { cwd: folder, maxBuffer: 1e8 };
      execFile(process.execPath, [oxlint, ...flags, '-f', 'json', '.'], options, (_, stdout, stderr) =>
        resolve(stdout || stderr),
      );
    });
    return JSON.parse(output) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const complaintsIn = ({ diagnostics }: Report, rule: string, index: number, side: Side, [file]: Source) =>
  diagnostics.filter(({ filename }) => filename === path.join(treeOf(rule, index, side), file));

const numbered = (rows: readonly LintCase[]) => rows.map((row, index) => ({ ...row, index }));
const count = (tables: Record<string, readonly LintCase[]>) => Object.values(tables).flat().length;

describe('rules of the project', () => {
  let report: Report;

  beforeAll(async () => {
    const on = Object.fromEntries(Object.keys(rules).map((rule) => [`porchlight/${rule}`, 'error']));
    report = await lint(rules, { categories: { correctness: 'off' }, rules: on }, []);
  }, 60_000);

  test('no row is lost, and every file was read', () => {
    expect(Object.fromEntries(Object.entries(rules).map(([rule, rows]) => [rule, rows.length]))).toEqual(
      rowCounts,
    );
    expect(report.number_of_files).toBe(2 * count(rules));
  });

  test('every rule of the plugin is proven here and switched on in the project', async () => {
    const { default: loaded } = (await import(plugin)) as { default: { rules: object } };
    const config = await readJson<{ rules: Record<string, unknown> }>('.oxlintrc.json');
    expect(Object.keys(loaded.rules).toSorted()).toEqual(Object.keys(rules).toSorted());
    for (const rule of Object.keys(rules)) expect(config.rules[`porchlight/${rule}`], rule).toBe('error');
  });

  test('every file that may construct scopes still does', async () => {
    interface Constructor {
      readonly home: string;
      readonly mayImport: readonly string[];
    }
    const { default: loaded } = (await import(plugin)) as {
      default: {
        rules: { 'scope-constructors': { meta: { docs: { constructors: readonly Constructor[] } } } };
      };
    };
    const { constructors } = loaded.rules['scope-constructors'].meta.docs;
    expect(constructors).toHaveLength(2);
    const filesAt = async (place: string) =>
      place.endsWith('/')
        ? (await readdir(path.join(root, place), { recursive: true }))
            .filter((file) => file.endsWith('.ts'))
            .map((file) => place + file)
        : [place];
    for (const { home, mayImport } of constructors) {
      for (const place of mayImport) {
        const texts = await Promise.all(
          (await filesAt(place)).map((file) => readFile(path.join(root, file), 'utf8')),
        );
        expect(texts.join('\n'), place).toContain(`/${path.basename(home)}.ts'`);
      }
    }
  });

  describe.each(Object.entries(rules))('%s', (rule, rows) => {
    test.each(numbered(rows))('$what', ({ bad, says, good, index }) => {
      const complaints = complaintsIn(report, rule, index, 'bad', bad).map(
        ({ code, message }) => `${code} ${message}`,
      );
      expect(complaints.toSorted()).toEqual(
        says.map((message) => `porchlight(${rule}) ${message}`).toSorted(),
      );
      expect(complaintsIn(report, rule, index, 'good', good)).toEqual([]);
    });
  });
});

describe('rules of oxlint, as the project configures them', () => {
  let report: Report;

  beforeAll(async () => {
    report = await lint(
      { 'project-configuration': projectConfiguration },
      await readJson<object>('.oxlintrc.json'),
      ['--type-aware'],
    );
  }, 60_000);

  test('no row is lost, and every file was read', () => {
    expect(projectConfiguration).toHaveLength(16);
    expect(report.number_of_files).toBe(2 * projectConfiguration.length);
  });

  test.each(numbered(projectConfiguration))('$what', ({ bad, says, good, index }) => {
    expect(complaintsIn(report, 'project-configuration', index, 'bad', bad).map(({ code }) => code)).toEqual(
      says,
    );
    expect(complaintsIn(report, 'project-configuration', index, 'good', good)).toEqual([]);
  });
});
