import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, startOfHour } from '../time/time.ts';
import {
  LONGEST_GAP,
  NO_USE,
  QUARTER,
  addUse,
  advanceMeter,
  changedUse,
  hourlyUse,
  isNoUse,
  quarterlyUse,
  signalOf,
} from './meter.ts';
import type { MeterState, Signal, Use } from './meter.ts';

const START = Date.parse('2026-10-31T20:00:00Z');
/** Whole hours, half hours and quarters beside UTC; the first of November is the end of summer time in the first. */
const ZONES = ['America/Denver', 'Australia/Adelaide', 'Asia/Kathmandu', 'UTC'];

const zone = fc.constantFrom(...ZONES);

/** Known, not metered, or offline. */
const equipment = fc.option(fc.record({ cooling: fc.boolean(), heating: fc.boolean() }), {
  nil: { cooling: null, heating: null },
});

/** In the order of time, some of them after a silence. */
const signals = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: LONGEST_GAP }), fc.integer({ min: 1, max: 3 * LONGEST_GAP })),
      watts: fc.option(fc.integer({ min: -10_000, max: 10_000 })),
      equipment,
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let time = START;
    return steps.map(({ gap, watts, equipment: status }): Signal => ({
      watts,
      ...status,
      time: (time += gap),
    }));
  });

const totalOf = (uses: ReadonlyMap<number, Use>): Use =>
  [...uses.values()].reduce((sum, use) => addUse(sum, use), NO_USE);

const addAll = (to: Map<number, Use>, changes: ReadonlyMap<number, Use>): Map<number, Use> => {
  for (const [time, use] of changes) to.set(time, addUse(to.get(time) ?? NO_USE, use));
  return to;
};

const sorted = (uses: ReadonlyMap<number, Use>): [number, Use][] =>
  [...uses].filter(([, use]) => !isNoUse(use)).toSorted((a, b) => a[0] - b[0]);

describe('[GRAPH-2] what is used between two signals', () => {
  test('no energy and no second is lost or made where it is cut into quarters and hours', () => {
    fc.assert(
      fc.property(signals, zone, (list, where) => {
        const expected = list.slice(1).reduce((sum, to, index) => {
          const from = list[index];
          const length = from ? to.time - from.time : 0;
          if (!from || length > LONGEST_GAP) return sum;
          const watts = from.watts ?? 0;
          return addUse(sum, {
            taken: watts > 0 ? watts * length : 0,
            given: watts < 0 ? -watts * length : 0,
            heard: from.watts === null ? 0 : length,
            cool: from.cooling ? length : 0,
            heat: from.heating ? length : 0,
            runtimeHeard: from.cooling === null ? 0 : length,
          });
        }, NO_USE);
        const quarters = quarterlyUse(list);
        expect(totalOf(quarters)).toEqual(expected);
        expect(totalOf(hourlyUse(quarters, where))).toEqual(expected);
      }),
    );
  });

  test('it belongs to the quarter and the hour of the house in which it was used; none is heard for longer than it lasts', () => {
    fc.assert(
      fc.property(signals, zone, (list, where) => {
        const quarters = quarterlyUse(list);
        for (const [quarter, { cool, heat, heard, runtimeHeard }] of quarters) {
          expect(quarter % QUARTER).toBe(0);
          expect(Math.max(heard, runtimeHeard)).toBeLessThanOrEqual(QUARTER);
          expect(Math.max(cool, heat)).toBeLessThanOrEqual(runtimeHeard);
        }
        for (const [hour, { heard, runtimeHeard }] of hourlyUse(quarters, where)) {
          expect(startOfHour(hour, where)).toBe(hour);
          expect(Math.max(heard, runtimeHeard)).toBeLessThanOrEqual(HOUR);
        }
      }),
    );
  });

  test('what comes late changes the quarters into what they had been, had it come in time', () => {
    fc.assert(
      fc.property(signals, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (all, kept) => {
        const before = all.filter((_, index) => kept[index]);
        const quarters = addAll(quarterlyUse(before), changedUse(before, all));
        expect(sorted(quarters)).toEqual(sorted(quarterlyUse(all)));
      }),
    );
  });

  test('quarters that are over and the one that is going on add up to all, in whatever portions the signals come', () => {
    fc.assert(
      fc.property(signals, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (all, late) => {
        let state: MeterState = { signal: null, open: NO_USE };
        const over = new Map<number, Use>();
        let known: Signal[] = [];
        for (const batch of [all.filter((_, index) => !late[index]), all.filter((_, index) => late[index])]) {
          const next = [...known, ...batch].toSorted((a, b) => a.time - b.time);
          const change = advanceMeter(state, changedUse(known, next), next.at(-1) ?? null);
          addAll(over, change.over);
          state = change.state;
          known = next;
        }
        const last = all.at(-1);
        const whole = quarterlyUse(all);
        const current = last ? last.time - (last.time % QUARTER) : 0;
        expect(state).toEqual({ signal: last ?? null, open: whole.get(current) ?? NO_USE });
        whole.delete(current);
        expect(sorted(over)).toEqual(sorted(whole));
      }),
    );
  });
});

