// Prints how long a start takes until it can be used, and in brackets until the demo's history is written too, as /readyz says:
// `node tools/long/start-times.ts`. Figures are of the machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SECOND } from '#domain/time/time.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';
import { spawnServer } from '../../server/src/testing/server-process.ts';
import { ensureTemplate } from '../../server/src/start/database-template.ts';

const RUNS = 3;

const timeStart = async (folder: string): Promise<string> => {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(2);
  const server = spawnServer({ DATA_DIR: folder });
  const address = await server.ready();
  const usable = seconds();
  let status = 0;
  while (status !== 200) {
    await sleep(SECOND / 20);
    ({ status } = await fetch(`${address}/readyz`));
  }
  const ready = seconds();
  await server.end('SIGTERM');
  return `${usable} s (${ready} s)`;
};

await ensureTemplate();
const first: string[] = [];
const later: string[] = [];
for (let run = 0; run < RUNS; run += 1) {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-times-'));
  first.push(await timeStart(folder));
  later.push(await timeStart(folder));
  await rm(folder, { recursive: true });
}
console.log(`first start: ${first.join(', ')}`);
console.log(`later start: ${later.join(', ')}`);
