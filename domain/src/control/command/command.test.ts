import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEVICE_KINDS } from '#contract/entities/device.ts';
import { kindOf } from '../../kinds/index.ts';
import { runs } from '../../testing/property-runs.ts';
import { setpointBounds } from '../gate/safety.ts';
import { buildCommand, effectsOf } from './command.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import { everyModel } from '../testing/every-model.ts';
import type { Values } from '../values.ts';
import { bodyOf, device, thermostat } from '../testing/command-bodies.ts';

describe('any maker', () => {
  const current = thermostat('cool', 68, 75);

  test('[CMD-1] an operational command with the kind and what differs, in °F', () => {
    const wanted = { 'thermostat-cool-setpoint': 73, 'thermostat-fan-mode': 'on' };
    expect(buildCommand(device('tstat', 'acme'), current, wanted)).toEqual({
      type: 'OPERATIONAL',
      kind: 'tstat',
      body: { fanMode: 'on', coolSetpoint: 73 },
    });
  });

  test.each([
    ['nothing wanted', {}],
    ['the same wanted', { 'thermostat-cool-setpoint': 75, 'thermostat-mode': 'cool' }],
    ['a computed twin', { 'thermostat-cool-setpoint': 75.000_000_01 }],
    ['no number', { 'thermostat-cool-setpoint': 'warm' }],
    ['not a number', { 'thermostat-cool-setpoint': Number.NaN }],
    ['a mode that is no word', { 'thermostat-mode': true }],
    ['something nobody may change', { 'thermostat-actual-temperature': 60, status: 'OFFLINE' }],
    ['a schedule', { 'device-active-schedule': 'default' }],
  ])('[REC-1] [REC-3] %s: no command', (_case, wanted: Values) => {
    expect(buildCommand(device('tstat', 'acme'), current, wanted)).toBeNull();
  });

  test('[REC-1] only what differs is sent', () => {
    const wanted = {
      'thermostat-mode': 'heat',
      'thermostat-cool-setpoint': 75,
      'thermostat-heat-setpoint': 70,
    };
    expect(bodyOf(device('tstat', 'acme'), current, wanted)).toEqual({ mode: 'heat', heatSetpoint: 70 });
  });

  test('[CMD-1] a value never reported, or reported as text, is compared as what it is', () => {
    expect(bodyOf(device('hwh', 'acme'), {}, { 'hwh-set-temperature': 120 })).toEqual({ setpoint: 120 });
    expect(
      bodyOf(device('hwh', 'acme'), { 'hwh-set-temperature': '120' }, { 'hwh-set-temperature': 120 }),
    ).toBeNull();
  });

  test('[T-26] a little above the ceiling is not the ceiling: asking for it is a change', () => {
    const current = { 'hwh-set-temperature': 140.4 };
    expect(bodyOf(device('hwh', 'acme'), current, { 'hwh-set-temperature': 140 })).toEqual({ setpoint: 140 });
  });

  test('[DEV-3] nothing is built for view-only and notice-only makers, nor a locked mode', () => {
    for (const mfg of ['amazon', 'mysa', 'ecobee', 'nest']) {
      expect(buildCommand(device('tstat', mfg), current, { 'thermostat-mode': 'off' })).toBeNull();
    }
    const wanted = { 'hwh-set-mode': 'VACATION', 'hwh-set-temperature': 110 };
    expect(bodyOf(device('hwh', 'aosmith'), {}, wanted)).toEqual({ setpoint: 110 });
    expect(buildCommand(device('hwh', 'aosmith'), {}, { 'hwh-set-mode': 'VACATION' })).toBeNull();
  });

  test.each(['evse', 'ev'] as const)('[DEV-5] %s is read-only', (kind) => {
    expect(
      buildCommand(device(kind, 'tesla'), {}, { 'evse-mode': 'AVAILABLE', 'evse-power-limit': 5 }),
    ).toBeNull();
  });

  test('[CMD-1] a battery takes a mode', () => {
    expect(
      bodyOf(device('battery', 'tesla'), { 'battery-mode': 'backup' }, { 'battery-mode': 'autonomous' }),
    ).toEqual({
      mode: 'autonomous',
    });
    expect(bodyOf(device('battery', 'tesla'), {}, { 'sis-set-mode': 'STANDBY' })).toBeNull();
  });
});

