import { describe, expect, test } from 'vitest';
import {
  controlsOf,
  holdsSetpoint,
  isHeating,
  parameterKey,
  parameterOwner,
  visibleControlsOf,
} from './controls.ts';
import { makerOf } from '../manufacturers/index.ts';
import type { DeviceModel } from '../manufacturers/index.ts';
import { everyRow } from '../manufacturers/testing/every-row.ts';
import { everyModel } from './testing/every-model.ts';

const keys = (kind: DeviceModel['kind'], mfg: string, type: string | null = null) =>
  controlsOf({ kind, mfg, type }).map(({ key }) => key);

const THERMOSTAT = [
  'thermostat-mode',
  'thermostat-fan-mode',
  'thermostat-heat-setpoint',
  'thermostat-cool-setpoint',
];

describe('what a person may change of a device', () => {
  test.each([
    ['tstat', 'acme', null, THERMOSTAT],
    ['tstat', 'honeywell', null, THERMOSTAT],
    ['tstat', 'sensibo', null, THERMOSTAT],
    ['tstat', 'ge', null, ['thermostat-mode', 'thermostat-fan-mode', 'thermostat-cool-setpoint']],
    ['rac', 'ge', null, ['rac-mode', 'rac-fan-mode', 'rac-cool-setpoint']],
    ['hwh', 'acme', null, ['hwh-set-mode', 'hwh-set-temperature']],
    ['hwh', 'aosmith', null, ['hwh-set-temperature']],
    ['hwh', 'rheem', 'Gas Water Heater', ['hwh-set-temperature']],
    ['hwh', 'eradio', null, []],
    ['battery', 'sis', null, ['sis-set-mode']],
    ['battery', 'sunverge', null, ['sis-set-mode']],
    ['battery', 'tesla', null, ['battery-mode']],
    ['battery', 'acme', null, []],
    ['evse', 'tesla', null, []],
    ['ev', 'smartcar', null, []],
  ] as const)('[DEV-3] [DEV-5] [CMD-2] %s %s %s', (kind, mfg, type, expected) => {
    expect(keys(kind, mfg, type)).toEqual(expected);
  });

  test('[DEV-3] [T-34] of makers that let people only look: nothing, though it is shown', () => {
    const limited = everyRow.filter(({ mfg }) => makerOf(mfg).control !== undefined);
    expect(limited.length).toBeGreaterThan(3);
    for (const { mfg, kind, type } of limited) {
      expect(keys(kind, mfg, type)).toEqual([]);
      expect(visibleControlsOf({ kind, mfg, type }).length).toBeGreaterThan(1);
    }
  });

  test('[DEV-7] a heater without cooling has a heat setpoint only', () => {
    const setpoints = visibleControlsOf({ kind: 'tstat', mfg: 'mysa', type: 'BB-V1' }).map(
      ({ field }) => field,
    );
    expect(setpoints).toEqual(['mode', 'fanMode', 'heatSetpoint']);
  });

  test('[DEV-7] the setpoint of a room air conditioner is for heating only where the model heats', () => {
    const fields = (mfg: string) =>
      controlsOf({ kind: 'rac', mfg, type: null }).map(({ field, whenHeating }) => [field, whenHeating]);
    expect(fields('ge').at(-1)).toEqual(['coolSetpoint', 'coolSetpoint']);
    expect(fields('intesis').at(-1)).toEqual(['coolSetpoint', 'heatSetpoint']);
    expect(fields('sensibo').at(-1)).toEqual(['coolSetpoint', 'heatSetpoint']);
  });

  test('[CMD-4] a temperature goes only into a field that kind and model have', () => {
    const held = (device: DeviceModel) =>
      (['setpoint', 'heatSetpoint', 'coolSetpoint', 'mode'] as const).filter((field) =>
        holdsSetpoint(device, field),
      );
    expect(held({ kind: 'hwh', mfg: 'acme', type: null })).toEqual(['setpoint']);
    expect(held({ kind: 'tstat', mfg: 'acme', type: null })).toEqual(['heatSetpoint', 'coolSetpoint']);
    expect(held({ kind: 'tstat', mfg: 'ge', type: null })).toEqual(['coolSetpoint']);
    expect(held({ kind: 'battery', mfg: 'tesla', type: null })).toEqual([]);
    expect(held({ kind: 'hwh', mfg: 'eradio', type: null })).toEqual([]);
  });

  test('no device has a field under two keys', () => {
    expect(everyModel.length).toBeGreaterThan(250);
    for (const device of everyModel) {
      const fields = controlsOf(device).map(({ field }) => field);
      expect(new Set(fields).size).toBe(fields.length);
    }
  });
});

describe('modes and parameters', () => {
  test('[DEV-7] what heats', () => {
    expect(['heat', 'auxHeatOnly', 'cool', 'auto', 'off', null].map(isHeating)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('[CMD-2] a parameter is edited beside its mode', () => {
    expect(parameterKey('sis-set-mode', 'watts')).toBe('sis-set-mode/watts');
    expect(parameterOwner('sis-set-mode/watts')).toBe('sis-set-mode');
    expect(parameterOwner('sis-set-mode')).toBeNull();
  });
});
