import { describe, expect, test } from 'vitest';
import type { DeviceSetting } from '#contract/entities/device.ts';
import { makerOf, modelOf } from '../../manufacturers/index.ts';
import { makers } from '../../manufacturers/testing/every-row.ts';
import { ORIGINS } from './origin.ts';
import type { Origin } from './origin.ts';
import { checkSender } from './check-sender.ts';
import type { Sender } from './check-sender.ts';
import { everyModel } from '../testing/every-model.ts';
import { VALVE, codeOf, deviceOf, pass, refusalOf } from '../testing/gate.ts';
import type { TestDevice } from '../testing/gate.ts';

const commercial = (deviceSettings: DeviceSetting[] | null = null) =>
  deviceOf('hwh', 'rheem', { type: 'Commercial Hi Eff. Water Heater', deviceSettings });
const aquanta = (deviceSettings: DeviceSetting[] | null = null) =>
  deviceOf('hwh', 'aquanta', { deviceSettings });
/** A maker whose heaters are as the generic row says. */
const tank = (deviceSettings: DeviceSetting[] | null = null) => deviceOf('hwh', 'armada', { deviceSettings });

describe.each(ORIGINS)('hot water for a %s', (origin) => {
  const tried = (device: TestDevice, setpoint: unknown) => codeOf(device, { setpoint }, { origin });

  test.each([
    ['141 without valve', tank(), 141],
    ['141 without valve on a model that could', aquanta(), 141],
    ['161 with valve', aquanta(VALVE), 161],
    ['185 on the commercial type', commercial(), 185],
    ['185 on the commercial type with valve', commercial(VALVE), 185],
    ['140.4', aquanta(), 140.4],
    ['the last number above the ceiling', aquanta(), 140.000_000_000_000_03],
    ['1e3', aquanta(VALVE), 1e3],
    ['below the model', tank(), 99.9],
    ['141 with valve on a model that ends at 140', tank(VALVE), 141],
  ])('[CMD-4] [T-26] %s is out of range', (_case, device, setpoint) => {
    expect(tried(device, setpoint)).toBe('setpoint_out_of_range');
  });

  test.each([
    ['a text', '140'],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['minus zero', -0],
    ['null', null],
    ['a flag', true],
    ['a list', [120]],
    ['an object', { valueOf: () => 120 }],
    ['a big integer', 120n],
    ['nothing', undefined],
  ])('[CMD-4] [T-26] %s is no temperature', (_case, setpoint) => {
    expect(tried(aquanta(VALVE), setpoint)).toBe('command_malformed');
  });

  test.each([
    ['140 without valve', tank(), 140],
    ['140 without valve on a model that could more', aquanta(), 140],
    ['160 with valve', aquanta(VALVE), 160],
    ['160 with valve on the commercial type', commercial(VALVE), 160],
    ['100', tank(), 100],
    ['a whole Celsius', tank(), 118.4],
  ])('[CMD-4] [T-26] %s is approved', (_case, device, setpoint) => {
    expect(tried(device, setpoint)).toBe('approved');
  });

  test('[T-26] the own limits of a household hold', () => {
    const limited = aquanta([
      { key: 'hwh-max-setpoint', value: 125 },
      { key: 'hwh-min-set-temperature', value: '110' },
    ]);
    expect([109, 110, 125, 126].map((setpoint) => tried(limited, setpoint))).toEqual([
      'setpoint_out_of_range',
      'approved',
      'approved',
      'setpoint_beyond_own_limit',
    ]);
  });

  test('[T-26] [T-27] of a floor above the ceiling only the ceiling is left', () => {
    const valveOff = aquanta([
      { key: 'hwh-mixing-valve', value: false },
      { key: 'hwh-min-set-temperature', value: 150 },
    ]);
    expect([139, 140, 141, 150].map((setpoint) => tried(valveOff, setpoint))).toEqual([
      'setpoint_out_of_range',
      'approved',
      'setpoint_out_of_range',
      'setpoint_out_of_range',
    ]);
  });

  test('[T-26] a ceiling below the model leaves no temperature at all', () => {
    const cold = tank([{ key: 'hwh-max-setpoint', value: 90 }]);
    for (const setpoint of [80, 90]) expect(tried(cold, setpoint)).toBe('setpoint_out_of_range');
    for (const setpoint of [95, 100, 120]) expect(tried(cold, setpoint)).toBe('setpoint_beyond_own_limit');
    expect(codeOf(cold, { mode: 'VACATION' }, { origin })).toBe('approved');
  });

  test('[T-26] a heater has no other field for a temperature', () => {
    for (const field of ['heatSetpoint', 'coolSetpoint', 'temperature', 'hwh-set-temperature']) {
      expect(codeOf(aquanta(VALVE), { [field]: 120 }, { origin })).toBe('command_malformed');
    }
    expect(codeOf(deviceOf('hwh', 'eradio'), { setpoint: 120 }, { origin })).toBe(
      origin === 'event' || origin === 'restore' ? 'events_unsupported' : 'command_malformed',
    );
  });

  test('[T-26] [CMD-4] the refusal names the device and the limits', () => {
    expect(refusalOf(pass(aquanta(), { setpoint: 155 }, { origin }))).toEqual({
      code: 'setpoint_out_of_range',
      deviceId: 'dev-1',
      field: 'setpoint',
      min: 50,
      max: 140,
      reason: 'safety',
    });
  });
});

