import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../time/time.ts';
import { decideAction } from './decide.ts';
import type { DeliveryFacts } from './decide.ts';
import {
  isReturnLost,
  mayDeliver,
  withDecision,
  withDelivery,
  withoutOvertakenReturns,
  withReadings,
} from './delivery.ts';
import type { EventDevice } from '../event.ts';
import { needsReturn } from '../participation.ts';
import type { Participation } from '../participation.ts';
import type { PastCommand } from './return-target.ts';
import { cooling, eventOf, home, START } from '../testing/facts.ts';
import { actionOf, before, during, participationOf, tstatAt } from '../testing/participation.ts';
import { holdUntil } from '../timing.ts';

const END = START + 2 * HOUR;
const NOW = START + 30 * MINUTE;
const event = eventOf(cooling, { state: 'active' });
const both = (value: number) => ({ heatSetpoint: value, coolSetpoint: value });
const facts = (
  device: EventDevice,
  commands: PastCommand[] = [],
  others: Participation[] = [],
): DeliveryFacts => ({
  device,
  home,
  history: { commands, schedule: null },
  others,
});
const person = (acceptedAt: number, deliveredAt: number | null, value: number): PastCommand => ({
  origin: 'person',
  acceptedAt,
  expiresAt: acceptedAt + 2 * MINUTE,
  deliveredAt,
  confirmedAt: null,
  body: both(value),
});

describe('a step at its delivery', () => {
  const open = actionOf('during', 'open');
  const joined = participationOf(event, { actions: [open] });
  const decide = (participation: Participation, now = START + MINUTE, more: Partial<typeof event> = {}) =>
    decideAction({ ...event, ...more }, participation, open, facts(tstatAt(START, 74)), now);

  test('is sent with the time at which the device falls back by itself, and what it falls back to', () => {
    expect(decide(joined)).toEqual({
      send: both(77),
      holdUntil: END + 30 * MINUTE,
      before: { at: START, setting: { mode: 'cool', fanMode: 'auto', ...both(74) } },
    });
  });

  test('[T-32] an opt-out wins over a step that is not sent yet', () => {
    const optOut = { at: START, cause: 'person' } as const;
    expect(decide({ ...joined, optOut })).toEqual({ drop: { code: 'opted_out' } });
  });

  test.each<[string, ReturnType<typeof decide>]>([
    ['not_yet', decide(joined, START - 1)],
    ['event_over', decide(joined, END)],
    ['event_over', decide(joined, NOW, { cancelledAt: NOW })],
    ['superseded', decide({ ...joined, round: 2 })],
    ['reading_old', decide(joined, START + 16 * MINUTE)],
  ])('%s', (code, decision) => {
    expect('wait' in decision ? decision.wait : 'drop' in decision && decision.drop.code).toBe(code);
  });

  test('an edit while preparing drops the preparation', () => {
    const preparing = eventOf(cooling, { state: 'preparing' });
    const action = actionOf('before', 'open', { at: START - HOUR });
    const edited = participationOf(preparing, { preparationCancelled: true });
    const decision = decideAction(preparing, edited, action, facts(tstatAt(START - HOUR, 74)), START - HOUR);
    expect(decision).toEqual({ drop: { code: 'edited' } });
  });

  test('joining again before the return has arrived does not move the setting twice', () => {
    const gone = actionOf('after', 'dropped', { reason: { code: 'joined_again' } });
    const again = participationOf(event, { round: 2, before, actions: [during, gone] });
    const step = actionOf('during', 'open', { round: 2 });
    const decision = decideAction(event, again, step, facts(tstatAt(NOW, 77)), NOW);
    expect(decision).toMatchObject({ send: both(77), before });
  });

  test('after a confirmed return the new setting of the owner counts', () => {
    const again = participationOf(event, {
      round: 2,
      before,
      actions: [during, actionOf('after', 'confirmed')],
    });
    const step = actionOf('during', 'open', { round: 2 });
    expect(decideAction(event, again, step, facts(tstatAt(NOW, 72)), NOW)).toMatchObject({ send: both(75) });
  });

  test('[T-33] where another event still holds the device, its owner’s setting counts, and is what it returns to', () => {
    const next = participationOf(event, { eventId: 'event-2' });
    const decideBeside = (...others: Participation[]) =>
      decideAction(event, next, open, facts(tstatAt(NOW, 77), [], others), NOW);
    const held = participationOf(event, { before, actions: [during] });
    const returning = { ...held, actions: [during, actionOf('after', 'delivered')] };
    for (const other of [held, returning])
      expect(decideBeside(other)).toMatchObject({ send: both(77), before });
    const returned = { ...held, actions: [during, actionOf('after', 'confirmed')] };
    for (const others of [[], [returned], [participationOf(event)]])
      expect(decideBeside(...others)).toMatchObject({ send: both(80) });
  });
});

