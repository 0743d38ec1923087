import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { between, seededRandom } from '../../server/src/demo/seeded-random.ts';
import { spawnServer } from '../../server/src/testing/server-process.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { startCrashingPostgres } from './crashing-postgres.ts';
import { audit, createWriteLog, startWriters } from './writers.ts';
import type { WriteLog } from './writers.ts';

const seed = process.env['SEED'] ?? String(Date.now());
const random = seededRandom(seed);
const say = (line: string): void => console.log(line);
say(`seed ${seed} (SEED=${seed} repeats the choices; the timing of a kill stays the machine's)`);

const ROUND_LIMIT_MS = 60_000;
let server: ServerProcess | null = null;

const start = async (settings: Record<string, string>, ...options: string[]): Promise<string> => {
  server = spawnServer({ TRUSTED_PROXIES: '1', LOG_LEVEL: 'error', ...settings }, ...options);
  return server.ready();
};

afterEach(async () => {
  await server?.end('SIGKILL');
  server = null;
});

/** Starts writers and waits for so many acknowledged writes. */
const writeUntil = async (log: WriteLog, address: string, wanted: number): Promise<() => Promise<void>> => {
  let acknowledged = 0;
  let enough = () => {};
  const reached = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const stop = startWriters(log, address, () => {
    acknowledged += 1;
    if (acknowledged >= wanted) enough();
  });
  await Promise.race([reached, sleep(ROUND_LIMIT_MS, undefined, { ref: false })]);
  expect(acknowledged, 'too few writes were acknowledged').toBeGreaterThanOrEqual(wanted);
  return stop;
};

const expectNothingLost = async (address: string, log: WriteLog, from = 0) => {
  const found = await audit(address, log.sessions.slice(from));
  expect({ lost: found.lost, stillValid: found.stillValid, other: found.other }).toEqual({
    lost: 0,
    stillValid: 0,
    other: 0,
  });
  return found;
};

const killRounds = async (rounds: number, settings: Record<string, string>, ...options: string[]) => {
  const log = createWriteLog();
  let address = await start(settings, ...options);
  for (let round = 1; round <= rounds; round += 1) {
    const before = { sessions: log.sessions.length, acks: log.signIns + log.signOuts };
    const wanted = between(random, 60, 150);
    const delay = between(random, 0, 60);
    const stop = await writeUntil(log, address, wanted);
    await sleep(delay);
    const killed = await server?.end('SIGKILL');
    expect(killed?.signal).toBe('SIGKILL');
    await stop();
    const began = performance.now();
    address = await start(settings, ...options);
    const back = ((performance.now() - began) / 1000).toFixed(1);
    const { checked } = await expectNothingLost(address, log, before.sessions);
    const acks = log.signIns + log.signOuts - before.acks;
    say(
      `  round ${round}: ${acks} acknowledged, killed ${delay} ms after ${wanted}, back in ${back} s, ${checked} sessions as acknowledged`,
    );
  }
  const { checked } = await expectNothingLost(address, log);
  say(
    `${rounds} kills: ${log.signIns} sign-ins and ${log.signOuts} sign-outs acknowledged, ${checked} sessions looked at again, 0 lost`,
  );
  expect(log.statuses.get(500) ?? 0).toBe(0);
  return log;
};

describe('the embedded database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'porchlight-kill-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('10 kills of the process during writes lose nothing that was acknowledged', async () => {
    const log = await killRounds(10, { DATA_DIR: folder });
    expect(log.signIns + log.signOuts).toBeGreaterThanOrEqual(10 * 60);
  });
});

describe('PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startCrashingPostgres>>;
  beforeAll(async () => {
    postgres = await startCrashingPostgres();
  });
  afterAll(() => postgres.stop());

  test('5 kills of the process during writes lose nothing that was acknowledged', async () => {
    const log = await killRounds(5, { DATABASE_URL: await postgres.newDatabase('kills') }, '--demo');
    expect(log.signIns + log.signOuts).toBeGreaterThanOrEqual(5 * 60);
  });

  test('3 crashes of the database: 503 with Retry-After meanwhile, ready within 5 s, no 500, nothing lost', async () => {
    const address = await start({ DATABASE_URL: await postgres.newDatabase('crashes') }, '--demo');
    const readiness = async () => {
      const answer = await fetch(`${address}/readyz`);
      const { waitingFor } = (await answer.json()) as { waitingFor: string[] };
      return { status: answer.status, waitingFor };
    };
    // The past of the demo houses is written after the start.
    await expect.poll(async () => (await readiness()).status, { timeout: 120_000, interval: 200 }).toBe(200);
    const log = createWriteLog();
    for (let round = 1; round <= 3; round += 1) {
      const before = log.signIns + log.signOuts;
      const stop = await writeUntil(log, address, between(random, 60, 150));
      await sleep(between(random, 0, 60));
      await postgres.crash();
      const refused = log.statuses.get(503) ?? 0;
      expect(await readiness()).toEqual({ status: 503, waitingFor: ['database'] });
      await expect
        .poll(() => log.statuses.get(503) ?? 0, { timeout: ROUND_LIMIT_MS })
        .toBeGreaterThan(refused + 20);
      await postgres.recover();
      const began = performance.now();
      await expect.poll(async () => (await readiness()).status, { timeout: 5_000, interval: 20 }).toBe(200);
      const back = performance.now() - began;
      expect(back).toBeLessThan(5_000);
      const again = log.signIns;
      await expect.poll(() => log.signIns, { timeout: ROUND_LIMIT_MS }).toBeGreaterThan(again + 20);
      await stop();
      const { checked } = await expectNothingLost(address, log);
      const acks = log.signIns + log.signOuts - before;
      say(
        `  crash ${round}: ${acks} acknowledged, ready ${back.toFixed(0)} ms after the database, ${checked} sessions as acknowledged`,
      );
    }
    const statuses = [...log.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    say(
      `3 crashes: ${log.signIns} sign-ins and ${log.signOuts} sign-outs acknowledged; answers ${statuses.join(', ')}`,
    );
    expect(log.statuses.get(500) ?? 0).toBe(0);
    expect(log.withoutRetryAfter).toBe(0);
    expect(log.unanswered).toBe(0);
  });
});