describe('air', () => {
  test.each(ORIGINS)('[T-29] 21, meant as Celsius, is refused for a thermostat (%s)', (origin) => {
    for (const field of ['heatSetpoint', 'coolSetpoint']) {
      expect(codeOf(deviceOf('tstat', 'honeywell'), { [field]: 21 }, { origin })).toBe(
        'setpoint_out_of_range',
      );
    }
  });

  test.each([
    ['tstat', 'acme', { heatSetpoint: 64, coolSetpoint: 86 }, 'approved'],
    ['tstat', 'acme', { heatSetpoint: 63.9 }, 'setpoint_out_of_range'],
    ['tstat', 'acme', { coolSetpoint: 86.1 }, 'setpoint_out_of_range'],
    ['tstat', 'acme', { setpoint: 70 }, 'command_malformed'],
    ['tstat', 'ge', { coolSetpoint: 70 }, 'approved'],
    ['tstat', 'ge', { heatSetpoint: 70 }, 'command_malformed'],
    ['rac', 'ge', { heatSetpoint: 70 }, 'command_malformed'],
    ['rac', 'intesis', { mode: 'heat', heatSetpoint: 70 }, 'approved'],
    ['tstat', 'sensibo', { coolSetpoint: 60.8 }, 'approved'],
    ['tstat', 'sensibo', { heatSetpoint: 70, coolSetpoint: 70 }, 'approved'],
    ['tstat', 'sensibo', { heatSetpoint: 70, coolSetpoint: 71 }, 'command_malformed'],
    ['tstat', 'honeywell', { heatSetpoint: 70, coolSetpoint: 71 }, 'approved'],
    ['battery', 'tesla', { setpoint: 70 }, 'command_malformed'],
  ] as const)('[CMD-2] [CMD-4] %s of %s: %j is %s', (kind, mfg, body, code) => {
    expect(codeOf(deviceOf(kind, mfg), body)).toBe(code);
  });
});

