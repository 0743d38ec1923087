import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../time/time.ts';
import { optOutConsequence } from './consequence.ts';
import type { OptOutRecord } from './consequence.ts';
import { targetWithoutLimits } from '../plan/target-without-limits.ts';
import { easedTarget } from '../plan/eased-target.ts';
import type { Comfort, Exclusion } from '../event.ts';
import { countOutcomes, isLocked, outcomeOf } from '../outcome.ts';
import type { Participation } from '../participation.ts';
import {
  ease,
  joinAgain,
  joinRefusal,
  optOut,
  takeBackEase,
  takeOut,
  withEdit,
  withLimits,
  withSkippedSchedule,
} from './people.ts';
import type { ParticipationChange } from './people.ts';
import { planFor } from '../plan/plan.ts';
import {
  cooling,
  deviceOf,
  eventOf,
  heating,
  home,
  readingsAt,
  START,
  thermostatAt,
  water,
} from '../testing/facts.ts';
import { actionOf, before, during, participationOf, tstatAt } from '../testing/participation.ts';
import { mayStillJoin } from './house-dispatch.ts';
import { changeFound, withOwnSchedule, withWallChange } from './wall-change.ts';

const END = START + 2 * HOUR;
const event = eventOf(cooling, { state: 'active' });
const taking = participationOf(event, { before, actions: [during] });
const codeOf = (change: ParticipationChange) => ('refused' in change ? change.refused.code : null);
const changed = (change: ParticipationChange): Participation => {
  if ('refused' in change) throw new Error(change.refused.code);
  return change.changed;
};
const NOW = START + 30 * MINUTE;
const left = changed(optOut(event, taking, 'person', NOW));
const room = tstatAt(NOW, 77);

describe('[OPT-1] leaving', () => {
  test('takes the device out at once, and once', () => {
    expect(left).toMatchObject({ optOut: { at: NOW, cause: 'person' }, optOutCounted: true });
    expect(changed(optOut(event, left, 'person', NOW + 1))).toBe(left);
    expect(changed(optOut(eventOf(cooling), taking, 'person', START - HOUR)).optOut).not.toBeNull();
  });

  test('is refused after the end, where it is not allowed, and for devices that take no part', () => {
    expect(codeOf(optOut(event, taking, 'person', END))).toBe('event_over');
    expect(codeOf(optOut({ ...event, cancelledAt: NOW }, taking, 'person', NOW))).toBe('event_over');
    const forced = { ...event, optOutAllowed: false };
    expect(codeOf(optOut(forced, taking, 'person', NOW))).toBe('opt_out_not_allowed');
    expect(codeOf(optOut(forced, taking, 'limits', NOW))).toBeNull();
    const excluded = { ...taking, plan: { excluded: { code: 'life_support' } } } as const;
    expect(codeOf(optOut(event, excluded, 'person', NOW))).toBe('not_in_event');
  });

  test('tightening the limits below what the event needs counts as leaving', () => {
    const comfort = (coolCeiling: number) => ({ ...home.comfort, coolCeiling });
    expect(withLimits(event, taking, room, comfort(76), NOW).optOut?.cause).toBe('limits');
    expect(withLimits(event, taking, room, comfort(77), NOW)).toBe(taking);
  });

  test('only the limit of the program’s side counts: a floor does not end a cooling event, a ceiling no heating one', () => {
    expect(withLimits(event, taking, room, { ...home.comfort, heatFloor: 78 }, NOW)).toBe(taking);
    const winter = eventOf(heating, { state: 'active' });
    const plan = planFor(winter, tstatAt(START - MINUTE, 70, 'heat'), home, START);
    const held = participationOf(winter, { plan });
    const limited = (limits: Partial<Comfort>) =>
      withLimits(winter, held, room, { ...home.comfort, ...limits }, NOW).optOut?.cause;
    expect([limited({ coolCeiling: 66 }), limited({ heatFloor: 68 })]).toEqual([undefined, 'limits']);
  });

  test('[T-28] hot water is kept by its own limit: one above what the event holds it at ends it, those of rooms do not', () => {
    const hot = eventOf(water, { state: 'active' });
    const heater = deviceOf('hwh', 'ge', { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 130 });
    const held = participationOf(hot, { plan: planFor(hot, heater, home, START) });
    const limited = (limits: Partial<Comfort>) =>
      withLimits(hot, held, heater, { ...home.comfort, ...limits }, NOW).optOut?.cause;
    expect(limited({ hotWaterMinimum: 111 })).toBe('limits');
    expect(limited({ hotWaterMinimum: 110 })).toBeUndefined();
    expect(limited({ coolCeiling: 70, heatFloor: 74 })).toBeUndefined();
    expect(withLimits(event, taking, room, { ...home.comfort, hotWaterMinimum: 120 }, NOW)).toBe(taking);
  });
});

