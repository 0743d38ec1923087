import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../time/time.ts';
import { checkSafety } from './gate.ts';
import { ORIGINS } from './origin.ts';
import { codeOf, deviceOf, pass, passRaw, refusalOf } from '../testing/gate.ts';
import type { Circumstances } from '../testing/gate.ts';

describe('parameters', () => {
  const sis = deviceOf('battery', 'sis');
  const dispatch = (parameters: unknown) => codeOf(sis, { mode: 'DISPATCH_BYPOWER', parameters });

  test.each([
    [{}, 'approved'],
    [{ watts: 0 }, 'approved'],
    [{ watts: 10_000, pvEnabled: true, efficiencyMode: 'NORMAL' }, 'approved'],
    [{ percent: 100 }, 'approved'],
    [{ watts: 10_001 }, 'parameter_invalid'],
    [{ watts: -1 }, 'parameter_invalid'],
    [{ percent: 100.1 }, 'parameter_invalid'],
    [{ watts: 100, percent: 10 }, 'parameter_invalid'],
    [{ amps: 10 }, 'parameter_invalid'],
    [{ watts: true }, 'parameter_invalid'],
    [{ watts: '100' }, 'parameter_invalid'],
    [{ pvEnabled: 'true' }, 'parameter_invalid'],
    [{ pvEnabled: 1 }, 'parameter_invalid'],
    [{ efficiencyMode: 'TURBO' }, 'parameter_invalid'],
    [{ efficiencyMode: true }, 'parameter_invalid'],
    [{ constructor: 1 }, 'parameter_invalid'],
    [JSON.parse('{"__proto__":1}'), 'parameter_invalid'],
    [{ watts: null }, 'command_malformed'],
    [{ watts: Number.NaN }, 'command_malformed'],
    [{ watts: -0 }, 'command_malformed'],
    [{ watts: { $gt: 0 } }, 'command_malformed'],
    [[], 'command_malformed'],
    [null, 'command_malformed'],
    ['watts', 'command_malformed'],
  ])('[CMD-2] [CMD-4] %j: %s', (parameters: unknown, code) => {
    expect(dispatch(parameters)).toBe(code);
  });

  test('[CMD-2] two parameters of different groups, or of none, go together', () => {
    const parameters = { siteMeterReading: -500, limitPower: 1000, pvEnabled: true };
    expect(codeOf(sis, { mode: 'DISPATCH_BYSITEDEMAND', parameters })).toBe('approved');
    const two = { ...parameters, limitPvOffset: 5 };
    expect(codeOf(sis, { mode: 'DISPATCH_BYSITEDEMAND', parameters: two })).toBe('parameter_invalid');
  });

  test('[CMD-4] the refusal names the parameter', () => {
    expect(refusalOf(pass(sis, { mode: 'STANDBY', parameters: { ratePercent: 101 } }))).toEqual({
      code: 'parameter_invalid',
      deviceId: 'dev-1',
      parameter: 'ratePercent',
    });
  });

  test('[CMD-4] parameters belong to a mode of the same command that takes them', () => {
    expect(codeOf(sis, { parameters: { watts: 100 } })).toBe('parameter_invalid');
    expect(codeOf(sis, { parameters: {} })).toBe('nothing_to_change');
    expect(codeOf(deviceOf('battery', 'tesla'), { mode: 'backup', parameters: { watts: 1 } })).toBe(
      'parameter_invalid',
    );
    expect(codeOf(deviceOf('tstat', 'acme'), { coolSetpoint: 70, parameters: { watts: 1 } })).toBe(
      'parameter_invalid',
    );
  });
});