describe('makers', () => {
  const limited = makers.filter(([, { control }]) => control !== undefined).map(([mfg]) => mfg);
  const expectedCode = (mfg: string, origin: Origin) => {
    const { control, events } = makerOf(mfg);
    const isAutomatic = origin !== 'person' && origin !== 'schedule';
    if (control !== undefined && (!isAutomatic || events === 'none')) return 'view_only';
    return isAutomatic && origin !== 'safety' && events === 'none' ? 'events_unsupported' : 'allowed';
  };

  test('[T-34] [DEV-3] the maker decides which origins may command, whatever the command', () => {
    expect(limited).toHaveLength(4);
    for (const mfg of [...makers.map(([name]) => name), 'acme']) {
      for (const origin of ORIGINS) {
        const sender = {
          origin,
          activeEvent: false,
          version: 7,
          versionSeen: null,
          status: 'ONLINE',
          silentMs: 0,
        };
        for (const body of [{}, { fanMode: 'auto' }, { heatSetpoint: 70 }]) {
          const refusal = checkSender({ kind: 'tstat', mfg }, body, sender as Sender);
          expect(refusal?.code ?? 'allowed').toBe(expectedCode(mfg, origin));
        }
      }
    }
    expect(refusalOf(pass(deviceOf('tstat', 'nest'), { mode: 'off' }))).toEqual({
      code: 'view_only',
      deviceId: 'dev-1',
      control: 'notice-only',
    });
  });

  test.each(['ecobee', 'nest', 'mysa'])(
    '[T-34] events and returns move the setpoint of %s, within its range, but no person and no schedule does',
    (mfg) => {
      const device = deviceOf('tstat', mfg, { type: 'AC-V1-0' });
      for (const origin of ['event', 'restore', 'safety'] as const) {
        expect(codeOf(device, { coolSetpoint: 78 }, { origin })).toBe('approved');
        expect(codeOf(device, { coolSetpoint: 95 }, { origin })).toBe('setpoint_out_of_range');
        expect(codeOf(device, { mode: 'warp' }, { origin })).toBe('mode_unknown');
      }
      for (const origin of ['person', 'schedule'] as const) {
        expect(codeOf(device, { coolSetpoint: 78 }, { origin })).toBe('view_only');
      }
    },
  );

  test('[T-34] the water of a maker that no table describes can be lowered for safety, though no event moves it', () => {
    const device = deviceOf('hwh', 'acme');
    expect(codeOf(device, { setpoint: 120 }, { origin: 'safety' })).toBe('approved');
    expect(refusalOf(pass(device, { setpoint: 120 }, { origin: 'event' }))).toEqual({
      code: 'events_unsupported',
      mfg: 'acme',
      deviceId: 'dev-1',
    });
  });

  test('[T-34] [CMD-4] a mode that no maker has is refused, for each kind', () => {
    for (const { mfg, kind, type } of everyModel) {
      for (const origin of ORIGINS) {
        for (const mode of ['warp', '', 'OFF ', 'constructor', 'Vacation\u0000']) {
          expect(codeOf(deviceOf(kind, mfg, { type }), { mode }, { origin })).not.toBe('approved');
        }
      }
    }
  });

  const controllable = everyModel.filter((model) => modelOf(model).modes.length > 0);
  test('[CMD-2] [CMD-4] each mode and fan mode of each model is approved, those of other models are not', () => {
    const names = new Set(controllable.flatMap((model) => modelOf(model).modes.map(({ name }) => name)));
    expect(names.size).toBeGreaterThan(60);
    for (const model of controllable) {
      const device = deviceOf(model.kind, model.mfg, { type: model.type });
      const modes = modelOf(model).modes.map(({ name }) => name);
      const code = codeOf(device, { mode: modes[0] });
      const expected = limited.includes(model.mfg)
        ? 'view_only'
        : model.mfg === 'aosmith'
          ? 'control_locked'
          : 'approved';
      expect(code).toBe(expected);
      if (expected !== 'approved') continue;
      for (const mode of names) {
        expect(codeOf(device, { mode })).toBe(modes.includes(mode) ? 'approved' : 'mode_unknown');
      }
      for (const fanMode of ['auto', 'on', 'low', 'medium', 'high', 'position-one', 'turbo', '']) {
        const known = modelOf(model).fanModes.includes(fanMode);
        expect(codeOf(device, { fanMode })).toBe(known ? 'approved' : 'fan_mode_unknown');
      }
    }
  });

  test.each(ORIGINS)('[DEV-3] the mode of aosmith is locked for a %s, its setpoint is not', (origin) => {
    const device = deviceOf('hwh', 'aosmith');
    expect(codeOf(device, { mode: 'VACATION' }, { origin })).toBe('control_locked');
    expect(codeOf(device, { mode: 'VACATION', setpoint: 120 }, { origin })).toBe('control_locked');
    expect(codeOf(device, { setpoint: 120 }, { origin })).toBe('approved');
  });

  test.each(['evse', 'ev'] as const)(
    '[DEV-5] %s is read-only for people and takes nothing from anyone',
    (kind) => {
      const device = deviceOf(kind, 'tesla');
      for (const body of [{}, { mode: 'AVAILABLE' }, { setpoint: 10 }, { parameters: { watts: 1 } }]) {
        expect(codeOf(device, body)).toBe('read_only_kind');
        expect(codeOf(device, body, { origin: 'event' })).not.toBe('approved');
      }
    },
  );
});
