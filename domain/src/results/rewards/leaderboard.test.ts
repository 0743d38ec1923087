import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParticipationOutcome } from '../../events/outcome.ts';
import { runs } from '../../testing/property-runs.ts';
import { leaderboardOf, SMALLEST_GROUP, responseCounts } from './leaderboard.ts';
import type { ProgramHome } from './leaderboard.ts';
import { pointsOf } from './points.ts';

const logs = (...rows: [string, ParticipationOutcome][]) =>
  rows.map(([dispatchId, outcome]) => ({ dispatchId, outcome }));

describe('[LEAD-2] points', () => {
  test.each([
    [0, 0, 500],
    [3, 1, 2_500],
    [2, 2, 500],
    [1, 4, 500],
  ])('%d responses and %d opt-outs are %d points', (responseCount, optOutCount, points) => {
    expect(pointsOf({ responseCount, optOutCount })).toBe(points);
  });
});

describe('[LEAD-1] how a house took part', () => {
  test('a dispatch counts once, as a response if any device responded, as an opt-out if all left', () => {
    expect(
      responseCounts(
        logs(
          ['a', 'responded'],
          ['a', 'optedOut'],
          ['b', 'optedOut'],
          ['b', 'optedOut'],
          ['c', 'noResponse'],
          ['c', 'optedOut'],
          ['d', 'responded'],
          ['d', 'responded'],
        ),
      ),
    ).toEqual({ responseCount: 2, optOutCount: 1, eventCount: 4 });
  });

  test('excluded devices make neither an event nor keep one from being left', () => {
    expect(responseCounts(logs(['a', 'excluded'], ['b', 'excluded'], ['b', 'optedOut']))).toEqual({
      responseCount: 0,
      optOutCount: 1,
      eventCount: 1,
    });
  });
});

const homeOf = (displayNumber: number, more: Partial<ProgramHome> = {}): ProgramHome => ({
  displayNumber,
  alias: `Home ${displayNumber}`,
  consents: true,
  responseCount: displayNumber,
  optOutCount: 0,
  eventCount: 20,
  reductionWh: 1_000,
  isOwn: false,
  ...more,
});
const homes = (count: number) => Array.from({ length: count }, (_, index) => homeOf(index + 1));

describe('[LEAD-1] the leaderboard', () => {
  test('is shown for groups of 15 homes, not for 14', () => {
    expect(leaderboardOf(homes(14))).toBeNull();
    expect(leaderboardOf(homes(15))).toMatchObject({ participantCount: 15, totalWh: 15_000 });
  });

  test('[LEAD-3] the total is the sum over all homes, those that used more and those that are not listed included', () => {
    const [first, second, ...others] = homes(15);
    const board = leaderboardOf([
      { ...homeOf(1), ...first, reductionWh: -400 },
      { ...homeOf(2), ...second, consents: false },
      ...others,
    ]);
    expect([board?.totalWh, board?.participantCount, board?.entries.length]).toEqual([13_600, 15, 14]);
  });

  test('[LEAD-2] falling points, and equal points share a rank', () => {
    const board = leaderboardOf([homeOf(16, { responseCount: 15 }), ...homes(15)]);
    expect(board?.entries.slice(0, 4).map(({ rank, houseId, points }) => [rank, houseId, points])).toEqual([
      [1, '15', 15_500],
      [1, '16', 15_500],
      [3, '14', 14_500],
      [4, '13', 13_500],
    ]);
  });

  test('the own home is listed whether or not it agreed, others only if they did, and aliases only of those', () => {
    const board = leaderboardOf([
      homeOf(20, { consents: false, isOwn: true }),
      homeOf(21, { consents: false }),
      homeOf(22, { alias: null }),
      ...homes(15),
    ]);
    const shown = board?.entries.slice(0, 3).map(({ houseId, alias, isOwn }) => [houseId, alias, isOwn]);
    expect(shown).toEqual([
      ['22', null, false],
      ['20', null, true],
      ['15', 'Home 15', false],
    ]);
  });

  test('[API-4] of 20,000 homes the first hundred are listed and those next to the own one, with their true ranks', () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      homeOf(index + 1, { responseCount: 20_000 - index, isOwn: index === 7_000 }),
    );
    const board = leaderboardOf(many);
    expect([board?.participantCount, board?.totalWh]).toEqual([20_000, 20_000_000]);
    const ranks = board?.entries.map(({ rank }) => rank) ?? [];
    expect(ranks.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(ranks.slice(100)).toEqual(Array.from({ length: 21 }, (_, index) => 6_991 + index));
    expect(board?.entries.filter(({ isOwn }) => isOwn).map(({ rank }) => rank)).toEqual([7_001]);
    const near = many.map((home, index) => ({ ...home, isOwn: index === 95 }));
    expect(leaderboardOf(near)?.entries.map(({ rank }) => rank)).toEqual(
      Array.from({ length: 106 }, (_, index) => index + 1),
    );
    expect(leaderboardOf(many.map((home) => ({ ...home, isOwn: false })))?.entries).toHaveLength(100);
  });

  test('[T-8] an entry holds nothing but what a screen shows', () => {
    const entry = leaderboardOf(homes(15))?.entries[0];
    expect(entry).toEqual({
      houseId: '15',
      alias: 'Home 15',
      points: 15_500,
      responseCount: 15,
      optOutCount: 0,
      eventCount: 20,
      rank: 1,
      isOwn: false,
    });
  });

  test('does not depend on the order of its homes', () => {
    const anyHomes = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.boolean()), {
      minLength: SMALLEST_GROUP,
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyHomes, (rows) => {
        const some = rows.map(([responseCount, consents], index) =>
          homeOf(index, { responseCount, consents }),
        );
        expect(leaderboardOf(some.toReversed())).toEqual(leaderboardOf(some));
      }),
      { numRuns: runs(200) },
    );
  });
});
