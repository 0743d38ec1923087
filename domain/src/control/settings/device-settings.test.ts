import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceSetting, DeviceSettingKey, Value } from '#contract/entities/device.ts';
import { editableSettings, limitBounds, loweredSetpoint, passSettingGate } from './device-settings.ts';
import type { SettingInput } from './device-settings.ts';
import { modelOf } from '../../manufacturers/index.ts';
import { showTemperature } from '../../units.ts';
import { HOT_WATER, setpointBounds } from '../gate/safety.ts';
import { limitsIn } from '../setpoint.ts';
import { everyModel } from '../testing/every-model.ts';
import { VALVE_WARNING } from '../gate/valve-warning.ts';

const ON = { enableAutoSchedule: true };
const OFF = { enableAutoSchedule: false };

const heater = (mfg: string, type: string | null = null, deviceSettings: DeviceSetting[] = []) =>
  ({ id: 'tank', kind: 'hwh', mfg, type, deviceSettings }) as const;

const VALVE = { key: 'hwh-mixing-valve', value: true } as const;

const ask = (
  device: SettingInput['device'],
  key: DeviceSettingKey,
  value: Value | null,
  more: Partial<SettingInput> = {},
) => {
  const input = { device, key, value, switches: ON, acknowledged: null, activeEvent: false, ...more };
  const result = passSettingGate(input);
  return 'refused' in result ? result.refused : result.approved;
};

describe('what may be set', () => {
  test('[SET-2] the limits only with auto schedule, and not for eradio, armada and aosmith', () => {
    const limits = ['hwh-max-setpoint', 'hwh-min-set-temperature'];
    expect(editableSettings(heater('rheem'), ON)).toEqual(['hwh-mixing-valve', ...limits]);
    expect(editableSettings(heater('rheem'), OFF)).toEqual(['hwh-mixing-valve']);
    for (const mfg of ['eradio', 'armada', 'aosmith']) {
      expect(editableSettings(heater(mfg), ON)).toEqual(['hwh-mixing-valve']);
    }
  });

  test('[SET-1] other kinds have no setting that a person may change', () => {
    for (const model of everyModel.filter(({ kind }) => kind !== 'hwh')) {
      const device = { ...model, id: 'x', deviceSettings: [] };
      expect(editableSettings(device, ON)).toEqual([]);
      expect(ask(device, 'hwh-mixing-valve', true, { acknowledged: VALVE_WARNING.version })).toEqual({
        code: 'control_locked',
        deviceId: 'x',
      });
    }
  });

  test.each(['sub-brand', 'hwh-default-set-mode', 'hwh-default-set-temperature', 'vehicle-model'] as const)(
    '[SET-1] [SET-2] %s is read-only',
    (key) => {
      expect(ask(heater('ge'), key, 'x')).toMatchObject({ code: 'control_locked' });
    },
  );
});

describe('limits of temperature', () => {
  const limited = everyModel.filter((model) =>
    editableSettings({ ...model, deviceSettings: [] }, ON).includes('hwh-max-setpoint'),
  );
  test.each(limited)(
    '[SET-3] $mfg $type: from what the model accepts up to 140 °F without a mixing valve',
    ({ mfg, type }) => {
      const [min, highest] = modelOf({ kind: 'hwh', mfg, type }).setpoint ?? [Number.NaN, Number.NaN];
      const max = Math.min(highest, 140);
      for (const key of ['hwh-max-setpoint', 'hwh-min-set-temperature'] as const) {
        for (const value of [min, max])
          expect(ask(heater(mfg, type), key, value)).toHaveProperty('setting.value', value);
        for (const outside of [min - 0.1, max + 0.1, 1e3, -1]) {
          const refusal = { code: 'setpoint_out_of_range', field: key, min, max };
          expect(ask(heater(mfg, type), key, outside)).toMatchObject(refusal);
        }
      }
    },
  );

  test('[SET-2] [SET-3] a mixing valve raises the ceiling to 160 °F where the model goes that far, and no further', () => {
    const commercial = heater('rheem', 'Commercial Hi Eff. Water Heater', [VALVE]);
    expect(limitBounds(commercial, 'hwh-max-setpoint')).toMatchObject({ max: 160 });
    expect(limitBounds(heater('ge', null, [VALVE]), 'hwh-max-setpoint')).toMatchObject({ max: 140 });
  });

  test('[SET-2] the lower limit never passes the upper one', () => {
    const device = heater('ge', null, [
      { key: 'hwh-min-set-temperature', value: 110 },
      { key: 'hwh-max-setpoint', value: 130 },
    ]);
    expect(limitBounds(device, 'hwh-min-set-temperature')).toMatchObject({ min: 100, max: 130 });
    expect(limitBounds(device, 'hwh-max-setpoint')).toMatchObject({ min: 110, max: 140 });
  });

  test.each(['140', true, Number.NaN, Number.POSITIVE_INFINITY, -0])(
    '[SET-2] %s is no temperature',
    (value) => {
      expect(ask(heater('ge'), 'hwh-max-setpoint', value)).toMatchObject({ code: 'command_malformed' });
    },
  );

  test('[SET-2] null takes a limit away', () => {
    expect(ask(heater('ge'), 'hwh-max-setpoint', null)).toMatchObject({
      setting: { key: 'hwh-max-setpoint', value: null },
      needsFreshSignIn: false,
    });
  });

  test('[SET-2] [CMD-4] during an event nothing about the limits changes', () => {
    expect(ask(heater('ge'), 'hwh-max-setpoint', 130, { activeEvent: true })).toMatchObject({
      code: 'event_active',
    });
  });
});

