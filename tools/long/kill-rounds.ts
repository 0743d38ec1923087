import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { between, seededRandom } from '../../server/src/demo/seeded-random.ts';
import { spawnServer } from '../../server/src/testing/server-process.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { audit, createWriteLog, startWriters } from './writers.ts';
import type { WriteLog } from './writers.ts';

const seed = process.env['SEED'] ?? String(Date.now());
export const random = seededRandom(seed);
export const say = (line: string): void => console.log(line);
say(`seed ${seed} (SEED=${seed} repeats the choices; the timing of a kill stays the machine's)`);

export const ROUND_LIMIT_MS = 60_000;
let server: ServerProcess | null = null;

export const start = async (settings: Record<string, string>, ...options: string[]): Promise<string> => {
  server = spawnServer({ TRUSTED_PROXIES: '1', LOG_LEVEL: 'error', ...settings }, ...options);
  return server.ready();
};

export const endServer = async (): Promise<void> => {
  await server?.end('SIGKILL');
  server = null;
};

/** Starts writers and waits for so many acknowledged writes. */
export const writeUntil = async (
  log: WriteLog,
  address: string,
  wanted: number,
): Promise<() => Promise<void>> => {
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

export const expectNothingLost = async (address: string, log: WriteLog, from = 0) => {
  const counts = await audit(address, log.sessions.slice(from));
  expect({ lost: counts.lost, stillValid: counts.stillValid, other: counts.other }).toEqual({
    lost: 0,
    stillValid: 0,
    other: 0,
  });
  return counts;
};

export const killRounds = async (rounds: number, settings: Record<string, string>, ...options: string[]) => {
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
