import { describe, expect, test } from 'vitest';
import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { dispatchesOf } from '../../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../../dispatch.ts';
import { AXIS_WIDTHS, axisOf, coversEvent, labelsOf, segmentsOf } from './plan-axis.ts';

const START = Date.parse('2026-07-14T23:00:00Z');
const END = START + 3 * HOUR;
const ZONE = 'America/Denver';
const iso = (time: number) => new Date(time).toISOString();

const device: EventDevice = {
  deviceId: 'living',
  steps: [
    {
      phase: 'before',
      at: iso(START - 51.5 * MINUTE),
      until: iso(START),
      command: { coolSetpoint: 72 },
      reason: { code: 'prepare', side: 'cool', shift: 2 },
    },
    {
      phase: 'during',
      at: iso(START + 3 * MINUTE),
      until: iso(END),
      command: { coolSetpoint: 77 },
      reason: { code: 'event', until: iso(END), eased: false, again: false, exports: false },
    },
    {
      phase: 'after',
      at: iso(END + 11.5 * MINUTE),
      until: iso(END + 24 * HOUR),
      command: { coolSetpoint: 74 },
      reason: { code: 'return', after: null },
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
    cancelledAt: null,
    state: 'notified',
    optOutAllowed: true,
    cause: null,
    programId: 'summer-cooling',
    programName: 'Summer Cooling',
    reward: { type: 'per-kwh', amount: 55, currency: 'USD' },
    deviceEventLogs: [{ deviceId: 'living', optout: false, eventEnergy: null }],
    devices: [{ ...device, ...more }],
    consequence: { code: 'free', used: 1, free: 3, amount: null, currency: null },
    leftAt: null,
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
    const far = axisOf(dispatch, START - 20 * HOUR, ZONE);
    expect([hours(far.from), hours(far.to)]).toEqual([-2, 5]);
    expect(far.hours.map(hours)).toEqual([-2, -1, 0, 1, 2, 3, 4, 5]);
    expect(far.phases.map(({ name, from, to }) => [name, hours(from), hours(to)])).toEqual([
      ['prepare', -55 / 60, 0],
      ['event', 0, 3],
      ['return', 3, 3.25],
    ]);
    expect(hours(axisOf(dispatch, START - 3.2 * HOUR, ZONE).from)).toBe(-4);
    expect(hours(axisOf(dispatch, START + HOUR, ZONE).from)).toBe(-2);
  });

  test('[OPT-1] the moment at which an event was cancelled is on its axis, unless that was long before', () => {
    const { dispatch } = dispatchWith();
    const cancelledAt = (...times: readonly (number | null)[]) =>
      axisOf(
        {
          ...dispatch,
          events: times.flatMap((time) =>
            dispatch.events.map((event) => ({ ...event, cancelledAt: time === null ? null : iso(time) })),
          ),
        },
        START + 2 * HOUR,
        ZONE,
      ).cancelledAt;
    expect(cancelledAt(null)).toBeNull();
    expect(cancelledAt(START + HOUR)).toBe(START + HOUR);
    expect(cancelledAt(START + HOUR, START + HOUR + MINUTE)).toBe(START + HOUR + MINUTE);
    // One of two events goes on.
    expect(cancelledAt(START + HOUR, null)).toBeNull();
    expect(cancelledAt(START - 20 * HOUR)).toBeNull();
  });

  test('without preparation there are two phases', () => {
    const { dispatch } = dispatchWith({ steps: device.steps.slice(1) });
    expect(axisOf(dispatch, START, ZONE).phases.map(({ name }) => name)).toEqual(['event', 'return']);
  });

  test('the name of a phase gives way where it would lie over that of the event', () => {
    const { dispatch } = dispatchWith({ steps: device.steps.slice(1) });
    const lasting = (minutes: number) => {
      const end = START + minutes * MINUTE;
      const phases = [
        { name: 'event', from: START, to: end },
        { name: 'return', from: end, to: end + 15 * MINUTE },
      ] as const;
      const axis = { ...axisOf({ ...dispatch, endTime: end }, START, ZONE), phases };
      return phases.map((phase) => coversEvent(axis, phase));
    };
    expect(lasting(180)).toEqual([null, null]);
    expect(lasting(60)).toEqual([null, 'narrow']);
    expect(lasting(2)).toEqual([null, 'always']);
  });

  test('a device cools ahead, rests, returns in its turn and is as before; nothing is missing between', () => {
    const { dispatch, one } = dispatchWith();
    const axis = axisOf(dispatch, START, ZONE);
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
    const axis = axisOf(dispatch, START, ZONE);
    expect(segmentsOf(one, axis).map(({ kind, to }) => [kind, hours(to)])).toEqual([
      ['own', -51.5 / 60],
      ['cool', 0],
      ['event', 1],
      ['own', 5],
    ]);
    const before = dispatchWith({ optOut: { ...optOut, at: iso(START - 10 * HOUR) } });
    expect(segmentsOf(before.one, axis)).toEqual([
      { kind: 'own', from: axis.from, to: axis.to, degrees: 74 },
    ]);
  });

  test('[UX-40] start and end of an event have labels on every axis; one for both where there is no room for two', () => {
    const { dispatch } = dispatchWith();
    const kindsOf = (minutes: number, width: keyof typeof AXIS_WIDTHS) => {
      const short = { ...dispatch, startTime: START - 10 * MINUTE, endTime: START + (minutes - 10) * MINUTE };
      const axis = axisOf(short, START, ZONE);
      return labelsOf(axis, AXIS_WIDTHS[width]).map(({ kind, from }) => `${kind} ${hours(from).toFixed(1)}`);
    };
    expect(kindsOf(40, 'narrow')).toEqual(['hour -3.0', 'range -0.2', 'hour 3.0']);
    expect(kindsOf(40, 'wide')).toEqual([
      'hour -3.0',
      'hour -2.0',
      'hour -1.0',
      'range -0.2',
      'hour 2.0',
      'hour 3.0',
    ]);
    expect(kindsOf(180, 'tiny')).toEqual(['range -0.2']);
    expect(kindsOf(180, 'narrow')).toEqual(['hour -3.0', 'edge -0.2', 'edge 2.8']);
    expect(kindsOf(180, 'wide')).toEqual(['hour -3.0', 'edge -0.2', 'hour 1.0', 'edge 2.8', 'hour 5.0']);
    expect(kindsOf(180, 'widest')).toEqual([
      'hour -3.0',
      'hour -2.0',
      'hour -1.0',
      'edge -0.2',
      'hour 1.0',
      'hour 2.0',
      'edge 2.8',
      'hour 4.0',
      'hour 5.0',
    ]);
  });

  test('[UX-40] hours are those of the home’s clock, in zones of half hours and over a change of the clock', () => {
    const { dispatch } = dispatchWith();
    const at = (zone: string, start: string) => {
      const startTime = Date.parse(start);
      return axisOf({ ...dispatch, devices: [], startTime, endTime: startTime + HOUR }, startTime, zone);
    };
    const minutesOf = (zone: string, times: readonly number[]) =>
      times.map((time) =>
        new Intl.DateTimeFormat('en', { hour: 'numeric', minute: 'numeric', timeZone: zone }).format(time),
      );
    const adelaide = at('Australia/Adelaide', '2026-07-14T08:30:00Z');
    expect(minutesOf('Australia/Adelaide', adelaide.hours).every((text) => text.includes(':00'))).toBe(true);
    // The hour from 1 to 2 comes twice.
    const denver = at(ZONE, '2026-11-01T07:30:00Z');
    expect(minutesOf(ZONE, denver.hours).filter((text) => text.startsWith('1:00'))).toHaveLength(2);
  });
});
