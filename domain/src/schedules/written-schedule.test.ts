import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSafety } from '../control/gate/gate.ts';
import type { GateDevice } from '../control/gate/gate.ts';
import { HOUR } from '../time/time.ts';
import { lastDue } from './due-times.ts';
import { event } from './testing/schedules.ts';
import { dueAfterChange, scheduleFaults } from './written-schedule.ts';

const HEATER: GateDevice = {
  id: 'tank',
  kind: 'hwh',
  mfg: 'rheem',
  type: 'Heat Pump Water Heater Gen 4',
  deviceSettings: [],
};
const WEEK = [0, 1, 2, 3, 4, 5, 6];

describe('what people may write into a schedule', () => {
  test.each([
    ['a temperature in range', [event(WEEK, 6, null, 120)], []],
    ['a draft', [event([], null, null, null), event([], 6, null, null)], []],
    ['nothing', [], []],
    [
      'hotter than the ceiling',
      [event(WEEK, 6, null, 120), event(WEEK, 7, null, 141)],
      [[1, 'setpoint_out_of_range']],
    ],
    ['in a draft too', [event([], null, null, 150)], [[0, 'setpoint_out_of_range']]],
    ['no number', [event(WEEK, 6, null, Number.NaN)], [[0, 'command_malformed']]],
    ['a mode that the model does not have', [event(WEEK, 6, 'TURBO', 120)], [[0, 'mode_unknown']]],
    ['the vacation mode, which pauses schedules', [event(WEEK, 6, 'Off', null)], [[0, 'vacation']]],
    ['a day twice', [event([1, 2, 1], 6, null, 120)], [[0, 'day_twice']]],
    [
      'two at the same time of a day',
      [event([1, 2], 6.5, null, 120), event([2, 3], 6.5, null, 112), event([4], 6.5, null, 112)],
      [[1, 'same_time']],
    ],
    ['the same time on other days', [event([1], 6.5, null, 120), event([2], 6.5, null, 112)], []],
  ] as const)('[SCHED-1] [T-26] %s', (_what, events, faults) => {
    const told = scheduleFaults(HEATER, events).map((fault) => [
      fault.index,
      fault.code === 'refused' ? fault.refusal.code : fault.code,
    ]);
    expect(told).toEqual(faults);
  });

  test('[T-26] whatever is written: what has no fault passes the gate', () => {
    const events = fc.array(
      fc.record({
        setpoint: fc.option(fc.double({ min: 0, max: 250 })),
        at: fc.integer({ min: 0, max: 23 }),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(events, (rows) => {
        const written = rows.map(({ setpoint, at }) => event([1], at, null, setpoint));
        const faulty = new Set(scheduleFaults(HEATER, written).map(({ index }) => index));
        for (const [index, { command }] of written.entries()) {
          if (faulty.has(index) || command.setpoint === null) continue;
          const body = { setpoint: command.setpoint };
          expect(checkSafety(HEATER, { type: 'OPERATIONAL', kind: 'hwh', body })).toHaveProperty('approved');
        }
      }),
    );
  });
});

describe('when a schedule is due that was written anew while a device follows it', () => {
  const zone = 'America/Denver';
  // Monday, 10 AM.
  const now = Date.parse('2026-11-16T17:00:00Z');
  const before = [event(WEEK, 6, null, 120), event(WEEK, 22, null, 112)];

  test.each([
    ['the step of the present', [event(WEEK, 6, null, 118), event(WEEK, 22, null, 112)], now],
    ['one between it and now', [...before, event(WEEK, 9, null, 115)], now],
    ['a later one', [event(WEEK, 6, null, 120), event(WEEK, 20, null, 110)], now + 10 * HOUR],
    [
      'the time of the present one alone',
      [event(WEEK, 7, null, 120), event(WEEK, 22, null, 112)],
      now + 12 * HOUR,
    ],
    ['nothing', before, now + 12 * HOUR],
    ['all of it away', [], null],
  ])('[SCHED-1] changed: %s', (_what, after, due) => {
    expect(dueAfterChange(before, after, zone, now)).toBe(due);
  });

  test('[SCHED-1] any two schedules: at once exactly when another command is wanted at present', () => {
    const schedule = fc.array(
      fc.record({
        days: fc.subarray(WEEK),
        at: fc.integer({ min: 0, max: 47 }),
        setpoint: fc.integer({ min: 110, max: 112 }),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(schedule, schedule, (one, other) => {
        const [was, is] = [one, other].map((rows) =>
          rows.map(({ days, at, setpoint }) => event(days, at / 2, null, setpoint)),
        );
        const wanted = lastDue(is ?? [], zone, now)?.command.setpoint;
        const isNew = wanted !== undefined && wanted !== lastDue(was ?? [], zone, now)?.command.setpoint;
        expect(dueAfterChange(was ?? [], is ?? [], zone, now) === now).toBe(isNew);
      }),
    );
  });
});