describe('a return at its delivery', () => {
  const open = actionOf('after', 'open', { at: END, expiresAt: END + 24 * HOUR });
  const held = participationOf(event, { before, actions: [during, open] });
  const decide = (now: number, commands: PastCommand[] = [], device = tstatAt(NOW, 77), one = held) =>
    decideAction(event, one, open, facts(device, commands), now);

  test('goes to what held before, and holds for good', () => {
    expect(decide(END)).toEqual({ send: both(74), holdUntil: null, before });
    expect(decide(END - 1)).toEqual({ wait: 'not_yet' });
    expect(decide(END + 24 * HOUR)).toEqual({ expire: true });
  });

  test('is dropped once a person has acted, and waits while that command may still fail', () => {
    expect(decide(END, [person(END - MINUTE, END - MINUTE + SECOND, 71)])).toEqual({
      drop: { code: 'acted_since' },
    });
    const lost = person(END - MINUTE, null, 71);
    expect(decide(END, [lost])).toEqual({ wait: 'command_open' });
    // Overtaken by another one of theirs, it says nothing more: the device is set to what they wanted.
    expect(decide(lost.expiresAt, [lost])).toMatchObject({ send: both(71) });
  });

  test('a fallback of the device counts as the return', () => {
    const late = holdUntil(event) + MINUTE;
    expect(decide(late, [], tstatAt(late, 74))).toEqual({ drop: { code: 'fell_back' } });
    expect(decide(late, [], tstatAt(late, 77))).toMatchObject({ send: both(74) });
  });

  test('is given up for a later round, and after a change at the wall', () => {
    expect(decide(END, [], undefined, { ...held, round: 2 })).toEqual({ drop: { code: 'joined_again' } });
    const optOut = { at: NOW, cause: 'wall' } as const;
    expect(decide(END, [], undefined, { ...held, optOut })).toEqual({ drop: { code: 'wall_change' } });
  });
});

describe('after the link has answered', () => {
  const sent = actionOf('during', 'sent', { command: both(77) });
  const back = actionOf('after', 'sent', { command: both(74), sentAt: END });
  const stateOf = ({ actions }: Participation, phase: string) =>
    actions.find((action) => action.phase === phase)?.state;

  test('[T-32] a command of a step is not delivered after its device left, or the event ended', () => {
    const joined = participationOf(event, { actions: [sent] });
    expect(mayDeliver(event, joined, sent, NOW)).toBe(true);
    expect(mayDeliver(event, { ...joined, optOut: { at: NOW, cause: 'person' } }, sent, NOW)).toBe(false);
    expect(mayDeliver(event, { ...joined, round: 2 }, sent, NOW)).toBe(false);
    expect(mayDeliver({ ...event, cancelledAt: NOW }, joined, sent, NOW)).toBe(false);
    expect(mayDeliver({ ...event, endTime: NOW }, joined, sent, NOW)).toBe(false);
    expect(mayDeliver(event, joined, back, END + HOUR)).toBe(true);
  });

  test('a step that may have reached its device needs a return, whatever the link said', () => {
    const joined = participationOf(event, { actions: [sent] });
    for (const outcome of ['delivered', 'superseded', 'expired', 'refused'] as const) {
      expect(needsReturn(withDelivery(joined, sent, outcome, true, NOW))).toBe(true);
    }
  });

  test('a return that a newer command overtook is decided again; the answer to an earlier try is an answer', () => {
    const held = participationOf(event, { actions: [during, back] });
    expect(stateOf(withDelivery(held, back, 'superseded', false, NOW), 'after')).toBe('open');
    expect(stateOf(withDelivery(held, back, 'superseded', true, NOW), 'after')).toBe('delivered');
    expect(stateOf(withDelivery(held, back, 'refused', true, NOW), 'after')).toBe('dropped');
    expect(stateOf(withDelivery(held, back, 'expired', true, NOW), 'after')).toBe('expired');
  });

  test('a reading taken after a command was sent confirms it; a confirmed return ends what the schedule missed', () => {
    const delivered = participationOf(event, {
      scheduleSkippedAt: NOW,
      actions: [during, { ...back, state: 'delivered' }],
    });
    expect(stateOf(withReadings(delivered, tstatAt(END - 1, 74)), 'after')).toBe('delivered');
    expect(stateOf(withReadings(delivered, tstatAt(END, 77)), 'after')).toBe('delivered');
    const confirmed = withReadings(delivered, tstatAt(END, 74.3));
    expect([stateOf(confirmed, 'after'), confirmed.scheduleSkippedAt]).toEqual(['confirmed', null]);
    expect(isReturnLost({ ...back, state: 'delivered' }, END + 5 * MINUTE)).toBe(true);
    expect(isReturnLost({ ...back, state: 'confirmed' }, END + 5 * MINUTE)).toBe(false);
    // Sent again by a node that does not know when links take commands.
    const again = { ...back, state: 'delivered', sentAt: END + 4 * MINUTE, deliveredAt: END } as const;
    expect(isReturnLost(again, END + 8 * MINUTE)).toBe(false);
    expect(isReturnLost(again, END + 9 * MINUTE)).toBe(true);
  });

  test('[T-33] a return that somebody overtook after the link had taken it waits for no reading', () => {
    const delivered = participationOf(event, {
      actions: [during, { ...back, state: 'delivered', sentAt: END }],
    });
    const after = (command: PastCommand) =>
      stateOf(withoutOvertakenReturns(delivered, { commands: [command], schedule: null }, NOW), 'after');
    expect(after(person(END + SECOND, END + 2 * SECOND, 72))).toBe('dropped');
    expect(after(person(END + SECOND, null, 72))).toBe('delivered');
    expect(after(person(END - SECOND, END + SECOND, 72))).toBe('delivered');
    expect(after({ ...person(END + SECOND, END + 2 * SECOND, 72), body: { fanMode: 'on' } })).toBe(
      'delivered',
    );
  });

  test('a decision is kept with what it was made from', () => {
    const action = actionOf('during', 'open');
    const joined = participationOf(event, { actions: [action] });
    const after = withDecision(joined, action, { send: both(77), holdUntil: END, before }, NOW);
    expect(after).toMatchObject({ before, actions: [{ state: 'sent', sentAt: NOW, command: both(77) }] });
    expect(withDecision(joined, action, { wait: 'not_yet' }, NOW)).toBe(joined);
    expect(withDecision(joined, action, { expire: true }, NOW).actions[0]?.state).toBe('expired');
  });
});
