import { afterEach, describe, expect, test } from 'vitest';
import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import { dispatchesOf, isAllTakenOut, isHeld, isLeft, phaseOf } from './dispatch.ts';
import { joinableAs } from './leaving/rejoin-option.ts';
import type { Dispatch } from './dispatch.ts';
import { rejoinOption } from './leaving/rejoin-option.ts';
import { leftStatus, leftTitle } from './leaving/left-status.ts';
import { eventsToShow } from './page/events-to-show.ts';

afterEach(forgetEnglish);

const START = Date.parse('2026-11-16T00:00:00.000Z');
const MINUTE = 60_000;
const END = START + 180 * MINUTE;
const iso = (time: number) => new Date(time).toISOString();

const deviceOf = (deviceId: string, more: Partial<EventDevice> = {}): EventDevice => ({
  deviceId,
  steps: [],
  excluded: null,
  optOut: null,
  eased: false,
  mayEase: false,
  easesTo: null,
  outcome: 'pending',
  returned: null,
  ...more,
});
const eventOf = (
  id: string,
  devices: readonly EventDevice[],
  more: Partial<HouseEvent> = {},
): HouseEvent => ({
  id,
  dispatchId: 'one',
  category: 'event',
  type: 'tstat',
  eventDay: '2026-11-15',
  startTime: iso(START),
  endTime: iso(END),
  cancelledAt: null,
  state: 'notified',
  optOutAllowed: true,
  cause: null,
  programId: 'p',
  programName: 'P',
  reward: { type: 'per-kwh', amount: 55, currency: 'USD' },
  deviceEventLogs: [],
  devices: [...devices],
  consequence: { code: 'nothing', used: null, free: null, amount: null, currency: null },
  leftAt: null,
  ...more,
});
const onlyOf = (events: readonly HouseEvent[]): Dispatch => {
  const [first, ...more] = dispatchesOf(events);
  if (!first || more.length > 0) throw new Error('not one dispatch');
  return first;
};
const leftAt = (at: number, cause: 'person' | 'wall' | 'provider' = 'person') => ({
  optOut: { at: iso(at), cause, counted: true },
});
const firstDevice = (device: EventDevice) => {
  const [first] = onlyOf([eventOf('a', [device])]).devices;
  if (!first) throw new Error('no device');
  return first;
};

describe('[UX-20] the events of a dispatch are one', () => {
  test('from the earliest start to the latest end, each device once, excluded ones apart', () => {
    const excluded = { excluded: { code: 'other_event' } } as const;
    const dispatch = onlyOf([
      eventOf('b', [deviceOf('water'), deviceOf('room', excluded)], {
        type: 'hwh',
        startTime: iso(START + MINUTE),
        endTime: iso(END + MINUTE),
        cause: { en: 'Cold' },
      }),
      eventOf('a', [deviceOf('room'), deviceOf('car', excluded)]),
    ]);
    expect(dispatch).toMatchObject({
      eventId: 'a',
      startTime: START,
      endTime: END + MINUTE,
      cause: { en: 'Cold' },
    });
    expect(dispatch.devices.map(({ deviceId, event }) => `${deviceId} ${event.id}`)).toEqual([
      'room a',
      'water b',
    ]);
    expect(dispatch.excluded.map(({ deviceId }) => deviceId)).toEqual(['car']);
  });

  test('its devices stand in the order of the home’s cards, whatever the order of events; unknown ones last', () => {
    const events = [
      eventOf('a', [deviceOf('gone'), deviceOf('water')], { type: 'hwh' }),
      eventOf('b', [deviceOf('bedroom'), deviceOf('living')]),
    ];
    const home = ['living', 'bedroom', 'water'].map((id) => ({ id }));
    const [dispatch] = dispatchesOf(events, home);
    expect(dispatch?.devices.map(({ deviceId }) => deviceId)).toEqual(['living', 'bedroom', 'water', 'gone']);
  });

  test('events in which no device takes part come from the call of the dispatch, all others from the dashboard while it has them', () => {
    const room = eventOf('a', [deviceOf('room', { eased: true })]);
    const older = eventOf('a', [deviceOf('room')]);
    const water = eventOf('b', [deviceOf('water', { excluded: { code: 'left_out_by_owner' } })]);
    const over = eventOf('c', [deviceOf('car')]);
    expect(eventsToShow([room], [older, water, over])).toEqual([room, water]);
    const back = eventOf('d', [deviceOf('tank')], { state: 'ended' });
    expect(eventsToShow([room], [older, back])).toEqual([room, back]);
    expect(eventsToShow([], [older, water])).toEqual([older, water]);
    expect(eventsToShow([room], [])).toEqual([room]);
  });

  test('dispatches follow one another by their starts', () => {
    const later = eventOf('b', [], { dispatchId: 'two', startTime: iso(START + MINUTE) });
    expect(dispatchesOf([later, eventOf('a', [])]).map(({ id }) => id)).toEqual(['one', 'two']);
  });

  test('its phase follows its times; a step before the start prepares', () => {
    const dispatch = onlyOf([eventOf('a', [deviceOf('room')])]);
    const phases = [START - 1, START, END - 1, END].map((at) => phaseOf(dispatch, at));
    expect(phases).toEqual(['upcoming', 'active', 'active', 'over']);
    const under = onlyOf([eventOf('a', [deviceOf('room')], { state: 'returning' })]);
    expect(phaseOf(under, END)).toBe('returning');
    // Who had left reads nothing of the return.
    const gone = onlyOf([eventOf('a', [deviceOf('room', leftAt(START))], { state: 'returning' })]);
    expect(phaseOf(gone, END)).toBe('over');
    const step = { phase: 'before', at: iso(START - MINUTE), until: iso(START), command: {} } as const;
    const reason = { code: 'prepare', side: 'heat', shift: 2 } as const;
    const prepared = onlyOf([eventOf('a', [deviceOf('room', { steps: [{ ...step, reason }] })])]);
    expect([START - 2 * MINUTE, START - MINUTE].map((at) => phaseOf(prepared, at))).toEqual([
      'upcoming',
      'preparing',
    ]);
  });
});

