import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from '../../bench/load.ts';
import { startServer, waitUntilReady } from '../../e2e/support/server.ts';
import { ensureTemplate } from '../../server/src/start/database-template.ts';
import { nodeBinary, run } from '../start/setup.mjs';

/**
 * A first start with demo data on the embedded database, until it is usable and until the demo's past is complete, against the
 * least that any start of it does: a process that opens a copied database. Rounds interleaved.
 */
const ROUNDS = 3;
const CONNECTION = path.resolve(import.meta.dirname, '../../server/src/db/connection.ts');
const OPEN = `const { openPglite } = await import(${JSON.stringify(CONNECTION)});
const engine = await openPglite(process.argv[1]);
await engine.query('select 1');
process.exit(0);`;

const secondsSince = (started: number): number => (performance.now() - started) / 1_000;

const template = await ensureTemplate();

const openCopy = async (): Promise<number> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-bench-'));
  const started = performance.now();
  const database = path.join(folder, 'database');
  await cp(template, database, { recursive: true });
  await run(nodeBinary, ['--input-type=module', '--eval', OPEN, database]);
  const seconds = secondsSince(started);
  await rm(folder, { recursive: true });
  return seconds;
};

const rounds: Record<'opened' | 'usable' | 'complete', number>[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const opened = await openCopy();
  const started = performance.now();
  const { url, shutDownAndDelete } = await startServer();
  const usable = secondsSince(started);
  await waitUntilReady(url);
  const complete = secondsSince(started);
  await shutDownAndDelete();
  rounds.push({ opened, usable, complete });
}

const text = (name: 'usable' | 'complete'): string => {
  const ratio = median(rounds.map((one) => one[name] / one.opened));
  return `${name} ÷ opening a database ${ratio.toFixed(1)} (${rounds.map((one) => one[name].toFixed(1)).join(', ')} s)`;
};
console.log(`First start of the demo: ${text('usable')}; ${text('complete')}`);
