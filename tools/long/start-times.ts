// Prints how long a start takes until /readyz says so: `node tools/long/start-times.ts`. Figures are of the machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnServer } from '../../server/src/start/server-process.ts';
import { makeTemplate } from '../../server/src/db/template.ts';

const RUNS = 3;

const timeStart = async (folder: string): Promise<string> => {
  const began = performance.now();
  const server = spawnServer({ DATA_DIR: folder });
  const { status } = await fetch(`${await server.ready()}/readyz`);
  const seconds = (performance.now() - began) / 1000;
  await server.end('SIGTERM');
  if (status !== 200) throw new Error(`/readyz answered ${status}`);
  return `${seconds.toFixed(2)} s`;
};

await makeTemplate();
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
