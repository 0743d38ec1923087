import { describe, expect, test } from 'vitest';
import { localDate } from '#domain/events/season.ts';
import { outcomeOf } from '#domain/events/outcome.ts';
import { DAY } from '#domain/time/time.ts';
import { neighbourPast } from './neighbour-past.ts';
import { neededForResults } from './past-events.ts';
import { pastDispatches, tookPart } from './past-dispatches.ts';
import { DEMO_HOME, incidentOf } from './past-incidents.ts';
import { households } from '../rows.ts';

const until = new Date('2026-11-16T09:30:00Z');
const dispatches = pastDispatches({ since: new Date(0), until });
const neighbours = households.filter(({ key, house }) => key !== DEMO_HOME && tookPart(house));

describe('orders of the past', () => {
  test('some 25 days of the last year, one event at a time, in every program', () => {
    const days = dispatches.map(({ program, startTime }) => localDate(startTime, program.zone));
    expect(days.length).toBeGreaterThanOrEqual(18);
    expect(days.length).toBeLessThanOrEqual(31);
    expect(new Set(days).size).toBe(days.length);
    expect(new Set(dispatches.map(({ program }) => program.id))).toEqual(
      new Set(['summer-cooling', 'winter-heating', 'water-heater', 'home-battery']),
    );
  });

  test('no day has two, whenever the demo starts', () => {
    for (let ago = 0; ago < 365; ago += 6) {
      const end = new Date(until.getTime() - ago * DAY);
      const days = pastDispatches({ since: new Date(0), until: end }).map(({ program, startTime }) =>
        localDate(startTime, program.zone),
      );
      expect(new Set(days).size, end.toISOString()).toBe(days.length);
    }
  });

  test.each(['2025-12-26', '2025-12-27', '2026-01-02', '2026-01-03'])(
    'nobody was asked to save on the holidays before %s, however cold they were',
    (day) => {
      const end = new Date(`${day}T20:00:00Z`);
      const dates = pastDispatches({ since: new Date(end.getTime() - 20 * DAY), until: end }).map(
        ({ program, startTime }) => localDate(startTime, program.zone).slice(5),
      );
      expect(dates.filter((date) => ['12-24', '12-25', '12-31', '01-01'].includes(date))).toEqual([]);
    },
  );
});

describe('neighbours', () => {
  const lives = neighbours.flatMap(({ key }) =>
    dispatches.map((dispatch) => ({ dispatch, ...incidentOf(key, 'tstat', dispatch, dispatches) })),
  );

  test('most take part to the end; some leave before, some in the middle, some cannot be reached', () => {
    expect(neighbours).toHaveLength(25);
    const share = (isIt: (one: (typeof lives)[number]) => boolean) =>
      lives.filter(isIt).length / lives.length;
    const before = share(({ leftAt, dispatch }) => leftAt !== null && leftAt < dispatch.startTime);
    const during = share(({ leftAt, dispatch }) => leftAt !== null && leftAt > dispatch.startTime);
    const offline = share(({ outage }) => outage !== null);
    for (const part of [before, during, offline]) expect(part).toBeGreaterThan(0.01);
    expect(before + during + offline).toBeLessThan(0.2);
    expect(lives.filter(({ leftAt, dispatch }) => leftAt !== null && leftAt >= dispatch.endTime)).toEqual([]);
  });

  test('who was offline was sent nothing, and nothing is known of what it used then', () => {
    const dispatch = dispatches.find(({ program }) => program.id === 'water-heater');
    const household = neighbours.find(
      ({ key }) => dispatch && incidentOf(key, 'hwh', dispatch, dispatches).outage,
    );
    if (!dispatch || !household) throw new Error('nobody was offline');
    const [past] = neighbourPast(household, [dispatch], until);
    const { event, outcome } = past?.lived[0] ?? {};
    const { participation, commands } = outcome?.() ?? {};
    if (!past || !event || !participation) throw new Error('nothing was lived');
    expect(commands).toEqual([]);
    expect(outcomeOf(event, participation, until.getTime())).toBe('noResponse');
    const isInEvent = (time: number) => time >= dispatch.startTime && time < dispatch.endTime;
    expect(past.quarters.filter(({ time }) => isInEvent(time))).toEqual([]);
    // The same hours of the days before are known.
    expect(past.quarters.filter(({ time }) => isInEvent(time + DAY))).toHaveLength(8);
  });
});

test('quarter hours are kept for results where they are compared, of kinds of the program, and nowhere else', () => {
  const isNeeded = neededForResults(until, 395 * DAY);
  const dispatch = dispatches.find(({ program }) => program.id === 'water-heater');
  const { startTime, endTime } = dispatch ?? { startTime: 0, endTime: 0 };
  for (const days of [0, 1, 10, 30]) {
    expect(isNeeded('hwh', startTime - days * DAY)).toBe(true);
    expect(isNeeded('hwh', endTime - 1 - days * DAY)).toBe(true);
    expect(isNeeded('hwh', endTime + DAY / 4 - days * DAY)).toBe(false);
    expect(isNeeded('ev', startTime - days * DAY)).toBe(false);
  }
  expect(isNeeded('hwh', startTime - 40 * DAY)).toBe(false);
});
