import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../time/time.ts';
import { cancelEvent, changeEvent } from './change.ts';
import type { EventState } from '#contract/entities/event.ts';
import type { DemandEvent } from '../event.ts';
import { isReturnLost, withDelivery } from './delivery.ts';
import { actionsDue, lateReturns, nextState } from './life.ts';
import type { EventSummary } from './life.ts';
import { nextLook } from './next-look.ts';
import { mayTextNow, noticeName, noticesOf } from './notices.ts';
import type { EventAction, Participation, PassingReason } from '../participation.ts';
import { cooling, eventOf, START, water } from '../testing/facts.ts';
import { actionOf, before, during, participationOf } from '../testing/participation.ts';
import { returnTime } from '../timing.ts';

const END = START + 2 * HOUR;
const quiet: EventSummary = {
  isDispatchNotified: false,
  hasSentSteps: false,
  openReturns: 0,
  hasProvisionalResults: false,
  hasFinalResults: false,
};
const stateOf = (state: EventState, now: number, more: Partial<EventSummary & DemandEvent> = {}) =>
  nextState(eventOf(cooling, { state, ...more }), { ...quiet, ...more }, now);
describe('states', () => {
  test.each<[EventState, number, EventState]>([
    ['scheduled', START - DAY, 'notified'],
    ['notified', START - HOUR, 'preparing'],
    ['preparing', START, 'active'],
    ['active', END, 'returning'],
  ])('%s ends at its time, not a millisecond earlier', (state, at, next) => {
    expect(stateOf(state, at)).toBe(next);
    expect(stateOf(state, at - 1)).toBeNull();
  });

  test('the events of a dispatch are announced together, when the first of them is', () => {
    expect(stateOf('scheduled', START - 2 * DAY)).toBeNull();
    expect(stateOf('scheduled', START - 2 * DAY, { isDispatchNotified: true })).toBe('notified');
    expect(stateOf('notified', START - 2 * DAY, { isDispatchNotified: true })).toBeNull();
  });

  test('without two hours of notice preparing has no duration', () => {
    const notifiedAt = START - HOUR;
    expect(stateOf('notified', START - 1, { notifiedAt })).toBeNull();
    expect(stateOf('notified', START, { notifiedAt })).toBe('preparing');
  });

  test('returning lasts until every device is back, or the devices have fallen back by themselves', () => {
    expect(stateOf('returning', END)).toBe('ended');
    expect(stateOf('returning', END + MINUTE, { openReturns: 1 })).toBeNull();
    expect(stateOf('returning', END + 30 * MINUTE, { openReturns: 1 })).toBe('ended');
  });

  test('results lead on from there', () => {
    expect(stateOf('ended', END + DAY)).toBeNull();
    expect(stateOf('ended', END + DAY, { hasProvisionalResults: true })).toBe('provisional');
    expect(stateOf('provisional', END + DAY, { hasFinalResults: true })).toBe('final');
    expect(stateOf('final', END + 99 * DAY)).toBeNull();
  });

  test('cancelling after any action passes through returning', () => {
    const cancelledAt = START + MINUTE;
    expect(stateOf('active', cancelledAt, { cancelledAt })).toBe('cancelled');
    expect(stateOf('active', cancelledAt, { cancelledAt, hasSentSteps: true })).toBe('returning');
    expect(stateOf('returning', cancelledAt, { cancelledAt, openReturns: 1 })).toBeNull();
    expect(stateOf('returning', cancelledAt, { cancelledAt })).toBe('cancelled');
  });

  test('an event over a change of the clock lasts its real seconds', () => {
    // The clocks of Denver go back at 08:00 UTC.
    const startTime = Date.parse('2026-11-01T07:30:00Z');
    const window = { startTime, endTime: startTime + HOUR, state: 'active' as const };
    expect(stateOf('active', startTime + HOUR - 1, window)).toBeNull();
    expect(stateOf('active', startTime + HOUR, window)).toBe('returning');
  });
});