describe('shape', () => {
  const device = deviceOf('tstat', 'acme');
  const raw = (command: unknown) => refusalOf(passRaw(device, command));
  const good = { type: 'OPERATIONAL', kind: 'tstat', body: { mode: 'cool' } };

  test.each([
    ['nothing', undefined, null],
    ['null', null, null],
    ['a text', JSON.stringify(good), null],
    ['a list', [good], null],
    ['a date', new Date(0), null],
    ['a map', new Map(Object.entries(good)), null],
    ['an empty object', {}, 'type'],
    ['no type', { kind: 'tstat', body: {} }, 'type'],
    ['another type', { ...good, type: 'operational' }, 'type'],
    ['no kind', { type: 'OPERATIONAL', body: {} }, 'kind'],
    ['a kind that is no word', { ...good, kind: ['tstat'] }, 'kind'],
    ['no body', { type: 'OPERATIONAL', kind: 'tstat' }, 'body'],
    ['a list as body', { ...good, body: [] }, 'body'],
    ['a field beside the body', { ...good, force: true }, 'force'],
    ['an unknown field in the body', { ...good, body: { mode: 'cool', force: true } }, 'force'],
    [
      'a prototype',
      JSON.parse('{"type":"OPERATIONAL","kind":"tstat","body":{},"__proto__":{}}'),
      '__proto__',
    ],
    ['an inherited field name', { ...good, body: { toString: 'x' } }, 'toString'],
    ['a mode that is no word', { ...good, body: { mode: 1 } }, 'mode'],
    ['a fan mode that is no word', { ...good, body: { fanMode: null } }, 'fanMode'],
    ['a very long field', { ...good, ['x'.repeat(5000)]: 1 }, 'x'.repeat(40)],
  ])('[CMD-1] [CMD-4] %s is malformed, at acceptance and at delivery', (_case, command: unknown, field) => {
    const refusal = { code: 'command_malformed', field, deviceId: 'dev-1' };
    expect(raw(command)).toEqual(refusal);
    expect(refusalOf(checkSafety(device, command))).toEqual(refusal);
  });

  test('[CMD-4] an empty body changes nothing', () => {
    expect(raw({ ...good, body: {} })).toEqual({ code: 'nothing_to_change', deviceId: 'dev-1' });
  });

  test('[CMD-4] long names are not repeated in full', () => {
    expect(raw({ ...good, body: { mode: 'm'.repeat(5000) } })).toMatchObject({ mode: 'm'.repeat(40) });
    expect(raw({ ...good, body: { fanMode: 'm'.repeat(5000) } })).toMatchObject({ fanMode: 'm'.repeat(40) });
  });

  test('[CMD-1] what is approved is a frozen copy with the same content', () => {
    const parameters = { watts: 100 };
    const body = { mode: 'DISPATCH_BYPOWER', parameters };
    const result = pass(deviceOf('battery', 'sis'), body);
    parameters.watts = 99_999;
    body.mode = 'warp';
    if (!('approved' in result)) throw new Error('refused');
    const { approved } = result;
    expect(approved).toEqual({
      deviceId: 'dev-1',
      type: 'OPERATIONAL',
      kind: 'battery',
      body: { mode: 'DISPATCH_BYPOWER', parameters: { watts: 100 } },
    });
    for (const part of [approved, approved.body, approved.body.parameters])
      expect(Object.isFrozen(part)).toBe(true);
  });

  test('[T-26] a getter that answers differently each time is read once', () => {
    let looks = 0;
    const body = {
      get setpoint() {
        looks += 1;
        return looks === 1 ? 120 : 180;
      },
    };
    const result = pass(deviceOf('hwh', 'aquanta'), body);
    expect('approved' in result && result.approved.body.setpoint).toBe(120);
    expect(looks).toBe(1);
  });
});

