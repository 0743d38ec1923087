import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * `npm run mutate -- ledger`: changes rules one small thing at a time and expects a test of the nearest folder to notice. Works on a copy,
 * outside `npm test`. Words as arguments narrow it down to the files whose paths contain one of them.
 */
const RULES = ['domain/src/control/gate', 'domain/src/events', 'domain/src/results'];
const WANTED = 0.85;
const AT_ONCE = 2;
/** A change may make a loop endless; that is noticed too. As a multiple of what the tests take without a change. */
const TIME_LIMIT = 5;

const root = path.resolve(import.meta.dirname, '../..');

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
  readonly was: string;
}

const SWAPS: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Types are gone when the code runs: nothing to change in them. */
const isOfTypes = ({ type }: Node): boolean =>
  type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type);

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** What can be put in the place of a node, as [start, end, text]. */
const changesOf = (node: Node, source: string): [number, number, string][] => {
  const textOf = (part: Node) => source.slice(part.start, part.end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [node['left'] as Node, node['right'] as Node];
      const between = source.slice(left.end, right.start);
      const operator = String(node['operator']);
      const at = left.end + between.indexOf(operator);
      return (SWAPS[operator] ?? []).map((other) => [at, at + operator.length, other]);
    }
    case 'ConditionalExpression': {
      const test = node['test'] as Node;
      return [
        [test.start, test.end, 'true'],
        [test.start, test.end, 'false'],
      ];
    }
    case 'IfStatement': {
      const test = node['test'] as Node;
      return [
        [test.start, test.end, 'true'],
        [test.start, test.end, 'false'],
      ];
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [[node.start, node.end, textOf(node['argument'] as Node)]] : [];
    case 'Literal': {
      const { value } = node as { value?: unknown };
      if (typeof value === 'number') {
        return [
          [node.start, node.end, String(value + 1)],
          [node.start, node.end, String(value - 1)],
        ];
      }
      if (typeof value === 'boolean') return [[node.start, node.end, String(!value)]];
      if (typeof value === 'string') return [[node.start, node.end, value === '' ? "'mutant'" : "''"]];
      return [];
    }
    default:
      return [];
  }
};

const mutantsOf = (file: string, source: string): Mutant[] => {
  const mutants: Mutant[] = [];
  const walk = (node: Node): void => {
    if (isOfTypes(node) || node.type === 'ImportDeclaration') return;
    for (const [start, end, text] of changesOf(node, source)) {
      const line = source.slice(0, start).split('\n').length;
      mutants.push({ file, start, end, text, line, was: source.slice(start, end) });
    }
    for (const child of childrenOf(node)) walk(child);
  };
  walk(parseSync(file, source).program as unknown as Node);
  return mutants;
};

/** Whether the tests pass within so many ms. */
const passes = (folder: string, tests: string, limit?: number): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutate.config.ts', `${tests}/`],
      { cwd: folder, stdio: 'ignore', timeout: limit, killSignal: 'SIGKILL' },
    );
    child.once('close', (code) => resolve(code === 0));
  });

/** Some tests read the sources of other folders. */
const SOURCES = ['contract', 'domain', 'simulator', 'server', 'web', 'locales', 'providers'];
const PARTS = [...SOURCES, 'package.json', 'tsconfig.base.json'];
/** Threads: an endless loop ends with its process. */
const CONFIG = `export default { test: {
  pool: 'threads',
  bail: 1,
  testTimeout: 60_000,
  include: ['**/*.test.ts'],
  setupFiles: [${JSON.stringify(path.join(import.meta.dirname, 'property-tests.ts'))}],
} };`;

const copyProject = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-mutate-'));
  for (const part of PARTS) await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'vitest.mutate.config.ts'), CONFIG);
  return folder;
};

const isTest = (file: string): boolean => file.endsWith('.test.ts');
const isRule = (file: string): boolean =>
  file.endsWith('.ts') && !isTest(file) && !file.includes('/testing/');

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file));

const files = (await Promise.all(RULES.map(filesOf))).flat();
/** The nearest folder with tests. */
const testsOf = (folder: string): string =>
  files.some((file) => isTest(file) && file.startsWith(`${folder}/`))
    ? folder
    : testsOf(path.dirname(folder));

const parts = process.argv.slice(2);
const sources = new Map<string, string>();
for (const file of files.filter(isRule)) {
  if (parts.length > 0 && !parts.some((part) => file.includes(part))) continue;
  sources.set(file, await readFile(path.join(root, file), 'utf8'));
}
const waiting = [...sources].flatMap(([file, source]) => mutantsOf(file, source));
const total = waiting.length;
const survived: Mutant[] = [];

const work = async (): Promise<void> => {
  const folder = await copyProject();
  const limits = new Map<string, number>();
  const limitFor = async (tests: string): Promise<number> => {
    const started = performance.now();
    if (!(await passes(folder, tests))) throw new Error(`The tests of ${tests} fail without any change.`);
    return Math.ceil(TIME_LIMIT * (performance.now() - started));
  };
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, start, end, text } = next;
      const tests = testsOf(path.dirname(file));
      const limit = limits.get(tests) ?? (await limitFor(tests));
      limits.set(tests, limit);
      const source = sources.get(file) ?? '';
      const place = path.join(folder, file);
      await writeFile(place, source.slice(0, start) + text + source.slice(end));
      if (await passes(folder, tests, limit)) survived.push(next);
      await writeFile(place, source);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, work));

for (const { file, line, was, text } of survived) console.log(`  ${file}:${line}  ${was}  ->  ${text}`);
const score = 1 - survived.length / Math.max(1, total);
console.log(`${total - survived.length} of ${total} changes noticed: ${(100 * score).toFixed(1)} %`);
if (total === 0 || score < WANTED) process.exitCode = 1;