describe('[OPT-1] taking back ease', () => {
  const eased = changed(ease(event, taking, NOW));

  test('is another round with the whole shift, until the end of the event', () => {
    expect(changed(takeBackEase(event, eased, END - 1))).toMatchObject({
      round: 3,
      eased: false,
      optOut: null,
    });
    expect(changed(takeBackEase(event, taking, NOW)), 'nothing to take back').toBe(taking);
    expect(codeOf(takeBackEase(event, eased, END))).toBe('event_over');
    const out = changed(optOut(event, eased, 'person', NOW));
    expect(codeOf(takeBackEase(event, out, NOW))).toBe('opted_out');
  });

  test('people leave until the last moment, and not after it', () => {
    expect(changed(optOut(event, taking, 'person', END - 1)).optOut).toEqual({
      at: END - 1,
      cause: 'person',
    });
    expect(codeOf(optOut(event, taking, 'person', END))).toBe('event_over');
  });
});

describe('[API-3] taken out by the provider', () => {
  const planned = participationOf(event);
  const taken = takeOut(event, taking, 'provider', NOW);

  test('is no opt-out: it counts for nothing, and nobody can take it back, leave or ease', () => {
    expect(taken).toMatchObject({ optOut: { at: NOW, cause: 'provider' }, optOutCounted: false });
    expect(takeOut(event, taken, 'provider', NOW + 1)).toBe(taken);
    for (const at of [NOW, NOW + SECOND, NOW + 30 * MINUTE, END - 1]) {
      expect(codeOf(joinAgain(event, taken, at))).toBe('taken_out');
      expect(codeOf(optOut(event, taken, 'person', at))).toBe('taken_out');
      expect(codeOf(ease(event, taken, at))).toBe('taken_out');
      expect(codeOf(takeBackEase(event, { ...taken, eased: true }, at))).toBe('taken_out');
    }
    expect(withLimits(event, taken, room, { ...home.comfort, coolCeiling: 74 }, NOW)).toBe(taken);
  });

  test('also where people may not leave, and what waits to join; not after the end, nor what has left', () => {
    expect(takeOut({ ...event, optOutAllowed: false }, taking, 'provider', NOW).optOut).not.toBeNull();
    const waiting = { ...planned, plan: { excluded: { code: 'switched_off', mode: 'off' } } } as const;
    const out = takeOut(event, waiting, 'provider', NOW);
    expect([mayStillJoin(event, waiting, NOW), mayStillJoin(event, out, NOW)]).toEqual([true, false]);
    expect(out.optOut).not.toBeNull();
    const never = { ...planned, plan: { excluded: { code: 'life_support' } } } as const;
    expect(takeOut(event, never, 'provider', NOW)).toBe(never);
    expect(takeOut(event, taking, 'provider', END)).toBe(taking);
    expect(takeOut(event, left, 'provider', NOW)).toBe(left);
  });

  test('it has responded if it did so before, else it is excluded, whatever was sent; outcomes add up', () => {
    const asked = { ...planned, actions: [actionOf('during', 'delivered')] };
    const prepared = { ...planned, actions: [actionOf('before', 'confirmed')] };
    const all = [taking, planned, asked, prepared].map((one) => takeOut(event, one, 'provider', NOW));
    const outcomes = (at: number) => all.map((one) => outcomeOf(event, one, at));
    expect(outcomes(NOW)).toEqual(['responded', 'excluded', 'excluded', 'excluded']);
    expect(outcomes(END)).toEqual(outcomes(NOW));
    expect(countOutcomes(event, [...all, left], END)).toEqual({
      enrolled: 5,
      excluded: 3,
      leftBefore: 0,
      contacted: 2,
      responded: 1,
      pending: 0,
      noResponse: 0,
      optedOut: 1,
    });
    const beforehand = countOutcomes(event, [takeOut(event, planned, 'provider', START - HOUR)], END);
    expect(beforehand).toMatchObject({ excluded: 1, leftBefore: 0, contacted: 0 });
  });

  test('an opt-out of before stays counted', () => {
    const back = changed(joinAgain(event, left, NOW + MINUTE));
    expect(takeOut(event, back, 'provider', NOW + 2 * MINUTE)).toMatchObject({
      optOutCounted: true,
      optOutStays: true,
    });
  });
});