test('[GRAPH-2] a device is heard from one reading to the next, if that comes within a quarter of an hour', () => {
  const from = { time: START, watts: 1_000, cooling: false, heating: true };
  const usedBy = (minutes: number) =>
    totalOf(quarterlyUse([from, { ...from, time: START + minutes * MINUTE }]));
  const quarter = 15 * MINUTE;
  expect(usedBy(15)).toEqual({
    taken: quarter * 1_000,
    given: 0,
    heard: quarter,
    cool: 0,
    heat: quarter,
    runtimeHeard: quarter,
  });
  expect(usedBy(15.001)).toEqual(NO_USE);
  expect(changedUse([from], [from]).size).toBe(0);
});

test('[GRAPH-2] a device that is heard and uses nothing differs from one that is offline, and from one that does not measure it', () => {
  const until = { time: START + MINUTE, watts: 0, cooling: false, heating: false };
  const heardAs = (signal: Omit<Signal, 'time'>) =>
    totalOf(quarterlyUse([{ time: START, ...signal }, until]));
  expect(heardAs({ watts: 0, cooling: false, heating: false })).toEqual({
    ...NO_USE,
    heard: MINUTE,
    runtimeHeard: MINUTE,
  });
  expect(heardAs({ watts: 0, cooling: null, heating: null })).toEqual({ ...NO_USE, heard: MINUTE });
  expect(heardAs({ watts: null, cooling: false, heating: false })).toEqual({
    ...NO_USE,
    runtimeHeard: MINUTE,
  });
  expect(heardAs({ watts: null, cooling: null, heating: null })).toEqual(NO_USE);
});

describe('[GRAPH-2] the signal of a row', () => {
  const time = START;

  test.each([
    ['a heater draws', 'hwh', { power: 4_499.6 }, { watts: 4_500, cooling: null, heating: null }],
    [
      'a battery that feeds the house gives',
      'battery',
      { power: 1_400 },
      { watts: -1_400, cooling: null, heating: null },
    ],
    [
      'a thermostat cools',
      'tstat',
      { activity: 'compCool1,fan' },
      { watts: null, cooling: true, heating: false },
    ],
    ['a thermostat heats', 'tstat', { activity: 'auxHeat1' }, { watts: null, cooling: false, heating: true }],
    ['a fan alone is neither', 'tstat', { activity: 'fan' }, { watts: null, cooling: false, heating: false }],
    [
      'who is offline draws nothing that is known',
      'hwh',
      { status: 'OFFLINE', power: 4_500 },
      { watts: null, cooling: null, heating: null },
    ],
  ] as const)('%s', (_name, kind, values, expected) => {
    expect(signalOf(kind, { time, values })).toEqual({ time, ...expected });
  });

  test.each(['compCool1', 'compCool2', 'cooling'])('%s is cooling', (activity) => {
    expect(signalOf('tstat', { time, values: { activity } })).toMatchObject({
      cooling: true,
      heating: false,
    });
  });

  test.each(['heatPump', 'heatPump2', 'heatPump3', 'auxHeat1', 'auxHeat2', 'auxHeat3', 'heating'])(
    '%s is heating',
    (activity) => {
      expect(signalOf('tstat', { time, values: { activity } })).toMatchObject({
        cooling: false,
        heating: true,
      });
    },
  );

  test('a row without meters gives no signal', () => {
    expect(signalOf('hwh', { time, values: { temperature: 120 } })).toBeNull();
    expect(signalOf('rac', { time, values: { activity: 'compCool1' } })).toBeNull();
  });
});
