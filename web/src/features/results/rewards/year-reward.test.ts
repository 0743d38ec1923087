import { expect, test } from 'vitest';
import type { Reward } from '#contract/entities/result.ts';
import { yearReward } from './year-reward.ts';

const ZONE = 'America/Denver';
const NOW = Date.parse('2026-11-18T20:00:00Z');

type Entry = Reward['entries'][number];

const entry = (eventId: string, startTime: string, kind: Entry['kind'], amount: number): Entry => ({
  eventId,
  startTime,
  kind,
  amount,
  time: startTime,
  programId: eventId.startsWith('water') ? 'water' : 'heating',
  currency: 'USD',
  cause: 'result',
  receipts: [],
});

const rewardOf = (...entries: Entry[]): Reward => ({
  entries: entries.toReversed(),
  balance: entries.length > 0 ? [{ currency: 'USD', accrued: 0, confirmed: 0, reversed: 0, paid: 0 }] : [],
  seasons: [],
});

test('[UX-47] one total of the calendar year of the home, by where the money stands and by program, all adding up', () => {
  const year = yearReward(
    rewardOf(
      // 6 PM of New Year’s Eve in Denver.
      entry('old', '2026-01-01T01:00:00Z', 'accrued', 500),
      entry('a', '2026-02-01T01:00:00Z', 'accrued', 300),
      entry('a', '2026-02-01T01:00:00Z', 'confirmed', 300),
      entry('a', '2026-02-01T01:00:00Z', 'paid', 300),
      entry('water 1', '2026-03-01T01:00:00Z', 'accrued', 50),
      entry('water 1', '2026-03-01T01:00:00Z', 'confirmed', 50),
      entry('b', '2026-11-17T01:00:00Z', 'accrued', 120),
      entry('b', '2026-11-17T01:00:00Z', 'reversed', 20),
    ),
    NOW,
    ZONE,
  );
  expect(year).toMatchObject({
    year: '2026',
    currency: 'USD',
    accrued: 100,
    confirmed: 50,
    paid: 300,
    total: 450,
    earlier: 500,
  });
  expect(
    year?.programs.map(({ programId, accrued, confirmed, paid }) => [programId, accrued, confirmed, paid]),
  ).toEqual([
    ['heating', 100, 0, 300],
    ['water', 0, 50, 0],
  ]);
});

test('a home in no program that has earned nothing has no rewards', () => {
  expect(yearReward(rewardOf(), NOW, ZONE)).toBeNull();
});