describe('joining again', () => {
  test('within ten seconds the opt-out is not counted, later it stays', () => {
    expect(changed(joinAgain(event, left, NOW + 10 * SECOND))).toMatchObject({
      round: 2,
      optOut: null,
      optOutCounted: false,
    });
    // Pressed in the last moment, it arrives later, and may then wait for its turn.
    const [arrives, turn] = [NOW + 15 * SECOND, NOW + 24 * SECOND];
    expect(changed(joinAgain(event, left, turn, arrives)).optOutCounted).toBe(false);
    expect(changed(joinAgain(event, left, arrives + 1)).optOutCounted).toBe(true);
  });

  test('[OPT-1] undoing a second opt-out leaves the first one counted', () => {
    const back = changed(joinAgain(event, left, NOW + MINUTE));
    const again = changed(optOut(event, back, 'person', NOW + 2 * MINUTE));
    const undone = changed(joinAgain(event, again, NOW + 2 * MINUTE + SECOND));
    expect(undone).toMatchObject({ optOut: null, optOutCounted: true });
    const third = changed(optOut(event, undone, 'person', NOW + 3 * MINUTE));
    expect(changed(joinAgain(event, third, NOW + 3 * MINUTE)).optOutCounted).toBe(true);
  });

  test('is possible until 15 minutes before the end; an opt-out can be undone until the end', () => {
    expect(codeOf(joinAgain(event, left, END - 15 * MINUTE))).toBeNull();
    expect(codeOf(joinAgain(event, left, END - 15 * MINUTE + 1))).toBe('too_late_to_join');
    const late = changed(optOut(event, taking, 'person', END - MINUTE));
    expect(codeOf(joinAgain(event, late, END - MINUTE + SECOND))).toBeNull();
    expect(codeOf(joinAgain(event, late, END))).toBe('event_over');
    expect(codeOf(joinAgain(event, taking, NOW))).toBe('not_opted_out');
  });

  test('[OPT-1] is refused where nothing could be done with the device, unless that may pass by itself', () => {
    const refusal = (excluded: Exclusion) => joinRefusal({ excluded })?.code ?? null;
    expect(joinRefusal(taking.plan)).toBeNull();
    expect(refusal({ code: 'already_beyond', value: 80, target: 80 })).toBe('no_room_to_join');
    expect(refusal({ code: 'left_out_by_owner' })).toBe('no_room_to_join');
    expect(refusal({ code: 'life_support' })).toBe('not_in_event');
    expect(refusal({ code: 'offline', since: NOW })).toBeNull();
  });

  test.each(['wall', 'limits'] as const)(
    '[OPT-1] nobody was asked before leaving by %s: undone until the end of the event, it costs nothing',
    (cause) => {
      const byHand = (at: number): Participation => ({ ...left, optOut: { at, cause } });
      expect(changed(joinAgain(event, byHand(NOW), END - 1))).toMatchObject({
        optOut: null,
        optOutCounted: false,
        optOutStays: false,
      });
      expect(codeOf(joinAgain(event, byHand(NOW), END))).toBe('event_over');
      const counted = { ...byHand(NOW), optOutStays: true };
      expect(changed(joinAgain(event, counted, NOW + MINUTE)).optOutCounted).toBe(true);
    },
  );

  test('gives up the return that is under way', () => {
    const returning = { ...left, actions: [during, actionOf('after', 'sent')] };
    expect(changed(joinAgain(event, returning, NOW + MINUTE)).actions[1]).toMatchObject({
      state: 'dropped',
      reason: { code: 'joined_again' },
    });
  });
});

