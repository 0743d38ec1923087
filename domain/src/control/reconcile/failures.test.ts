import { describe, expect, test } from 'vitest';
import type { LimitedDevice } from '../gate/safety.ts';
import { EMPTY_CONTROL_STATE, isWanted, phaseOf, shownValue } from '../state.ts';
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
import { dismiss, edit, retry } from './edits.ts';
import { applyReadings } from './readings.ts';
import { commandAccepted, commandRefused, tick } from './sending.ts';

describe('two commands on their way', () => {
  const both = commandAccepted(ticked(edit(accepted, COOL, 71), 6), { commandId: 'c2', version: 9 }, at(7));

  test('[UX-15] the newer edit shows; the reading of the older one does not move it', () => {
    expect(shownValue(both, COOL)).toBe(71);
    const state = applyReadings(both, [entry(COOL, 73, at(8))], 9);
    expect(shownValue(state, COOL)).toBe(71);
    expect(state.awaiting.map(({ commandId }) => commandId)).toEqual(['c2']);
  });

  test('[UX-15] the reading of the newer one settles both', () => {
    expect(applyReadings(both, [entry(COOL, 71, at(9))], 9).awaiting).toEqual([]);
    expect(
      applyCommandReport(both, { commandId: 'c2', state: 'confirmed', reason: null }, at(9)).awaiting,
    ).toEqual([]);
  });

  test('[UX-15] changed and changed back: a reading of the old value may be older than both, so only the server knows', () => {
    const back = commandAccepted(ticked(edit(accepted, COOL, 75), 6), { commandId: 'c2', version: 9 }, at(7));
    const again = applyReadings(back, [entry(COOL, 75, at(8))], 9);
    expect(isWanted(again, COOL)).toBe(true);
    const between = applyReadings(again, [entry(COOL, 73, at(9))], 9);
    expect(shownValue(between, COOL)).toBe(75);
    expect(isWanted(applyReadings(between, [entry(COOL, 75, at(10))], 9), COOL)).toBe(false);
    const told = applyCommandReport(again, { commandId: 'c2', state: 'confirmed', reason: null }, at(9));
    expect([told.awaiting, shownValue(told, COOL)]).toEqual([[], 75]);
  });

  test('[UX-15] changed and changed back, without a reading in between: the right value at the time-out is no failure', () => {
    const back = commandAccepted(ticked(edit(accepted, COOL, 75), 6), { commandId: 'c2', version: 9 }, at(7));
    const again = applyReadings(back, [entry(COOL, 75, at(8))], 9);
    const over = ticked(again, 130);
    expect([over.failure, over.awaiting, shownValue(over, COOL)]).toEqual([null, [], 75]);
  });

  test('[UX-16] the newer fails: the older edit shows again', () => {
    const state = applyCommandReport(both, { commandId: 'c2', state: 'failed', reason: null }, at(8));
    expect(shownValue(state, COOL)).toBe(73);
    expect(state.failure?.wanted).toEqual({ [COOL]: 71 });
  });

  test('[UX-16] the older fails: a newer edit overrides it, and no failure is shown', () => {
    const state = applyCommandReport(both, { commandId: 'c1', state: 'failed', reason: null }, at(8));
    expect([state.failure, shownValue(state, COOL), state.refetch]).toEqual([null, 71, true]);
    const edited = applyCommandReport(
      edit(accepted, COOL, 70),
      { commandId: 'c1', state: 'failed', reason: null },
      at(5),
    );
    expect([edited.failure, edited.pending]).toEqual([null, { [COOL]: 70 }]);
  });
});