describe('the sender', () => {
  const device = deviceOf('tstat', 'honeywell');
  const offline = deviceOf('tstat', 'honeywell', { status: 'OFFLINE' });
  const cool = { mode: 'cool' };

  test('[CMD-4] a command for another kind is refused', () => {
    const command = { type: 'OPERATIONAL', kind: 'hwh', body: cool };
    const refusal = { code: 'wrong_kind', kind: 'tstat', deviceId: 'dev-1' };
    expect(refusalOf(passRaw(device, command, { origin: 'event' }))).toEqual(refusal);
    expect(refusalOf(checkSafety(device, command))).toEqual(refusal);
  });

  test.each(ORIGINS)('[T-32] [CMD-4] during an event: %s', (origin) => {
    expect(codeOf(device, cool, { origin, activeEvent: true })).toBe(
      origin === 'person' ? 'event_active' : 'approved',
    );
  });

  test.each(ORIGINS)('[DEV-2] [T-31] a device that is not online: %s', (origin) => {
    const expected = origin === 'person' ? 'device_offline' : 'approved';
    expect(codeOf(offline, cool, { origin })).toBe(expected);
    expect(codeOf(deviceOf('tstat', 'honeywell', { status: 'UNKNOWN' }), cool, { origin })).toBe(expected);
  });

  test.each(ORIGINS)('[T-31] readings older than three minutes: %s', (origin) => {
    const silentFor = (silentMs: number) => codeOf({ ...device, silentMs }, cool, { origin });
    expect(silentFor(3 * MINUTE)).toBe('approved');
    expect(silentFor(3 * MINUTE + 1)).toBe(origin === 'person' ? 'readings_old' : 'approved');
  });

  test('[T-31] a person who saw an older or newer version than the device has', () => {
    for (const versionSeen of [6, 8, 0, Number.NaN]) {
      expect(refusalOf(pass(device, cool, { versionSeen }))).toEqual({
        code: 'version_conflict',
        version: 7,
        deviceId: 'dev-1',
      });
    }
    expect(codeOf(device, cool, { versionSeen: 7 })).toBe('approved');
    expect(codeOf(device, cool, { versionSeen: null })).toBe('approved');
  });

  test('[CMD-4] of several reasons the first in order is given: shape, kind, maker, event, version, offline, values', () => {
    const wrong = { activeEvent: true, versionSeen: 1 };
    const at = (more: Partial<Circumstances>, body: unknown, kind = 'hwh', mfg = 'aosmith') =>
      refusalOf(
        passRaw(deviceOf('hwh', mfg, { status: 'OFFLINE' }), { type: 'OPERATIONAL', kind, body }, more),
      )?.code;
    expect(at(wrong, { mode: 3 }, 'ev')).toBe('command_malformed');
    expect(at(wrong, { mode: 'x' }, 'ev')).toBe('wrong_kind');
    expect(at(wrong, { mode: 'x' })).toBe('control_locked');
    expect(at(wrong, { setpoint: 500 }, 'hwh', 'nest')).toBe('view_only');
    expect(at(wrong, { setpoint: 500 })).toBe('event_active');
    expect(at({ versionSeen: 1 }, { setpoint: 500 })).toBe('version_conflict');
    expect(at({}, { setpoint: 500 })).toBe('device_offline');
    expect(at({ origin: 'schedule' }, { setpoint: 500 })).toBe('setpoint_out_of_range');
  });

  test('[T-34] [CMD-4] checkSafety refuses what no sender may ask for, and does not depend on the sender', () => {
    const heater = deviceOf('hwh', 'aosmith');
    const safe = (one: typeof heater, body: unknown) =>
      refusalOf(checkSafety(one, { type: 'OPERATIONAL', kind: one.kind, body }))?.code ?? 'approved';
    expect(safe(heater, { setpoint: 141 })).toBe('setpoint_out_of_range');
    expect(safe(heater, { mode: 'warp' })).toBe('mode_unknown');
    expect(safe(heater, { mode: 'VACATION' })).toBe('approved');
    expect(safe(deviceOf('tstat', 'nest'), { coolSetpoint: 75 })).toBe('approved');
    expect(safe(offline, cool)).toBe('approved');
  });
});

describe('the brand', () => {
  const root = path.resolve(import.meta.dirname, '../../../..');
  // Test helpers may cast; what runs in production may not.
  const isTestOnly = (file: string) => /\.test\.tsx?$|\btesting\//.test(file);
  const sources = ['contract', 'domain', 'simulator', 'server', 'web'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !isTestOnly(file))
      .map((file) => path.join(folder, file)),
  );

  test('[T-26] [T-34] no other source casts a command to an approved one', () => {
    expect(sources.length).toBeGreaterThan(100);
    const casts = /(?:\bas|\bis)\s+ApprovedCommand\b|<ApprovedCommand>\s*[\w({]/;
    const guilty = sources.filter((file) => casts.test(readFileSync(path.join(root, file), 'utf8')));
    expect(guilty).toEqual([path.join('domain', 'src', 'control', 'gate', 'gate.ts')]);
  });
});
