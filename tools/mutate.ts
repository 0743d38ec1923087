import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * `npm run mutate`: changes pure files of sign-in and telemetry one small thing at a time and expects a test to notice. Works on a
 * copy, outside `npm test`. Names of files as arguments narrow it down.
 */
const TARGETS: Readonly<Record<string, string>> = {
  'domain/src/account/password.ts': 'domain/src/account/password.test.ts',
  'domain/src/account/phone.ts': 'domain/src/account/phone.test.ts',
  'domain/src/account/browser-name.ts': 'domain/src/account/browser-name.test.ts',
  'server/src/lib/secrets/numeric-codes.ts': 'server/src/lib/secrets/numeric-codes.test.ts',
  'server/src/lib/secrets/keys.ts': 'server/src/auth/secrets.test.ts',
  'server/src/lib/secrets/hash-secret.ts': 'server/src/auth/secrets.test.ts',
  'server/src/auth/two-factor/totp.ts': 'server/src/auth/secrets.test.ts',
  'server/src/auth/two-factor/recovery-codes.ts': 'server/src/auth/secrets.test.ts',
  'server/src/auth/password/common-passwords.ts': 'server/src/auth/secrets.test.ts',
  'domain/src/telemetry/activity.ts': 'domain/src/telemetry/activity.test.ts',
  'domain/src/telemetry/meter.ts': 'domain/src/telemetry/meter.test.ts',
  'domain/src/telemetry/plausible.ts': 'domain/src/telemetry/plausible.test.ts',
};
const WANTED = 0.85;
const AT_ONCE = 2;
/** A change may make a loop endless; that is noticed too. */
const TIME_LIMIT = 20_000;

const root = path.resolve(import.meta.dirname, '..');

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
  const found: Mutant[] = [];
  const walk = (node: Node): void => {
    if (isOfTypes(node) || node.type === 'ImportDeclaration') return;
    for (const [start, end, text] of changesOf(node, source)) {
      const line = source.slice(0, start).split('\n').length;
      found.push({ file, start, end, text, line, was: source.slice(start, end) });
    }
    for (const child of childrenOf(node)) walk(child);
  };
  walk(parseSync(file, source).program as unknown as Node);
  return found;
};

const passes = (folder: string, test: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutate.config.ts', test],
      { cwd: folder, stdio: 'ignore' },
    );
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });

const PARTS = ['contract', 'domain', 'server', 'locales', 'providers', 'package.json', 'tsconfig.base.json'];
/** Threads: an endless loop ends with its process. */
const CONFIG = `export default { test: { pool: 'threads', bail: 1, include: ['**/*.test.ts'] } };`;

const copyProject = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-mutate-'));
  for (const part of PARTS) await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'vitest.mutate.config.ts'), CONFIG);
  return folder;
};

const asked = process.argv.slice(2);
const targets = Object.entries(TARGETS).filter(
  ([file]) => asked.length === 0 || asked.some((part) => file.includes(part)),
);
const sources = new Map<string, string>();
for (const [file] of targets) sources.set(file, await readFile(path.join(root, file), 'utf8'));
const waiting = [...sources].flatMap(([file, source]) => mutantsOf(file, source));
const total = waiting.length;
const survived: Mutant[] = [];

const work = async (): Promise<void> => {
  const folder = await copyProject();
  try {
    for (const [file, test] of targets) {
      if (!(await passes(folder, test))) throw new Error(`${test} fails without any change to ${file}.`);
    }
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, start, end, text } = next;
      const source = sources.get(file) ?? '';
      const place = path.join(folder, file);
      await writeFile(place, source.slice(0, start) + text + source.slice(end));
      if (await passes(folder, TARGETS[file] ?? '')) survived.push(next);
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
