import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParticipationOutcome } from '../../events/outcome.ts';
import { runs } from '../../testing/property-runs.ts';
import { leaderboardOf, SMALLEST_GROUP, responseCounts } from './leaderboard.ts';
import type { BoardHome, PointsClass } from './leaderboard.ts';
import { sum } from '../numbers.ts';
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

const homeOf = (displayNumber: number, more: Partial<BoardHome> = {}): BoardHome => ({
  displayNumber,
  alias: `Home ${displayNumber}`,
  isListed: true,
  responseCount: displayNumber,
  optOutCount: 0,
  eventCount: 20,
  points: pointsOf({ responseCount: more.responseCount ?? displayNumber, optOutCount: 0 }),
  isOwn: false,
  ...more,
});
const homes = (count: number) => Array.from({ length: count }, (_, index) => homeOf(index + 1));

const classesOf = (
  all: readonly BoardHome[],
  savedWh: (home: BoardHome) => number = () => 1_000,
): PointsClass[] =>
  [...Map.groupBy(all, ({ points }) => points)].map(([points, same]) => ({
    points,
    homes: same.length,
    listed: same.filter(({ isListed }) => isListed).length,
    savedWh: sum(same.map(savedWh)),
  }));
const boardOf = (all: readonly BoardHome[]) => leaderboardOf(classesOf(all), all);

describe('[LEAD-1] the leaderboard', () => {
  test('is shown for groups of 15 homes, not for 14', () => {
    expect(boardOf(homes(14))).toBeNull();
    expect(boardOf(homes(15))).toMatchObject({ participantCount: 15, totalWh: 15_000 });
  });

  test('[LEAD-3] the total is the sum over all homes, those that used more and those that are not listed included', () => {
    const all = homes(15).map((home) => (home.displayNumber === 2 ? { ...home, isListed: false } : home));
    const board = leaderboardOf(
      classesOf(all, ({ displayNumber }) => (displayNumber === 1 ? -400 : 1_000)),
      all,
    );
    expect([board?.totalWh, board?.participantCount, board?.entries.length]).toEqual([13_600, 15, 14]);
  });

  test('[LEAD-2] falling points, and equal points share a rank', () => {
    const board = boardOf([homeOf(16, { responseCount: 15 }), ...homes(15)]);
    expect(board?.entries.slice(0, 4).map(({ rank, houseId, points }) => [rank, houseId, points])).toEqual([
      [1, '15', 15_500],
      [1, '16', 15_500],
      [3, '14', 14_500],
      [4, '13', 13_500],
    ]);
  });

  test('the own home is listed whether or not it agreed, others only if they did, and aliases only of those', () => {
    const board = boardOf([
      homeOf(20, { isListed: false, isOwn: true }),
      homeOf(21, { isListed: false }),
      homeOf(22, { alias: null }),
      ...homes(15),
    ]);
    const shown = board?.entries
      .slice(0, 3)
      .map(({ houseId, alias, isOwn, rank }) => [houseId, alias, isOwn, rank]);
    expect(shown).toEqual([
      ['22', null, false, 1],
      ['20', null, true, 2],
      ['15', 'Home 15', false, 3],
    ]);
  });

  test('[API-4] ranks are those among all homes, whichever of them are shown', () => {
    const all = homes(20_000).map((home) => ({ ...home, isOwn: home.displayNumber === 13_000 }));
    const shown = all.filter(
      ({ displayNumber }) => displayNumber > 19_950 || Math.abs(displayNumber - 13_000) <= 25,
    );
    const board = leaderboardOf(classesOf(all), shown);
    expect([board?.participantCount, board?.totalWh]).toEqual([20_000, 20_000_000]);
    const ranks = board?.entries.map(({ rank }) => rank) ?? [];
    expect(ranks).toEqual([
      ...Array.from({ length: 50 }, (_, index) => index + 1),
      ...Array.from({ length: 51 }, (_, index) => 6_976 + index),
    ]);
    expect(board?.entries.filter(({ isOwn }) => isOwn).map(({ rank }) => rank)).toEqual([7_001]);
  });

  test('[T-8] an entry holds nothing but what a screen shows', () => {
    const entry = boardOf(homes(15))?.entries[0];
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

  test('[LEAD-2] a rank is one more than the shown homes with more points, in whatever order they come', () => {
    const anyHomes = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.boolean()), {
      minLength: SMALLEST_GROUP,
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyHomes, (rows) => {
        const some = rows.map(([responseCount, isListed], index) =>
          homeOf(index, { responseCount, isListed, isOwn: index === 0 }),
        );
        const board = boardOf(some);
        expect(boardOf(some.toReversed())).toEqual(board);
        const entries = board?.entries ?? [];
        for (const { rank, points } of entries) {
          expect(rank).toBe(1 + entries.filter((other) => other.points > points).length);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