describe('a room air conditioner', () => {
  const rac = device('rac', 'intesis');

  test.each([
    ['heat by reading', { 'rac-mode': 'heat' }, {}, { heatSetpoint: 70 }],
    ['heat by wish', { 'rac-mode': 'cool' }, { 'rac-mode': 'heat' }, { mode: 'heat', heatSetpoint: 70 }],
    ['cool by wish', { 'rac-mode': 'heat' }, { 'rac-mode': 'cool' }, { mode: 'cool', coolSetpoint: 70 }],
    ['auto', { 'rac-mode': 'auto' }, {}, { coolSetpoint: 70 }],
    ['unknown', {}, {}, { coolSetpoint: 70 }],
  ])('[DEV-7] %s: heat setpoint only in heat mode', (_case, current, wanted: Values, body) => {
    expect(
      bodyOf(rac, { ...current, 'rac-cool-setpoint': 75 }, { ...wanted, 'rac-cool-setpoint': 70 }),
    ).toEqual(body);
  });

  test('[DEV-7] either way its one setpoint reading will show it', () => {
    expect(effectsOf(rac, { body: { heatSetpoint: 70 } })).toEqual({ 'rac-cool-setpoint': 70 });
    const both = { heatSetpoint: 66, coolSetpoint: 75 };
    expect(effectsOf(rac, { body: { mode: 'heat', ...both } })).toMatchObject({ 'rac-cool-setpoint': 66 });
    expect(effectsOf(rac, { body: { mode: 'cool', ...both } })).toMatchObject({ 'rac-cool-setpoint': 75 });
  });

  test('the effects of an event are known for makers that people cannot command', () => {
    const ecobee = device('tstat', 'ecobee');
    expect(effectsOf(ecobee, { body: { coolSetpoint: 77 } })).toEqual({ 'thermostat-cool-setpoint': 77 });
  });
});

describe('for any readings and edits', () => {
  const keys = [
    ...DEVICE_KINDS.flatMap((kind) => Object.keys(kindOf(kind).controls)),
    ...['watts', 'percent', 'pvEnabled'].map((name) => `sis-set-mode/${name}`),
    '__proto__',
    'constructor',
  ];
  const words = [
    'heat',
    'cool',
    'off',
    'fan',
    'auto',
    'on',
    'DISPATCH_BYPOWER',
    'STANDBY',
    'HYBRID',
    '',
    '72',
    'x',
  ];
  const value = fc.oneof(
    fc.constantFrom(...words),
    fc.double(),
    fc.integer({ min: 40, max: 200 }),
    fc.boolean(),
  );
  const values = fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true });

  test('[CMD-1] [CMD-3] a command has no field without a value and no number that is none', () => {
    let built = 0;
    fc.assert(
      fc.property(fc.constantFrom(...everyModel), values, values, (model, current, wanted) => {
        const command = buildCommand({ ...model, deviceSettings: null }, current, wanted);
        if (command === null) return;
        built += 1;
        expect(JSON.parse(JSON.stringify(command))).toEqual(command);
        for (const one of Object.values({ ...command.body, ...command.body.parameters })) {
          expect(one).toBeDefined();
          const isNone = typeof one === 'number' && (!Number.isFinite(one) || Object.is(one, -0));
          expect(isNone).toBe(false);
        }
      }),
      { numRuns: runs(5_000) },
    );
    expect(built).toBeGreaterThan(runs(5_000) / 15);
  });

  /** Nobody can ask for a temperature outside the limits that a card shows. */
  const withinBounds = (one: LimitedDevice, wanted: Values): Values => {
    const { min, max } = setpointBounds(one) ?? { min: -Infinity, max: Infinity };
    return Object.fromEntries(
      Object.entries(wanted).map(([key, value]) =>
        typeof value === 'number' && /setpoint|set-temperature/.test(key)
          ? [key, Math.min(max, Math.max(min, value))]
          : [key, value],
      ),
    );
  };

  test('[REC-1] once a device has carried out a command, the same edits need no further one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyModel), values, values, (model, current, wanted) => {
        const one = { ...model, deviceSettings: null };
        const wishes = withinBounds(one, wanted);
        const command = buildCommand(one, current, wishes);
        if (command === null) return;
        expect(buildCommand(one, { ...current, ...effectsOf(one, command) }, wishes)).toBeNull();
      }),
      { numRuns: runs(5_000) },
    );
  });
});
