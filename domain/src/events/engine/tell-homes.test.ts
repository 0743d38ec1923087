import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../time/time.ts';
import { cooling, eventOf, START, water } from '../testing/facts.ts';
import { FIRST } from './rows.ts';
import type { EngineEvent, HomeToTell } from './rows.ts';
import { noticesFor } from './tell-homes.ts';

const NOTIFIED = START - 24 * HOUR;
const joined = { phase: 'joined', after: FIRST, since: NOTIFIED } as const;
const engineEvent = (more: Partial<EngineEvent> = {}): EngineEvent => ({
  ...eventOf(cooling, { notifiedAt: NOTIFIED }),
  providerId: 'provider',
  groups: null,
  dueAt: null,
  joining: joined,
  walk: null,
  ...more,
});
const room = { eventId: 'event-1', deviceId: 'd1', isExcluded: false, isOptedOut: false, planRevision: 0 };
const tank = { ...room, eventId: 'event-2', deviceId: 'd2' };
const homeOf = (devices: HomeToTell['devices'], written: readonly string[] = []): HomeToTell => ({
  providerId: 'provider',
  houseId: 'house-1',
  dispatchId: 'dispatch-1',
  written,
  devices,
});
const event = engineEvent();
const waterEvent = engineEvent({ ...eventOf(water), id: 'event-2', notifiedAt: NOTIFIED });
const namesFor = (home: HomeToTell, events: readonly EngineEvent[], now: number) =>
  noticesFor(home, events, now).due.map(({ event: { id }, notice }) => `${id} ${notice}`);

describe('what a home is told', () => {
  test('homes that take no part are told nothing, and not looked at again', () => {
    const home = homeOf([{ ...room, isExcluded: true }]);
    expect(noticesFor(home, [event], START - HOUR)).toEqual({ due: [], nextAt: null });
  });

  test('each notice once, and the next look is when there is more to say', () => {
    const at = (written: string[], now: number) => noticesFor(homeOf([room], written), [event], now).nextAt;
    expect(namesFor(homeOf([room]), [event], START - HOUR)).toEqual(['event-1 scheduled']);
    expect(namesFor(homeOf([room], ['scheduled']), [event], START - HOUR)).toEqual([]);
    expect(at(['scheduled'], START - HOUR)).toBe(START - 10 * MINUTE);
    expect(at(['scheduled', 'starting'], START)).toBe(event.endTime);
    expect(at(['scheduled', 'starting', 'ended'], event.endTime)).toBeNull();
  });

  test('the announcement waits for the plans of all events of the dispatch, and five minutes at most', () => {
    const behind = { ...waterEvent, joining: { ...joined, phase: 'devices' } as const };
    const home = homeOf([room]);
    expect(noticesFor(home, [event, behind], NOTIFIED + MINUTE)).toEqual({
      due: [],
      nextAt: NOTIFIED + 5 * MINUTE + 1,
    });
    expect(namesFor(home, [event, waterEvent], NOTIFIED + MINUTE)).toEqual(['event-1 scheduled']);
    expect(namesFor(home, [event, behind], NOTIFIED + 5 * MINUTE + 1)).toEqual(['event-1 scheduled']);
  });

  test('of a change or a stop only after its devices were looked at', () => {
    const stopped = { ...event, cancelledAt: START, revision: 1 };
    expect(namesFor(homeOf([room], ['scheduled']), [stopped], START)).toEqual([]);
    const looked = { ...room, planRevision: 1 };
    expect(namesFor(homeOf([looked], ['scheduled']), [stopped], START)).toEqual(['event-1 cancelled']);
    const moved = { ...event, revision: 1 };
    expect(namesFor(homeOf([room], ['scheduled']), [moved], START - HOUR)).toEqual([]);
    expect(namesFor(homeOf([looked], ['scheduled']), [moved], START - HOUR)).toEqual(['event-1 changed']);
  });

  test('of a change that left it without a device it is told, if it was told of the dispatch', () => {
    const moved = { ...event, revision: 1 };
    const lost = { ...room, isExcluded: true, planRevision: 1 };
    expect(namesFor(homeOf([lost], ['scheduled']), [moved], START - HOUR)).toEqual(['event-1 changed']);
    expect(namesFor(homeOf([lost]), [moved], START - HOUR)).toEqual([]);
  });

  test('of the end when no other event of the dispatch holds it any more', () => {
    const longer = { ...waterEvent, endTime: event.endTime + HOUR };
    const told = ['scheduled', 'starting'];
    const home = homeOf([room, tank], told);
    expect(noticesFor(home, [event, longer], event.endTime)).toEqual({ due: [], nextAt: longer.endTime });
    const left = homeOf([room, { ...tank, isOptedOut: true }], told);
    expect(namesFor(left, [event, longer], event.endTime)).toEqual(['event-1 ended']);
  });
});
