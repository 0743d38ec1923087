import { expect, test } from 'vitest';
import type { Reward } from '#contract/entities/result.ts';
import { monthReward } from './month-reward.ts';

const ZONE = 'America/Denver';

type Entry = Reward['entries'][number];

const entry = (eventId: string, startTime: string, kind: Entry['kind'], amount: number): Entry => ({
  eventId,
  startTime,
  kind,
  amount,
  time: startTime,
  programId: 'heating',
  currency: 'USD',
  cause: 'result',
  receipts: [],
});

const rewardOf = (...entries: Entry[]): Reward => ({
  entries,
  balance: [],
  seasons: [
    {
      programId: 'heating',
      programName: 'Heating',
      from: '2026-11-01T06:00:00Z',
      to: '2027-04-01T06:00:00Z',
      currency: 'USD',
      balance: { accrued: 310, confirmed: 0, reversed: 0, paid: 1_000 },
    },
  ],
});

test('[DASH-3] the month has earned what its events have, however late they were settled, and names what may still change', () => {
  const reward = rewardOf(
    entry('second', '2026-12-03T00:00:00Z', 'accrued', 390),
    entry('first', '2026-12-01T12:00:00Z', 'confirmed', 610),
    entry('first', '2026-12-01T12:00:00Z', 'accrued', 610),
    // Still November at the house, and settled in December.
    { ...entry('before', '2026-12-01T06:30:00Z', 'accrued', 200), time: '2026-12-02T00:00:00Z' },
  );
  expect(monthReward(reward, '2026-12', ZONE)).toEqual({
    currency: 'USD',
    total: 1_000,
    provisional: 390,
    year: 1_200,
  });
  expect(monthReward(reward, '2026-11', ZONE)).toMatchObject({ total: 200, provisional: 200 });
  expect(monthReward(reward, '2027-01', ZONE)).toMatchObject({ total: 0, provisional: 0 });
});

test('[DASH-3] a home of no program has no money of the month', () => {
  expect(monthReward({ entries: [], balance: [], seasons: [] }, '2026-12', ZONE)).toBeNull();
});
