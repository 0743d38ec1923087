import { describe, expect, test } from 'vitest';
import { CONTROL_TIMES, isWanted, phaseOf, shownValue } from '../state.ts';
import {
  COOL,
  MODE,
  T0,
  accepted,
  at,
  body,
  device,
  entry,
  sending,
  start,
  ticked,
} from '../testing/cooling-thermostat.ts';
import { applyCommandReport } from './command-report.ts';
import { edit, retry } from './edits.ts';
import { applyReadings } from './readings.ts';
import { commandAccepted, tick } from './sending.ts';

describe('edits', () => {
  test('[REC-1] go to the pending copy, show at once and set the flag', () => {
    const state = edit(start, COOL, 73);
    expect(shownValue(state, COOL)).toBe(73);
    expect([state.pending, state.dirty, phaseOf(state, T0)]).toEqual([{ [COOL]: 73 }, true, 'editing']);
    expect(state.current).toBe(start.current);
    expect([isWanted(state, COOL), isWanted(state, MODE)]).toEqual([true, false]);
  });

  test('[REC-1] [UX-14] five within one tick end in one command with the last value', () => {
    let state = start;
    for (const value of [74, 73, 72, 71, 70]) state = edit(state, COOL, value);
    const first = tick(state, device, at(3));
    expect(first.send).toEqual({
      command: { type: 'OPERATIONAL', kind: 'tstat', body: { coolSetpoint: 70 } },
      versionSeen: 7,
    });
    expect(body(first.state, 6)).toBeNull();
  });

  test('[REC-1] the flag is cleared when the command is built', () => {
    expect([sending.dirty, sending.pending, phaseOf(sending, at(3))]).toEqual([false, {}, 'sending']);
    expect(shownValue(sending, COOL)).toBe(73);
  });

  test('[REC-1] back where it was: nothing is sent and nothing stays pending', () => {
    const { state, send } = tick(edit(edit(start, COOL, 73), COOL, 75), device, at(3));
    expect([send, state.pending, state.dirty, phaseOf(state, at(3))]).toEqual([null, {}, false, 'idle']);
  });

  test('[REC-1] several keys make one command; without an edit a tick sends nothing', () => {
    expect(body(edit(edit(start, COOL, 73), MODE, 'off'), 3)).toEqual({ mode: 'off', coolSetpoint: 73 });
    expect(tick(start, device, at(3))).toEqual({ state: start, send: null });
  });

  test('[REC-1] no second command while one is in flight; then the edits made meanwhile', () => {
    const edited = edit(edit(sending, COOL, 72), COOL, 71);
    expect(body(edited, 6)).toBeNull();
    expect(shownValue(edited, COOL)).toBe(71);
    const next = commandAccepted(ticked(edited, 6), { commandId: 'c1', version: 8 }, at(7));
    expect(tick(next, device, at(9)).send).toMatchObject({
      command: { body: { coolSetpoint: 71 } },
      versionSeen: 8,
    });
  });

  test('[REC-1] what was accepted counts as done: back to the old reading is a change', () => {
    expect(body(edit(accepted, COOL, 75), 6)).toEqual({ coolSetpoint: 75 });
    expect(body(edit(accepted, COOL, 73), 6)).toBeNull();
  });

  test('numbers that are none are no edits', () => {
    expect(edit(start, COOL, Number.NaN)).toBe(start);
    expect(edit(start, COOL, Number.POSITIVE_INFINITY)).toBe(start);
    expect(Object.is(edit(start, COOL, -0).pending[COOL], 0)).toBe(true);
  });

  test('a key of any name is just a key', () => {
    const state = edit(start, '__proto__', 'x');
    expect(shownValue(state, '__proto__')).toBe('x');
    expect(shownValue(start, 'constructor')).toBeNull();
    expect(ticked(state, 3).pending).toEqual({});
  });
});