describe('easing', () => {
  test('begins a round with half the shift, once', () => {
    const eased = changed(ease(event, taking, NOW));
    expect(eased).toMatchObject({ round: 2, eased: true });
    // The answer may have been lost: asking again changes nothing.
    expect(changed(ease(event, eased, NOW + 1))).toBe(eased);
    expect(codeOf(ease(event, left, NOW))).toBe('opted_out');
    expect(codeOf(ease(event, taking, END))).toBe('event_over');
    expect(codeOf(ease({ ...event, intensity: 1 }, taking, NOW))).toBe('nothing_to_ease');
    expect(codeOf(ease(eventOf(water, { state: 'active' }), taking, NOW))).toBe('ease_not_supported');
  });

  test('[OPT-1] says where the room would rest, unless a limit of the home holds it as close already', () => {
    const limitedTo = (coolCeiling: number) => {
      const limits = { ...home, comfort: { ...home.comfort, coolCeiling } };
      return { ...taking, plan: planFor(event, tstatAt(START - MINUTE, 74), limits, START) };
    };
    const eased = changed(ease(event, taking, NOW));
    const full = planFor(event, tstatAt(START - MINUTE, 74), home, START, { eased: true });
    const target =
      'steps' in full && full.steps.find(({ phase }) => phase === 'during')?.command.coolSetpoint;
    expect(easedTarget(event, taking, NOW)).toBe(target);
    expect(easedTarget(event, limitedTo(76), NOW)).toBe(75);
    expect(easedTarget(event, limitedTo(75), NOW)).toBeNull();
    expect(easedTarget(event, eased, NOW)).toBeNull();
    expect(easedTarget(event, left, NOW)).toBeNull();
    const winter = eventOf(heating, { state: 'active' });
    const cold = participationOf(winter, {
      plan: planFor(winter, tstatAt(START - MINUTE, 70, 'heat'), home, START),
    });
    expect(easedTarget(winter, cold, NOW)).toBe(69);
    // What the event asks for is told only where a limit holds it back.
    expect(targetWithoutLimits(event, taking)).toBeNull();
    expect(targetWithoutLimits(event, limitedTo(76))).toBe(77);
    expect(targetWithoutLimits(event, limitedTo(75))).toBe(77);
    expect(targetWithoutLimits(event, { ...limitedTo(75), eased: true })).toBeNull();
    expect(targetWithoutLimits(winter, cold)).toBeNull();
    expect(targetWithoutLimits(eventOf(water, { state: 'active' }), limitedTo(76))).toBeNull();
  });
});

