import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, startOfHour } from '../time.ts';
import { LONGEST_GAP, NO_USE, addUse, changedUse, hourlyUse, signalOf } from './meter.ts';
import type { Signal, Use } from './meter.ts';

const START = Date.parse('2026-10-31T20:00:00Z');
/** Whole hours, half hours and quarters beside UTC; the first of November is the end of summer time in the first. */
const ZONES = ['America/Denver', 'Australia/Adelaide', 'Asia/Kathmandu', 'UTC'];

const zone = fc.constantFrom(...ZONES);

/** In the order of time, some of them after a silence. */
const signals = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: LONGEST_GAP }), fc.integer({ min: 1, max: 3 * LONGEST_GAP })),
      watts: fc.option(fc.integer({ min: -10_000, max: 10_000 })),
      cooling: fc.boolean(),
      heating: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let time = START;
    return steps.map(({ gap, ...signal }): Signal => ({ ...signal, time: (time += gap) }));
  });

const totalOf = (hours: ReadonlyMap<number, Use>): Use =>
  [...hours.values()].reduce((sum, use) => addUse(sum, use), NO_USE);

describe('[GRAPH-2] what is used between two signals', () => {
  test('no energy and no second is lost or made where it is cut into hours', () => {
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
            cool: from.cooling ? length : 0,
            heat: from.heating ? length : 0,
          });
        }, NO_USE);
        expect(totalOf(hourlyUse(list, where))).toEqual(expected);
      }),
    );
  });

  test('it belongs to the hour of the house in which it was used, and no hour runs for more than an hour', () => {
    fc.assert(
      fc.property(signals, zone, (list, where) => {
        for (const [hour, { cool, heat }] of hourlyUse(list, where)) {
          expect(startOfHour(hour, where)).toBe(hour);
          expect(Math.max(cool, heat)).toBeLessThanOrEqual(HOUR);
        }
      }),
    );
  });

  test('what comes late changes the hours into what they had been, had it come in time', () => {
    fc.assert(
      fc.property(
        signals,
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        zone,
        (all, kept, where) => {
          const before = all.filter((_, index) => kept[index]);
          const hours = hourlyUse(before, where);
          for (const [hour, use] of changedUse(before, all, where)) {
            hours.set(hour, addUse(hours.get(hour) ?? NO_USE, use));
          }
          const isSome = ([, use]: readonly [number, Use]): boolean =>
            Object.values(use).some((one) => one !== 0);
          const byHour = (a: readonly [number, Use], b: readonly [number, Use]): number => a[0] - b[0];
          expect([...hours].filter(isSome).toSorted(byHour)).toEqual(
            [...hourlyUse(all, where)].filter(isSome).toSorted(byHour),
          );
        },
      ),
    );
  });
});

test('[GRAPH-2] what is unknown for a quarter of an hour counts, for longer it does not', () => {
  const from = { time: START, watts: 1_000, cooling: false, heating: true };
  const usedBy = (minutes: number) =>
    totalOf(hourlyUse([from, { ...from, time: START + minutes * MINUTE }], 'UTC'));
  expect(usedBy(15)).toEqual({ taken: 15 * MINUTE * 1_000, given: 0, cool: 0, heat: 15 * MINUTE });
  expect(usedBy(15.001)).toEqual(NO_USE);
  expect(
    hourlyUse(
      [
        { ...from, watts: 0, heating: false },
        { ...from, time: START + MINUTE },
      ],
      'UTC',
    ).size,
  ).toBe(0);
  expect(changedUse([from], [from], 'UTC').size).toBe(0);
});

describe('[GRAPH-2] the signal of a row', () => {
  const time = START;

  test.each([
    ['a heater draws', 'hwh', { power: 4_499.6 }, { watts: 4_500, cooling: false, heating: false }],
    [
      'a battery that feeds the house gives',
      'battery',
      { power: 1_400 },
      { watts: -1_400, cooling: false, heating: false },
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
      { watts: null, cooling: false, heating: false },
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
