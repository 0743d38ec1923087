import { expect, test } from 'vitest';
import type { Reward } from '#contract/entities/result.ts';
import { seasonReward } from './season-reward.ts';

const balance = (accrued: number, confirmed: number, paid: number) => ({
  accrued,
  confirmed,
  reversed: 7,
  paid,
});

const season = (programId: string, ofSeason: ReturnType<typeof balance>): Reward['seasons'][number] => ({
  programId,
  programName: programId,
  from: '2026-11-01T06:00:00Z',
  to: '2027-04-01T06:00:00Z',
  currency: 'USD',
  balance: ofSeason,
});

test('[DASH-3] the seasons of all programs add up, and the rest was earned earlier', () => {
  const seasons = [season('heating', balance(31, 42, 0)), season('water', balance(0, 200, 100))];
  expect(
    seasonReward({ entries: [], seasons, balance: [{ ...balance(31, 1542, 100), currency: 'USD' }] }),
  ).toEqual({ currency: 'USD', accrued: 31, confirmed: 242, paid: 100, total: 373, earlier: 1300 });
});

test('[DASH-3] what was earned in a program that the home has left is still named; without any there is none', () => {
  expect(
    seasonReward({ entries: [], seasons: [], balance: [{ ...balance(0, 50, 0), currency: 'AUD' }] }),
  ).toMatchObject({ currency: 'AUD', total: 0, earlier: 50 });
  expect(seasonReward({ entries: [], seasons: [], balance: [] })).toBeNull();
});
