import { expect, test } from 'vitest';
import { PER_TURN } from './client-limits.ts';
import { createTurnLimit } from './turn-limit.ts';

/** A turn in which each request takes some time; `end` begins the next one. */
const openTurns = () => {
  let now = 0;
  let turn = Promise.withResolvers<void>();
  const isTooMany = createTurnLimit({ monotonic: () => now, nextTurn: () => turn.promise });
  /** How many of the requests are admitted. */
  const admit = (requests: number, each: number): number => {
    let admitted = 0;
    for (let request = 0; request < requests; request += 1) {
      if (isTooMany()) continue;
      admitted += 1;
      now += each;
    }
    return admitted;
  };
  const end = async (): Promise<void> => {
    turn.resolve();
    await turn.promise;
    turn = Promise.withResolvers();
  };
  return { admit, end };
};

test('[T-39] of requests that arrive together and are answered one after the other, those beyond the first second are refused', async () => {
  const { admit, end } = openTurns();
  const inTime = PER_TURN.time / 50 + 1;
  expect(admit(1_000, 50)).toBe(inTime);
  await end();
  expect(admit(1_000, 50)).toBe(inTime);
});

test('[T-39] a turn that takes long with few requests, or has many and is quick, refuses none', async () => {
  const { admit, end } = openTurns();
  expect(admit(PER_TURN.requests, 10 * PER_TURN.time)).toBe(PER_TURN.requests);
  await end();
  expect(admit(900, 1)).toBe(900);
});