describe('[OPT-1] leaving and joining again', () => {
  test('[OPT-2] a dispatch is left when every device is out; a device is held while its event runs', () => {
    expect(isLeft(onlyOf([eventOf('a', [deviceOf('x', leftAt(START)), deviceOf('y')])]))).toBe(false);
    expect(isLeft(onlyOf([eventOf('a', [deviceOf('x', leftAt(START))])]))).toBe(true);
    const held = [START - 1, START, END].map((at) => isHeld(firstDevice(deviceOf('x')), at));
    expect(held).toEqual([false, true, false]);
    expect(isHeld(firstDevice(deviceOf('x', leftAt(START))), START)).toBe(false);
    // Let go before the end, as in a storm or an outage.
    expect(isHeld(firstDevice(deviceOf('x', { returned: 'pending' })), START)).toBe(false);
  });

  test('undo for ten seconds, joining again until a quarter of an hour before the end', () => {
    const out = firstDevice(deviceOf('x', leftAt(START)));
    const ways = [START, START + 9_999, START + 10_000, END - 15 * MINUTE, END - 15 * MINUTE + 1].map((at) =>
      joinableAs(out, at),
    );
    expect(ways).toEqual(['undo', 'undo', 'rejoin', 'rejoin', null]);
    const late = firstDevice(deviceOf('x', leftAt(END - MINUTE)));
    expect([END - MINUTE, END].map((at) => joinableAs(late, at))).toEqual(['undo', null]);
    const byHand = firstDevice(deviceOf('x', leftAt(START, 'wall')));
    expect([START + MINUTE, END - 1, END].map((at) => joinableAs(byHand, at))).toEqual([
      'undo',
      'undo',
      null,
    ]);
    expect(joinableAs(firstDevice(deviceOf('x')), START)).toBeNull();
  });

  test('when the last device leaves after an earlier one, it alone can be undone for ten seconds', () => {
    const { devices } = onlyOf([
      eventOf('a', [deviceOf('early', leftAt(START)), deviceOf('late', leftAt(START + MINUTE))]),
    ]);
    const wayAt = (at: number) => {
      const option = rejoinOption(devices, at);
      return option && [option.kind, ...option.devices.map(({ deviceId }) => deviceId)];
    };
    expect(wayAt(START + MINUTE)).toEqual(['undo', 'late']);
    expect(wayAt(START + MINUTE + 10_000)).toEqual(['rejoin', 'early', 'late']);
    expect(wayAt(END - MINUTE)).toBeNull();
  });

  test('[API-3] [UX-24] what the utility took out has no way back, is not called an opt-out, and costs nothing', () => {
    const taken = deviceOf('taken', leftAt(START, 'provider'));
    expect(joinableAs(firstDevice(taken), START)).toBeNull();
    const all = onlyOf([eventOf('a', [taken])]);
    expect([isLeft(all), isAllTakenOut(all), leftTitle(all)]).toEqual([
      true,
      true,
      'event.left.title.takenOut',
    ]);
    const some = onlyOf([eventOf('a', [taken, deviceOf('left', leftAt(START))])]);
    expect([isAllTakenOut(some), rejoinOption(some.devices, START)?.devices.length]).toEqual([false, 1]);
  });

  test('[UX-24] the way back is told from what the server knows', () => {
    const statusOf = (more: Partial<EventDevice>, at = START) =>
      leftStatus(firstDevice(deviceOf('x', { ...leftAt(START), ...more })), at).text;
    expect(statusOf({ returned: 'pending' }, START + 90_000)).toBe('event.left.pending');
    expect(statusOf({ returned: 'pending' }, START + 90_001)).toBe('event.left.slow');
    expect(statusOf({ returned: 'done' })).toBe('event.left.done');
    expect(statusOf({ returned: 'failed' })).toBe('event.left.failed');
    expect(statusOf({})).toBe('event.left.untouched');
    expect(statusOf(leftAt(START, 'wall'))).toBe('event.left.wall');
    const taken = leftAt(START, 'provider');
    expect(statusOf({ ...taken, returned: 'pending' })).toBe('event.left.pending.provider');
    expect(statusOf({ ...taken, returned: 'done' })).toBe('event.left.provider');
    expect(statusOf(taken)).toBe('event.left.untouched.provider');
  });
});

test('[LANG-1] [LANG-4] why an event is held is told in the language that is shown, never in another one', async () => {
  const told = async (language: 'en' | 'es', cause: HouseEvent['cause']) => {
    const { causeText } = await withTexts(language, () => import('./dispatch.ts'));
    return causeText({ cause });
  };
  const both = { en: 'Cold front', es: 'Frente frío' };
  expect([await told('es', both), await told('en', both)]).toEqual(['Frente frío', 'Cold front']);
  expect(await told('es', { en: 'Cold front' })).toBeNull();
  expect(await told('es', null)).toBeNull();
});