describe('edits', () => {
  test('[T-32] the lock holds from the start to the end, for devices that take part', () => {
    const lock = (participation: Participation, now: number) => isLocked(event, participation, now);
    expect([START - 1, START, END - 1, END].map((now) => lock(taking, now))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(lock(left, NOW)).toBe(false);
    expect(isLocked({ ...event, cancelledAt: NOW }, taking, NOW)).toBe(false);
  });

  test('[T-32] [T-34] a device that was let go before the end may be changed again; one that has joined again may not', () => {
    const letGo = { ...taking, actions: [during, actionOf('after', 'sent')] };
    expect(isLocked(event, letGo, NOW)).toBe(false);
    expect(isLocked(event, { ...letGo, round: letGo.round + 1 }, NOW)).toBe(true);
  });

  test('an edit while preparing ends the preparation, a schedule’s step during the event is remembered', () => {
    const preparing = eventOf(cooling, { state: 'preparing' });
    expect(withEdit(preparing, taking, START - MINUTE).preparationCancelled).toBe(true);
    expect(withEdit(event, taking, NOW)).toBe(taking);
    expect(withSkippedSchedule(event, taking, NOW).scheduleSkippedAt).toBe(NOW);
    expect(withSkippedSchedule(event, left, NOW)).toBe(left);
  });
});

describe('changes at the wall', () => {
  const nothing = { commands: [], schedule: null };
  const isWall = (participation: Participation, time: number, value: number, mode?: string) =>
    changeFound(participation, tstatAt(time, value, mode), nothing) === 'by_hand';

  test('only a newer reading that equals no value of plan, return or fallback counts', () => {
    expect(isWall(taking, NOW, 71)).toBe(true);
    expect([77, 74, 77.3].map((value) => isWall(taking, NOW, value))).toEqual([false, false, false]);
    expect(isWall(taking, NOW, 77, 'off')).toBe(true);
    expect(isWall(taking, START + 2 * MINUTE, 71)).toBe(false);
  });

  test('without a confirmed step, or after a step that is not confirmed yet, nothing is concluded', () => {
    const sent = { ...during, state: 'delivered', confirmedAt: null } as const;
    expect(isWall({ ...taking, actions: [sent] }, NOW, 71)).toBe(false);
    expect(isWall({ ...taking, round: 2, actions: [during, { ...sent, round: 2 }] }, NOW, 71)).toBe(false);
  });

  test('what a person or schedule asked for is no change at the wall', () => {
    const command = {
      origin: 'person',
      acceptedAt: NOW,
      expiresAt: NOW,
      deliveredAt: null,
      confirmedAt: null,
    } as const;
    const commands = [{ ...command, body: { coolSetpoint: 71, heatSetpoint: 71 } }];
    expect(changeFound(taking, tstatAt(NOW, 71), { commands, schedule: null })).toBeNull();
  });

  test('[OPT-1] a step of the schedule that the maker keeps is no opt-out, and is what the device returns to', () => {
    const values = (hold: boolean, mode = 'cool') => ({
      ...thermostatAt(mode, 71, 71),
      'thermostat-hold': hold,
    });
    const at = (hold: boolean, mode?: string) => ({
      ...tstatAt(NOW, 71),
      readings: readingsAt(NOW, values(hold, mode)),
    });
    expect(changeFound(taking, at(true), nothing)).toBe('by_hand');
    expect(changeFound(taking, at(false, 'off'), nothing), 'off by hand').toBe('by_hand');
    expect(changeFound(taking, at(false), nothing)).toBe('own_schedule');
    const after = withOwnSchedule(taking, at(false), NOW);
    expect(after).toMatchObject({ optOut: null, before: { at: NOW, setting: { coolSetpoint: 71 } } });
    expect(changeFound(after, at(false), nothing), 'seen once').toBeNull();
  });

  test('during the event it is an opt-out without a return', () => {
    const after = withWallChange(event, taking, tstatAt(NOW, 71), NOW);
    expect(after).toMatchObject({ optOut: { cause: 'wall' }, optOutCounted: true, before: { at: NOW } });
    expect(after.actions[1]).toMatchObject({
      phase: 'after',
      state: 'dropped',
      reason: { code: 'wall_change' },
    });
  });

  test('before the start it ends the preparation and is what the event goes by; after the end it ends the return', () => {
    const early = withWallChange(event, taking, tstatAt(START - 1, 71), START + MINUTE);
    expect(early).toMatchObject({
      optOut: null,
      preparationCancelled: true,
      before: { setting: { coolSetpoint: 71 } },
    });
    const returning = { ...taking, actions: [during, actionOf('after', 'delivered')] };
    const late = withWallChange(event, returning, tstatAt(END + MINUTE, 71), END + MINUTE);
    expect([late.optOut, late.actions[1]?.reason?.code]).toEqual([null, 'wall_change']);
  });
});

describe('outcomes', () => {
  const excluded = participationOf(event, { plan: { excluded: { code: 'life_support' } } });
  const lateExcluded = participationOf(event, {
    actions: [
      actionOf('during', 'dropped', { sentAt: null, reason: { code: 'mode_unsuitable', mode: 'off' } }),
    ],
  });
  const silent = participationOf(event, { actions: [actionOf('during', 'delivered')] });

  test('each device has exactly one, and they add up', () => {
    const all = [excluded, lateExcluded, taking, silent, left];
    const at = (now: number) => all.map((one) => outcomeOf(event, one, now));
    expect(at(NOW)).toEqual(['excluded', 'excluded', 'responded', 'pending', 'optedOut']);
    expect(at(END)).toEqual(['excluded', 'excluded', 'responded', 'noResponse', 'optedOut']);
    expect(countOutcomes(event, all, END)).toEqual({
      enrolled: 5,
      excluded: 2,
      leftBefore: 0,
      contacted: 3,
      pending: 0,
      responded: 1,
      noResponse: 1,
      optedOut: 1,
    });
  });

  test.each([
    ['before the start, with nothing sent', event.startTime - 1, [], 'leftBefore'],
    ['at the start, with nothing sent', event.startTime, [], 'optedOut'],
    [
      'before the start, after its preparation',
      event.startTime - 1,
      [actionOf('before', 'delivered')],
      'optedOut',
    ],
  ] as const)('[CAL-2] who leaves %s', (_when, at, actions, outcome) => {
    const one = participationOf(event, { actions: [...actions], optOut: { at, cause: 'person' } });
    const none = { excluded: 0, pending: 0, responded: 0, noResponse: 0, optedOut: 0, leftBefore: 0 };
    expect(countOutcomes(event, [one], END)).toEqual({
      ...none,
      [outcome]: 1,
      enrolled: 1,
      contacted: outcome === 'optedOut' ? 1 : 0,
    });
    // The household reads that it left, whenever that was.
    expect(outcomeOf(event, one, END)).toBe('optedOut');
  });

  test('an event that was cancelled before anything was sent contacted nobody', () => {
    expect(outcomeOf({ ...event, cancelledAt: NOW }, participationOf(event), END)).toBe('excluded');
  });
});

describe('what leaving costs', () => {
  const record = (dispatchId: string): OptOutRecord => ({
    dispatchId,
    programId: cooling.id,
    startTime: START,
    at: NOW - MINUTE,
    isCancelled: false,
    told: null,
  });
  const cost = (used: number, more: Partial<typeof event> = {}, toldAt: number | null = START - DAY) => {
    const optOuts = Array.from({ length: used }, (_, index) => record(`other-${index}`));
    return optOutConsequence({ ...event, ...more }, { optOuts, toldAt }, NOW);
  };
  const priced = (price: (typeof cooling.optOut)['price']) => ({
    program: { ...cooling, optOut: { ...cooling.optOut, price } },
  });

  test('is what the program says, after the free ones of the season', () => {
    expect(cost(1)).toEqual({ code: 'free', used: 1, free: 3 });
    expect(cost(3)).toEqual({ code: 'loses_amount', used: 3, free: 3, amount: 2500, currency: 'USD' });
    expect(cost(3, priced({ type: 'event-reward' })).code).toBe('loses_event_reward');
    expect(cost(3, priced({ type: 'month-reward' })).code).toBe('loses_month_reward');
    expect(cost(3, priced({ type: 'none' })).code).toBe('nothing');
  });

  test('counts a dispatch once, and nothing that was announced too late or cannot be left', () => {
    const optOuts = [record(event.dispatchId)];
    expect(optOutConsequence(event, { optOuts, toldAt: START - DAY }, NOW).code).toBe('counted_already');
    expect(cost(3, { notifiedAt: START - DAY }, START - 20 * MINUTE).code).toBe('late_notice');
    expect(cost(3, { startTime: NOW + 20 * MINUTE }, null).code, 'not told yet').toBe('late_notice');
    expect(cost(3, { optOutAllowed: false }).code).toBe('not_allowed');
  });
});