describe('the mixing valve', () => {
  const version = VALVE_WARNING.version;

  test('[T-27] [SET-2] counts only with the warning that is shown today, and a fresh sign-in', () => {
    for (const acknowledged of [null, '', 'true', '2020-01-01', `${version} `]) {
      expect(ask(heater('ge'), 'hwh-mixing-valve', true, { acknowledged })).toMatchObject({
        code: 'acknowledgement_required',
        deviceId: 'tank',
      });
    }
    expect(ask(heater('ge'), 'hwh-mixing-valve', true, { acknowledged: version })).toEqual({
      setting: VALVE,
      follows: [],
      needsFreshSignIn: true,
    });
  });

  test.each(['true', 1, 'on', null])('[T-27] %s is not true', (value) => {
    expect(ask(heater('ge'), 'hwh-mixing-valve', value, { acknowledged: version })).toMatchObject({
      code: 'command_malformed',
    });
  });

  test('[T-27] [SET-2] limits above the ceiling go with the valve that allowed them', () => {
    const limit = (key: 'hwh-max-setpoint' | 'hwh-min-set-temperature', value: number) => ({ key, value });
    const off = (...limits: ReturnType<typeof limit>[]) =>
      ask(heater('aquanta', null, [VALVE, ...limits]), 'hwh-mixing-valve', false);
    expect(off(limit('hwh-max-setpoint', 159), limit('hwh-min-set-temperature', 110))).toMatchObject({
      follows: [limit('hwh-max-setpoint', 140)],
    });
    expect(off(limit('hwh-max-setpoint', 159), limit('hwh-min-set-temperature', 150))).toMatchObject({
      follows: [limit('hwh-max-setpoint', 140), limit('hwh-min-set-temperature', 140)],
    });
    expect(off(limit('hwh-max-setpoint', 140))).toMatchObject({ follows: [] });
    expect(off(limit('hwh-max-setpoint', 120))).toMatchObject({ follows: [] });
  });

  test('[T-27] turning it off needs no warning and no event holds it up; it too asks who is there', () => {
    const device = heater('aquanta', null, [VALVE]);
    expect(ask(device, 'hwh-mixing-valve', false, { activeEvent: true })).toEqual({
      setting: { key: 'hwh-mixing-valve', value: false },
      follows: [],
      needsFreshSignIn: true,
    });
    expect(ask(heater('ge'), 'hwh-mixing-valve', false)).toHaveProperty('needsFreshSignIn', false);
  });
});

describe('lowering the setpoint when the ceiling falls', () => {
  test('[T-27] 155 °F becomes 140 °F when the valve is gone', () => {
    const known = { reported: 155, commanded: [] };
    expect(loweredSetpoint(heater('aquanta', null, [VALVE]), known)).toBeNull();
    expect(loweredSetpoint(heater('aquanta'), known)).toBe(140);
  });

  test('[T-27] open commands count, and the newest commanded setpoint is not exceeded', () => {
    const device = heater('aquanta');
    expect(loweredSetpoint(device, { reported: 120, commanded: [155] })).toBe(140);
    expect(loweredSetpoint(device, { reported: 155, commanded: [118] })).toBe(118);
    expect(loweredSetpoint(device, { reported: null, commanded: [] })).toBeNull();
    expect(loweredSetpoint(device, { reported: 120, commanded: [125] })).toBeNull();
  });

  test('[DEV-6] [T-27] a limit of half a degree lowers to the whole degree below, which is not shown above the limit', () => {
    const limited = (limit: number, floor = 110) =>
      heater('aquanta', null, [
        { key: 'hwh-max-setpoint', value: limit },
        { key: 'hwh-min-set-temperature', value: floor },
      ]);
    const lowered = loweredSetpoint(limited(130.5), { reported: 135, commanded: [] });
    expect(lowered).toBe(130);
    for (const unit of ['F', 'C'] as const) {
      expect(showTemperature(lowered ?? 0, unit)).toBe(limitsIn({ min: 110, max: 130.5 }, unit)?.max);
    }
    expect(loweredSetpoint(limited(130.5, 130.2), { reported: 135, commanded: [] })).toBe(130.2);
  });

  test('[T-26] [T-27] whatever is known, it asks for nothing above the ceiling and only when something is above it', () => {
    const degrees = fc.double({ min: 40, max: 220, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...everyModel.filter(({ kind }) => kind === 'hwh')),
        fc.option(degrees),
        fc.array(degrees, { maxLength: 3 }),
        fc.boolean(),
        (model, reported, commanded, valve) => {
          const device = { ...model, deviceSettings: valve ? [VALVE] : [] };
          const bounds = setpointBounds(device);
          const lowered = loweredSetpoint(device, { reported, commanded });
          const highest = Math.max(reported ?? 0, ...commanded);
          if (bounds === null) return lowered === null;
          const ceiling = valve ? HOT_WATER.ceilingWithValve : HOT_WATER.ceiling;
          return highest > bounds.max
            ? lowered !== null && lowered <= ceiling && lowered <= bounds.max
            : lowered === null;
        },
      ),
    );
  });
});