describe('a refused command', () => {
  const no = { code: 'setpoint_out_of_range', message: 'Between 64 and 86', deviceId: 'dev-1' };

  test('[REC-2] [UX-16] pending is reset, the failure keeps what was wanted, realtime is fetched', () => {
    const state = commandRefused(sending, no, at(4));
    expect([shownValue(state, COOL), state.pending, state.dirty, state.sending]).toEqual([
      75,
      {},
      false,
      null,
    ]);
    expect([phaseOf(state, at(4)), state.refetch]).toEqual(['failed', true]);
    expect(state.failure).toEqual({
      ...no,
      kind: 'failed',
      commandId: null,
      wanted: { [COOL]: 73 },
      at: at(4),
    });
    expect(body(state, 6)).toBeNull();
  });

  test('[REC-2] edits made while it was in flight are reset too, and kept for another try', () => {
    const state = commandRefused(edit(edit(sending, COOL, 72), MODE, 'off'), no, at(4));
    expect(state.pending).toEqual({});
    expect(state.failure?.wanted).toEqual({ [COOL]: 72, [MODE]: 'off' });
  });

  test('[UX-16] another try wants it again, once; dismissing does not', () => {
    const state = commandRefused(sending, no, at(4));
    const again = retry(state);
    expect([again.failure, shownValue(again, COOL), phaseOf(again, at(5))]).toEqual([null, 73, 'editing']);
    expect(body(again, 6)).toEqual({ coolSetpoint: 73 });
    expect(retry(start)).toBe(start);
    const gone = dismiss(state);
    expect([gone.failure, shownValue(gone, COOL), phaseOf(gone, at(5))]).toEqual([null, 75, 'idle']);
  });

  test('another try does not overwrite what was wanted since', () => {
    const state = commandRefused(edit(sending, MODE, 'off'), no, at(4));
    const newer = edit(state, COOL, 70);
    expect(newer.failure?.wanted).toEqual({ [MODE]: 'off' });
    expect(retry(newer).pending).toEqual({ [COOL]: 70, [MODE]: 'off' });
    expect(edit(newer, MODE, 'heat').failure).toBeNull();
  });

  test('without a command in flight there is nothing to refuse', () => {
    expect(commandRefused(start, no, at(4))).toBe(start);
  });

  test('[T-31] another member was first: conflict, fresh values, and the next try acts on them', () => {
    const conflict = commandRefused(
      sending,
      { code: 'version_conflict', message: null, deviceId: 'dev-1' },
      at(4),
    );
    const fresh = applyReadings(conflict, [entry(COOL, 70, at(4))], 9);
    expect([shownValue(fresh, COOL), fresh.failure?.wanted]).toEqual([70, { [COOL]: 73 }]);
    expect(tick(retry(fresh), device, at(6)).send).toMatchObject({ versionSeen: 9 });
  });

  test('[T-31] a command carries the version the person saw when they began, not what came since', () => {
    const behind = applyReadings(edit(start, COOL, 73), [entry(MODE, 'heat', at(1))], 8);
    expect(tick(edit(behind, COOL, 72), device, at(3)).send?.versionSeen).toBe(7);
    expect(tick(edit(applyReadings(start, [], 8), COOL, 72), device, at(3)).send?.versionSeen).toBe(8);
  });
});

describe('makers that take more in a command', () => {
  test('[CMD-3] one setpoint for both: both wait, and the value that was not used gives way', () => {
    const sensibo: LimitedDevice = { ...device, mfg: 'sensibo' };
    const heat = 'thermostat-heat-setpoint';
    const known = applyReadings(start, [entry(heat, 75, T0)], 7);
    const { state } = tick(edit(known, heat, 70), sensibo, at(3));
    expect([shownValue(state, heat), shownValue(state, COOL)]).toEqual([75, 75]);
    const cool = tick(edit(known, COOL, 72), sensibo, at(3)).state;
    expect([shownValue(cool, heat), shownValue(cool, COOL)]).toEqual([72, 72]);
  });

  test('[CMD-2] parameters hold as soon as their mode does, and go along next time', () => {
    const sis: LimitedDevice = { kind: 'battery', mfg: 'sis', type: null, deviceSettings: null };
    const mode = 'sis-set-mode';
    const wanted = edit(edit(EMPTY_CONTROL_STATE, mode, 'DISPATCH_BYPOWER'), `${mode}/watts`, 2000);
    const waiting = commandAccepted(tick(wanted, sis, at(3)).state, { commandId: 'c1', version: 1 }, at(4));
    const done = applyReadings(waiting, [entry(mode, 'DISPATCH_BYPOWER', at(9))], 1);
    expect([done.awaiting, shownValue(done, `${mode}/watts`), shownValue(done, `${mode}/pvEnabled`)]).toEqual(
      [[], 2000, false],
    );

    const percent = commandAccepted(
      tick(edit(done, `${mode}/percent`, 50), sis, at(12)).state,
      { commandId: 'c2', version: 2 },
      at(13),
    );
    const confirmed = applyCommandReport(
      percent,
      { commandId: 'c2', state: 'confirmed', reason: null },
      at(14),
    );
    expect([shownValue(confirmed, `${mode}/percent`), shownValue(confirmed, `${mode}/watts`)]).toEqual([
      50,
      null,
    ]);
    expect(
      tick(edit(confirmed, `${mode}/pvEnabled`, true), sis, at(15)).send?.command.body.parameters,
    ).toMatchObject({
      percent: 50,
      pvEnabled: true,
    });
    const elsewhere = applyReadings(confirmed, [entry(mode, 'STANDBY', at(60))], 3);
    expect(shownValue(elsewhere, `${mode}/percent`)).toBeNull();
  });
});
