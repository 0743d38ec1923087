// `npm run check`: everything that can be said about the sources without running them, in seconds.
import path from 'node:path';
import { ensureBuilt } from '../start/ensure-built.mjs';
import { ensureInstalled, run } from '../start/setup.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['contract', 'domain', 'simulator', 'server', 'web', 'e2e', 'bench', 'tools'];

/** Several checkers of one program each work out the same types: one takes half of the time of four. */
const types = (folder) => [`types: ${folder}`, 'tsc', ['-p', folder, '--checkers', '1']];

const CHECKS = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings', ...FOLDERS]],
  types('domain'),
  types('server'),
  types('web'),
  types('e2e'),
  ['dead code', 'knip', []],
  ['import graph', 'node', ['tools/check/import-graph.mjs']],
  ['requirements', 'node', ['tools/check/requirements.mjs']],
  ['supply chain', 'node', ['tools/check/supply-chain.mjs']],
  ['size budget', 'node', ['tools/check/size-budget.ts']],
];

/** Two at a time: on two cores more only get in each other's way. */
const AT_ONCE = 2;

/** Returns the names of the checks that failed, after showing why. */
export const check = async () => {
  const env = {
    ...process.env,
    // Read by the linter's type checker, which with more threads works out types more than once.
    GOMAXPROCS: '1',
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  };
  const waiting = [...CHECKS];
  const failed = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next;
      const started = performance.now();
      try {
        await run(command, args, { cwd: root, env });
        console.log(`  ok    ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed.push(name);
        console.log(`  FAIL  ${name}\n${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { passed: CHECKS.length - failed.length, failed: failed.length };
};

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled();
  await ensureBuilt();
  const { failed } = await check();
  process.exitCode = failed > 0 ? 1 : 0;
}