describe('actions', () => {
  const active = eventOf(cooling, { state: 'active' });
  const due = (event: DemandEvent, participation: Participation, now: number) =>
    actionsDue(event, participation, now).map(({ round, phase }) => `${round} ${phase}`);

  test('each phase writes its step once', () => {
    const preparing = eventOf(cooling, { state: 'preparing' });
    expect(due(preparing, participationOf(preparing), START - 50 * MINUTE)).toEqual(['1 before']);
    expect(due(active, participationOf(active), START)).toEqual(['1 during']);
    expect(due(active, participationOf(active, { actions: [during] }), START)).toEqual([]);
  });

  test('a device that left gets no step, and its return at once', () => {
    const optOut = { at: START + 9 * MINUTE, cause: 'person' } as const;
    expect(due(active, participationOf(active, { optOut }), optOut.at)).toEqual([]);
    const [action] = actionsDue(active, participationOf(active, { optOut, actions: [during] }), optOut.at);
    expect(action).toMatchObject({ phase: 'after', at: optOut.at, expiresAt: optOut.at + DAY });
  });

  test('a later round writes its own step', () => {
    expect(due(active, participationOf(active, { round: 2, actions: [during] }), START + HOUR)).toEqual([
      '2 during',
    ]);
  });

  test('at the end what was acted on returns, in its place of the spread; nothing else does', () => {
    const over = eventOf(cooling, { state: 'returning' });
    const [action] = actionsDue(over, participationOf(over, { actions: [during] }), END);
    expect(action).toMatchObject({ phase: 'after', at: returnTime(over, 'device-1') });
    const unsent = actionOf('during', 'dropped', { sentAt: null, reason: { code: 'step_over' } });
    expect(due(over, participationOf(over, { actions: [unsent] }), END)).toEqual([]);
    const gone = actionOf('after', 'dropped', { reason: { code: 'joined_again' } });
    expect(due(over, participationOf(over, { round: 2, actions: [during, gone] }), END)).toEqual(['2 after']);
  });

  test('a device that was prepared and then takes no part returns at once', () => {
    const left = actionOf('during', 'dropped', {
      sentAt: null,
      reason: { code: 'mode_unsuitable', mode: 'off' },
    });
    const actions = [actionOf('before', 'confirmed'), left];
    expect(due(active, participationOf(active, { actions }), START + MINUTE)).toEqual(['1 after']);
  });

  test('a schedule that was held up is made up for, also where no step was sent', () => {
    const over = eventOf(water, { state: 'returning' });
    const skipped = participationOf(eventOf(cooling), { scheduleSkippedAt: START + HOUR });
    expect(due(over, skipped, END)).toEqual(['1 after']);
  });

  test('a return that no reading shows is tried again and raises an alarm after five minutes', () => {
    const over = eventOf(cooling, { state: 'returning' });
    const lost = actionOf('after', 'delivered', { at: END, sentAt: END });
    const participations = [participationOf(over, { before, actions: [during, lost] })];
    expect([isReturnLost(lost, END + 5 * MINUTE - 1), isReturnLost(lost, END + 5 * MINUTE)]).toEqual([
      false,
      true,
    ]);
    expect(lateReturns(over, participations, END + 5 * MINUTE)).toEqual([]);
    expect(lateReturns(over, participations, END + 5 * MINUTE + 1)).toHaveLength(1);
  });

  test('[API-3] [T-33] what the utility took out before it answered raises the alarm as well when it does not return', () => {
    const event = eventOf(cooling, { state: 'active' });
    const sent = actionOf('after', 'sent', { at: START + 10 * MINUTE });
    const actions = [actionOf('during', 'sent'), sent];
    const optOut = { at: START + 10 * MINUTE, cause: 'provider' } as const;
    const taken = participationOf(event, { before, actions, optOut });
    expect(lateReturns(event, [taken], START + 15 * MINUTE)).toEqual([]);
    expect(lateReturns(event, [taken], START + 15 * MINUTE + 1)).toEqual([taken]);
  });

  test('[T-33] a return that its link took late is tried again five minutes after that', () => {
    const over = eventOf(cooling, { state: 'returning' });
    const sent = actionOf('after', 'sent', { at: END, sentAt: END });
    const joined = participationOf(over, { before, actions: [during, sent] });
    const takenAt = END + 20 * MINUTE;
    const late = withDelivery(joined, sent, 'delivered', true, takenAt);
    const isLost = (now: number) => late.actions.some((action) => isReturnLost(action, now));
    expect([isLost(takenAt + 5 * MINUTE - 1), isLost(takenAt + 5 * MINUTE)]).toEqual([false, true]);
    expect(nextLook(over, late, takenAt)).toMatchObject({ dueAt: takenAt + 5 * MINUTE, returning: true });
  });

  test('a return that was refused or has expired raises the alarm, one that is no longer needed does not', () => {
    const over = eventOf(cooling, { state: 'returning' });
    const isAlarmed = (after: EventAction, round = 1, now = END + 5 * MINUTE + 1) =>
      lateReturns(over, [participationOf(over, { before, round, actions: [during, after] })], now).length > 0;
    const dropped = (code: PassingReason) =>
      actionOf('after', 'dropped', { at: END, sentAt: END, reason: { code } });
    expect(isAlarmed(dropped('refused'))).toBe(true);
    expect(isAlarmed(dropped('refused'), 1, END + 5 * MINUTE)).toBe(false);
    expect(isAlarmed(actionOf('after', 'expired', { at: END }))).toBe(true);
    const unneeded = ['acted_since', 'wall_change', 'fell_back', 'joined_again'] as const;
    expect(unneeded.filter((code) => isAlarmed(dropped(code)))).toEqual([]);
    // The device has joined again: the return of its later round counts.
    expect(isAlarmed(dropped('refused'), 2)).toBe(false);
  });
});

