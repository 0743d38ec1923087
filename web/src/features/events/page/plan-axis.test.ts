import { describe, expect, test } from 'vitest';
import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/durations.ts';
import { dispatchesOf } from '../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { axisOf, coversEvent, isNearNow, placeIn, segmentsOf } from './plan-axis.ts';

const START = Date.parse('2026-07-14T23:00:00Z');
const END = START + 3 * HOUR;
const iso = (time: number) => new Date(time).toISOString();

const device: EventDevice = {
  deviceId: 'living',
  steps: [
    {
      phase: 'before',
      at: iso(START - 56 * MINUTE),
      until: iso(START),
      command: { coolSetpoint: 72 },
      reason: { code: 'prepare', side: 'cool', shift: 2 },
    },
    {
      phase: 'during',
      at: iso(START + 3 * MINUTE),
      until: iso(END),
      command: { coolSetpoint: 77 },
      reason: { code: 'event', until: iso(END), eased: false },
    },
    {
      phase: 'after',
      at: iso(END + 11.5 * MINUTE),
      until: iso(END + 24 * HOUR),
      command: { coolSetpoint: 74 },
      reason: { code: 'return' },
    },
  ],
  excluded: null,
  optOut: null,
  eased: false,
  mayEase: true,
  easesTo: 75,
  outcome: 'pending',
  returned: null,
};

const dispatchWith = (more: Partial<EventDevice> = {}): { dispatch: Dispatch; one: DispatchDevice } => {
  const event: HouseEvent = {
    id: 'event1',
    dispatchId: 'dispatch1',
    category: 'event',
    type: 'tstat',
    eventDay: '2026-07-14',
    startTime: iso(START),
    endTime: iso(END),
    state: 'notified',
    optOutAllowed: true,
    cause: null,
    programId: 'summer-cooling',
    programName: 'Summer Cooling',
    deviceEventLogs: [{ deviceId: 'living', optout: false, eventEnergy: null }],
    devices: [{ ...device, ...more }],
    consequence: { code: 'free', used: 1, free: 3, amount: null, currency: null },
  };
  const [dispatch] = dispatchesOf([event]);
  const one = dispatch?.devices[0];
  if (!dispatch || !one) throw new Error('no dispatch');
  return { dispatch, one };
};

/** Hours from the start. */
const hours = (time: number) => (time - START) / HOUR;

describe('[UX-20] the plan on one time axis', () => {
  test('two hours around the event, the present if it is near, and three phases', () => {
    const { dispatch } = dispatchWith();
    const far = axisOf(dispatch, START - 20 * HOUR);
    expect([hours(far.from), hours(far.to)]).toEqual([-2, 5]);
    expect(far.hours.map(hours)).toEqual([-2, -1, 0, 1, 2, 3, 4, 5]);
    expect(far.phases.map(({ name, from, to }) => [name, hours(from), hours(to)])).toEqual([
      ['prepare', -1, 0],
      ['event', 0, 3],
      ['return', 3, 3.25],
    ]);
    expect(hours(axisOf(dispatch, START - 3.2 * HOUR).from)).toBe(-4);
    expect(hours(axisOf(dispatch, START + HOUR).from)).toBe(-2);
  });

  test('without preparation there are two phases', () => {
    const { dispatch } = dispatchWith({ steps: device.steps.slice(1) });
    expect(axisOf(dispatch, START).phases.map(({ name }) => name)).toEqual(['event', 'return']);
  });

  test('the name of a phase gives way where it would lie over that of the event', () => {
    const { dispatch } = dispatchWith({ steps: device.steps.slice(1) });
    const lasting = (minutes: number) => {
      const end = START + minutes * MINUTE;
      const phases = [
        { name: 'event', from: START, to: end },
        { name: 'return', from: end, to: end + 15 * MINUTE },
      ] as const;
      const axis = { ...axisOf({ ...dispatch, endTime: end }, START), phases };
      return phases.map((phase) => coversEvent(axis, phase));
    };
    expect(lasting(180)).toEqual([null, null]);
    expect(lasting(60)).toEqual([null, 'narrow']);
    expect(lasting(2)).toEqual([null, 'always']);
  });

  test('a device cools ahead, rests, returns in its turn and is as before; nothing is missing between', () => {
    const { dispatch, one } = dispatchWith();
    const axis = axisOf(dispatch, START);
    const segments = segmentsOf(one, axis);
    expect(segments.map(({ kind, degrees }) => [kind, degrees])).toEqual([
      ['own', 74],
      ['cool', 72],
      ['event', 77],
      ['return', 74],
      ['own', 74],
    ]);
    expect(segments[0]?.from).toBe(axis.from);
    expect(segments.at(-1)?.to).toBe(axis.to);
    expect(segments.slice(1).map(({ from }) => from)).toEqual(segments.slice(0, -1).map(({ to }) => to));
  });

  test('a device that leaves is as before from then on', () => {
    const optOut = { at: iso(START + HOUR), cause: 'person', counted: true } as const;
    const { dispatch, one } = dispatchWith({ optOut });
    const axis = axisOf(dispatch, START);
    expect(segmentsOf(one, axis).map(({ kind, to }) => [kind, hours(to)])).toEqual([
      ['own', -56 / 60],
      ['cool', 0],
      ['event', 1],
      ['own', 5],
    ]);
    const before = dispatchWith({ optOut: { ...optOut, at: iso(START - 10 * HOUR) } });
    expect(segmentsOf(before.one, axis)).toEqual([
      { kind: 'own', from: axis.from, to: axis.to, degrees: 74 },
    ]);
  });

  test('[UX-40] at 320 px no label of an hour lies over the word for now, at no minute', () => {
    const { from, to, hours: labels } = axisOf(dispatchWith().dispatch, START);
    // px at that width: of the axis, of half of a label and of half of the word in Spanish.
    const [width, half, halfOfNow] = [254, 21, 20];
    const inside = (place: number, room: number) => Math.min(Math.max(place, room), width - room);
    const middleOf = (time: number, room: number) =>
      inside((placeIn({ from, to }, time) * width) / 100, room);
    const covered: string[] = [];
    for (let now = from; now < to; now += MINUTE) {
      for (const hour of labels.filter((one) => !isNearNow({ from, to }, one, now))) {
        const apart = Math.abs(middleOf(hour, half) - middleOf(now, halfOfNow));
        if (apart < half + halfOfNow) covered.push(`${iso(hour)} at ${iso(now)}`);
      }
    }
    expect(covered).toEqual([]);
    // Further away they stay.
    expect(labels.filter((hour) => !isNearNow({ from, to }, hour, from))).toContain(to);
  });
});
