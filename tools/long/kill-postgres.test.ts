import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { between } from '../../server/src/demo/seeded-random.ts';
import { startCrashingPostgres } from './crashing-postgres.ts';
import {
  ROUND_LIMIT_MS,
  endServer,
  expectNothingLost,
  killRounds,
  random,
  say,
  start,
  writeUntil,
} from './kill-rounds.ts';
import { createWriteLog } from './writers.ts';

afterEach(endServer);

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