describe('notices', () => {
  const namesOf = (event: DemandEvent, now: number) =>
    noticesOf(event, now).map((notice) => noticeName(event, notice));

  test('the home hears of the event, of its start and of its end, by names that make each unique', () => {
    const event = eventOf(cooling);
    expect(namesOf(event, START - 2 * HOUR)).toEqual(['scheduled']);
    expect(namesOf(event, START - 10 * MINUTE)).toEqual(['scheduled', 'starting']);
    expect(namesOf({ ...event, state: 'returning' }, END)).toEqual(['ended']);
    expect(namesOf({ ...event, revision: 2 }, START - 2 * HOUR)).toContain(`changed-${event.id}-2`);
    expect(namesOf({ ...event, cancelledAt: START }, START)).toEqual([`cancelled-${START}`]);
  });

  test('who hears of it in the last minutes is not told again that it starts', () => {
    const late = eventOf(cooling, { notifiedAt: START - 5 * MINUTE });
    expect(namesOf(late, START)).toEqual(['scheduled']);
  });

  test('texts keep quiet from 21:00 to 8:00 of the home, unless the event begins within 12 hours', () => {
    const at = (time: string) => Date.parse(time);
    const noon = at('2026-07-16T18:00:00Z');
    expect(mayTextNow('America/Denver', noon, at('2026-07-15T02:59:00Z'))).toBe(true);
    expect(mayTextNow('America/Denver', noon, at('2026-07-15T03:00:00Z'))).toBe(false);
    expect(mayTextNow('America/Denver', noon, at('2026-07-15T14:00:00Z'))).toBe(true);
    expect(mayTextNow('America/Denver', noon, at('2026-07-16T06:00:00Z'))).toBe(true);
    expect(mayTextNow('America/Denver', noon, at('2026-07-16T05:59:00Z'))).toBe(false);
  });
});

describe('changes by the operator', () => {
  test('before devices are acted on everything may change, and people are told once they know of it', () => {
    const moved = changeEvent(eventOf(cooling), { startTime: START + HOUR }, START - DAY);
    expect(moved).toMatchObject({ changed: { startTime: START + HOUR, revision: 1 } });
    const unknown = eventOf(cooling, { state: 'scheduled', notifiedAt: null });
    expect(changeEvent(unknown, { intensity: 50 }, START - DAY)).toMatchObject({ changed: { revision: 0 } });
    expect(changeEvent(eventOf(cooling), {}, START)).toMatchObject({ changed: { revision: 0 } });
  });

  test('while it runs it can only end earlier, and an event that is over stays', () => {
    const active = eventOf(cooling, { state: 'active' });
    const code = (change: Parameters<typeof changeEvent>[1], now = START + MINUTE) => {
      const result = changeEvent(active, change, now);
      return 'refused' in result ? result.refused.code : null;
    };
    expect(code({ endTime: END - HOUR })).toBeNull();
    expect([code({ endTime: END + 1 }), code({ intensity: 10 })]).toEqual(['event_running', 'event_running']);
    expect([code({ endTime: START }), code({ endTime: START + MINUTE })]).toEqual([
      'event_end_past',
      'event_end_past',
    ]);
    expect(code({ endTime: START }, START - HOUR)).toBe('event_window_invalid');
    expect(code({ endTime: END - HOUR }, END)).toBe('event_over');
    expect(cancelEvent(active, END)).toEqual({ refused: { code: 'event_over' } });
    expect(cancelEvent(active, START)).toMatchObject({ changed: { cancelledAt: START, revision: 1 } });
  });
});