describe('an accepted command', () => {
  test('[REC-1] [UX-15] its value moves from pending to awaiting, and realtime is fetched', () => {
    expect(shownValue(accepted, COOL)).toBe(73);
    expect([accepted.version, accepted.sending, accepted.refetch]).toEqual([8, null, true]);
    expect(phaseOf(accepted, at(5))).toBe('accepted');
  });

  test.each([
    [4, 'accepted'],
    [18.999, 'accepted'],
    [19, 'waiting'],
    [123.999, 'waiting'],
    [124, 'expired'],
  ])('[UX-15] [T-33] at %d s: %s', (seconds, expected) => {
    expect(phaseOf(accepted, at(seconds))).toBe(expected);
  });

  test('the times stand in one table', () => {
    expect(CONTROL_TIMES).toEqual({
      reconcileMs: 3_000,
      waitingMs: 15_000,
      expiresMs: 120_000,
      editMs: 20_000,
      staleMs: 180_000,
    });
  });

  test.each([
    ['older than the acceptance', entry(COOL, 75, at(2)), 8],
    ['later, with the old value', entry(COOL, 75, at(9)), 8],
    ['later, with any other value', entry(COOL, 60, at(9)), 8],
    ['of a device that does not know', entry(COOL, null, at(9)), 8],
    ['older, with the wanted value', entry(COOL, 73, at(2)), 8],
    ['from an answer before the acceptance', entry(COOL, 73, at(9)), 7],
    ['at no time', { ...entry(COOL, 75, at(9)), time: 'soon' }, 8],
  ])('[UX-15] a reading %s does not move the shown value', (_case, stale, version) => {
    const state = applyReadings(accepted, [stale], version);
    expect(shownValue(state, COOL)).toBe(73);
    expect(isWanted(state, COOL)).toBe(true);
    expect(state.refetch).toBe(false);
  });

  test('[UX-15] [UX-16] a reading that shows it settles it', () => {
    const state = applyReadings(accepted, [entry(COOL, 73, at(9))], 8);
    expect([shownValue(state, COOL), isWanted(state, COOL), phaseOf(state, at(9))]).toEqual([
      73,
      false,
      'idle',
    ]);
    const late = applyReadings(state, [entry(COOL, 75, at(8))], 8);
    expect(shownValue(late, COOL)).toBe(73);
    expect(shownValue(applyReadings(late, [entry(COOL, 78, at(60))], 8), COOL)).toBe(78);
  });

  test('[UX-15] a device that rounds shows the wanted value as well as it can', () => {
    const celsius = commandAccepted(
      ticked(edit(start, COOL, 71.6), 3),
      { commandId: 'c1', version: 8 },
      at(4),
    );
    expect(shownValue(applyReadings(celsius, [entry(COOL, 72, at(9))], 8), COOL)).toBe(72);
    expect(isWanted(applyReadings(celsius, [entry(COOL, 72, at(9))], 8), COOL)).toBe(false);
  });

  test('[UX-16] the server confirms it: the wanted value is the value, until a later reading', () => {
    const state = applyCommandReport(accepted, { commandId: 'c1', state: 'confirmed', reason: null }, at(8));
    expect([shownValue(state, COOL), isWanted(state, COOL), phaseOf(state, at(8)), state.refetch]).toEqual([
      73,
      false,
      'idle',
      true,
    ]);
    expect(shownValue(applyReadings(state, [entry(COOL, 75, at(7))], 8), COOL)).toBe(73);
    // Of the same moment: it lost the wish to go back to 75.
    expect(shownValue(applyReadings(state, [entry(COOL, 75, at(8))], 8), COOL)).toBe(73);
    expect(shownValue(applyReadings(state, [entry(COOL, 70, at(9))], 8), COOL)).toBe(70);
  });

  test('a confirmation does not undo a reading that is newer still', () => {
    const later = applyReadings(accepted, [entry(COOL, 69, at(20))], 9);
    const state = applyCommandReport(later, { commandId: 'c1', state: 'confirmed', reason: null }, at(10));
    expect(shownValue(state, COOL)).toBe(69);
  });

  test('a report that it was sent, or of another command, changes nothing', () => {
    expect(applyCommandReport(accepted, { commandId: 'c1', state: 'sent', reason: null }, at(6))).toBe(
      accepted,
    );
    expect(applyCommandReport(accepted, { commandId: 'c0', state: 'failed', reason: 'x' }, at(6))).toBe(
      accepted,
    );
    expect(applyCommandReport(accepted, { commandId: 'c0', state: 'confirmed', reason: null }, at(6))).toBe(
      accepted,
    );
    expect(commandAccepted(accepted, { commandId: 'c1', version: 8 }, at(6))).toBe(accepted);
  });

  test('[UX-16] [REC-2] the device refuses: the old value returns, with what was wanted for another try', () => {
    const state = applyCommandReport(
      accepted,
      { commandId: 'c1', state: 'failed', reason: 'Door open' },
      at(8),
    );
    expect(shownValue(state, COOL)).toBe(75);
    expect(phaseOf(state, at(8))).toBe('failed');
    expect(state.refetch).toBe(true);
    expect(state.failure).toEqual({
      kind: 'failed',
      code: 'command_failed',
      message: 'Door open',
      deviceId: null,
      commandId: 'c1',
      wanted: { [COOL]: 73 },
      at: at(8),
    });
    expect(body(retry(state), 9)).toEqual({ coolSetpoint: 73 });
  });

  test('[T-33] it expires by the report of the server or by the clock', () => {
    const told = applyCommandReport(accepted, { commandId: 'c1', state: 'expired', reason: null }, at(90));
    const timed = ticked(accepted, 124);
    for (const state of [told, timed]) {
      expect([shownValue(state, COOL), phaseOf(state, at(124)), state.refetch]).toEqual([
        75,
        'expired',
        true,
      ]);
      expect(state.failure).toMatchObject({
        kind: 'expired',
        code: 'command_expired',
        wanted: { [COOL]: 73 },
      });
    }
    expect(ticked(accepted, 123.999)).toBe(accepted);
  });

  test('[UX-16] carried out after all: the failure goes', () => {
    const late = ticked(accepted, 124);
    expect(applyReadings(late, [entry(COOL, 73, at(120))], 8).failure).not.toBeNull();
    expect(applyReadings(late, [entry(COOL, 75, at(130))], 8).failure).not.toBeNull();
    expect(applyReadings(late, [entry(COOL, 73, at(130))], 8).failure).toBeNull();
    const confirmed = applyCommandReport(
      late,
      { commandId: 'c1', state: 'confirmed', reason: null },
      at(125),
    );
    expect([confirmed.failure, shownValue(confirmed, COOL)]).toEqual([null, 73]);
  });
});
