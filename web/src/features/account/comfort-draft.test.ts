import { describe, expect, test } from 'vitest';
import type { Comfort, EventStep, HouseEvent } from '#contract/entities/event.ts';
import { devicesThatLeave, editsOf, isContradiction, isSame, limitIn, withLimit } from './comfort-draft.ts';

const NONE: Comfort = {
  coolCeiling: null,
  heatFloor: null,
  hotWaterMinimum: null,
  batteryReserve: null,
  devicesLeftOut: [],
};
const START = '2026-07-14T23:00:00.000Z';
const END = '2026-07-15T02:00:00.000Z';
const RUNNING = Date.parse(START) + 60_000;

const step = (phase: EventStep['phase'], coolSetpoint: number): EventStep => ({
  phase,
  at: START,
  until: END,
  command: { coolSetpoint },
  reason:
    phase === 'after'
      ? { code: 'return', after: null }
      : { code: 'event', until: END, eased: false, again: false, exports: false },
});

const event = {
  type: 'tstat',
  startTime: START,
  endTime: END,
  devices: [
    { deviceId: 'hall', excluded: null, optOut: null, steps: [step('during', 78), step('after', 74)] },
    { deviceId: 'den', excluded: null, optOut: null, steps: [step('during', 76), step('after', 72)] },
    { deviceId: 'attic', excluded: { code: 'left_out_by_owner' }, optOut: null, steps: [] },
  ],
} as unknown as HouseEvent;

describe('own limits in events', () => {
  test('only what was changed is kept over limits that somebody else saves meanwhile', () => {
    const edits = editsOf({ ...NONE, heatFloor: 66, devicesLeftOut: ['den'] }, NONE);
    expect(edits).toEqual({ heatFloor: 66, devicesLeftOut: ['den'] });
    expect(editsOf({ ...NONE, coolCeiling: 78, ...edits }, { ...NONE, coolCeiling: 78 })).toEqual(edits);
    expect(editsOf({ ...NONE, devicesLeftOut: ['a', 'b'] }, { ...NONE, devicesLeftOut: ['b', 'a'] })).toEqual(
      {},
    );
  });

  test('[BRAND-5] the program’s default counts until the home has its own, in °F and in °C', () => {
    expect(limitIn(NONE, 'coolCeiling', 'F')).toEqual({ value: 82, range: [70, 86] });
    expect(limitIn(NONE, 'heatFloor', 'C')).toEqual({ value: 18, range: [16, 23] });
    const own = withLimit(NONE, 'coolCeiling', 25, 'C');
    expect(own.coolCeiling).toBe(77);
    expect(limitIn(own, 'coolCeiling', 'C').value).toBe(25);
    expect(limitIn(NONE, 'hotWaterMinimum', 'F')).toEqual({ value: 110, range: [110, 120] });
    expect(limitIn(NONE, 'hotWaterMinimum', 'C')).toEqual({ value: 43, range: [43, 49] });
  });

  test.each(['coolCeiling', 'heatFloor', 'hotWaterMinimum'] as const)(
    '[T-28] the ends of %s in °C are rounded, and store no more than the range in °F has',
    (name) => {
      const [min, max] = limitIn(NONE, name, 'F').range;
      const stored = limitIn(NONE, name, 'C').range.map((end) => withLimit(NONE, name, end, 'C')[name] ?? 0);
      expect(Math.min(...stored)).toBeGreaterThanOrEqual(min);
      expect(Math.max(...stored)).toBeLessThanOrEqual(max);
      expect(withLimit(NONE, 'hotWaterMinimum', 43, 'C').hotWaterMinimum).toBe(110);
      expect(withLimit(NONE, 'hotWaterMinimum', 49, 'C').hotWaterMinimum).toBe(120);
    },
  );

  test('a ceiling must lie above the floor, defaults counted', () => {
    expect(isContradiction(NONE)).toBe(false);
    expect(isContradiction({ ...NONE, coolCeiling: 72, heatFloor: 72 })).toBe(true);
    expect(isContradiction({ ...NONE, coolCeiling: 70, heatFloor: 69 })).toBe(false);
  });

  test('the order in which devices were left out is no change', () => {
    const one = { ...NONE, devicesLeftOut: ['a', 'b'] };
    expect(isSame(one, { ...NONE, devicesLeftOut: ['b', 'a'] })).toBe(true);
    expect(isSame(one, { ...NONE, devicesLeftOut: ['a'] })).toBe(false);
    expect(isSame(NONE, { ...NONE, hotWaterMinimum: 112 })).toBe(false);
  });

  test('tightening takes those devices out that a running event holds beyond the new limit', () => {
    const leaving = (comfort: Partial<Comfort>, at = RUNNING) =>
      devicesThatLeave([event], { ...NONE, ...comfort }, at);
    expect(leaving({})).toEqual([]);
    expect(leaving({ coolCeiling: 77 })).toEqual(['hall']);
    expect(leaving({ coolCeiling: 75 })).toEqual(['hall', 'den']);
    expect(leaving({ devicesLeftOut: ['den', 'attic'] })).toEqual(['den']);
    expect(leaving({ hotWaterMinimum: 120 })).toEqual([]);
    const hot = {
      ...event,
      type: 'hwh',
      devices: [
        {
          deviceId: 'tank',
          excluded: null,
          optOut: null,
          steps: [{ ...step('during', 0), command: { setpoint: 110 } }],
        },
      ],
    } as unknown as HouseEvent;
    const tank = (hotWaterMinimum: number | null) =>
      devicesThatLeave([hot], { ...NONE, hotWaterMinimum }, RUNNING);
    expect([tank(null), tank(110), tank(111)]).toEqual([[], [], ['tank']]);
    // Before its start it is planned anew instead.
    expect(leaving({ coolCeiling: 75 }, Date.parse(START) - 1)).toEqual([]);
  });
});
