import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceSetting } from '#contract/entities/device.ts';
import { modelOf } from '../../manufacturers/index.ts';
import { runs } from '../../testing/property-runs.ts';
import { HOT_WATER, highestWithValve, setpointBounds, setpointLimits } from './safety.ts';
import type { LimitedDevice } from './safety.ts';
import { everyModel } from '../testing/every-model.ts';

type Settings = Partial<Record<DeviceSetting['key'], DeviceSetting['value']>>;

const list = (settings: Settings): DeviceSetting[] =>
  Object.entries(settings).map(([key, value]) => ({ key, value }) as DeviceSetting);
const heater = (mfg: string, type: string | null, settings: Settings | null = null): LimitedDevice => ({
  kind: 'hwh',
  mfg,
  type,
  deviceSettings: settings && list(settings),
});
const COMMERCIAL = ['rheem', 'Commercial Hi Eff. Water Heater'] as const;
const AQUANTA = ['aquanta', null] as const;
const VALVE = { 'hwh-mixing-valve': true };

describe('hot water', () => {
  test('[CMD-4] [T-26] the ceilings are 140 and 160', () => {
    expect([HOT_WATER.ceiling, HOT_WATER.ceilingWithValve]).toEqual([140, 160]);
  });

  test('[SET-2] [T-26] what the warning of the valve promises is what the valve allows, for every model', () => {
    const heaters = everyModel.filter(({ kind }) => kind === 'hwh');
    const promised = heaters.map((device) => highestWithValve({ ...device, deviceSettings: null }));
    const allowed = heaters.map((device) => setpointBounds({ ...device, deviceSettings: list(VALVE) })?.max);
    expect(promised).toEqual(allowed.map((max) => max ?? null));
    expect(new Set(promised).size).toBeGreaterThan(2);
  });

  test.each([
    ['generic', 'acme', null, {}, 100, 140, 'model'],
    ['its settings unknown', 'aquanta', null, null, 50, 140, 'safety'],
    ['wide model', ...AQUANTA, {}, 50, 140, 'safety'],
    ['wide model with valve', ...AQUANTA, VALVE, 50, 160, 'valve'],
    ['commercial', ...COMMERCIAL, {}, 85, 140, 'safety'],
    ['commercial with valve', ...COMMERCIAL, VALVE, 85, 160, 'valve'],
    ['model below the ceiling', 'rheem', 'Electric Water Heater', VALVE, 110, 130, 'model'],
    ['a valve cannot widen a model', 'acme', null, VALVE, 100, 140, 'model'],
    ['own maximum', ...AQUANTA, { 'hwh-max-setpoint': 125 }, 50, 125, 'setting'],
    ['own maximum as text', ...AQUANTA, { 'hwh-max-setpoint': ' 125.5 ' }, 50, 125.5, 'setting'],
    ['own maximum above the ceiling', ...AQUANTA, { 'hwh-max-setpoint': 150 }, 50, 140, 'safety'],
    ['own maximum with valve', ...AQUANTA, { ...VALVE, 'hwh-max-setpoint': 150 }, 50, 150, 'setting'],
    ['own minimum', ...AQUANTA, { 'hwh-min-set-temperature': 110 }, 110, 140, 'safety'],
    ['own minimum below the model', 'acme', null, { 'hwh-min-set-temperature': 90 }, 100, 140, 'model'],
    ['own minimum above the ceiling', ...AQUANTA, { 'hwh-min-set-temperature': 150 }, 140, 140, 'safety'],
    [
      'own minimum above the own maximum',
      ...AQUANTA,
      { 'hwh-min-set-temperature': 130, 'hwh-max-setpoint': 120 },
      120,
      120,
      'setting',
    ],
  ] as const)('[CMD-4] [T-26] [SET-3] %s', (_case, mfg, type, settings, min, max, reason) => {
    expect(setpointLimits(heater(mfg, type, settings))).toEqual({ min, max, reason });
  });

  test.each(['true', 1, 'yes', 'TRUE', null, false, ''])('[T-26] a mixing valve of %j is none', (value) => {
    expect(setpointLimits(heater(...AQUANTA, { 'hwh-mixing-valve': value }))?.max).toBe(140);
  });

  test('[T-26] a mixing valve stored twice must be true twice', () => {
    const twice = (...values: DeviceSetting['value'][]) => ({
      ...heater(...AQUANTA),
      deviceSettings: values.map((value) => ({ key: 'hwh-mixing-valve', value }) as const),
    });
    expect(setpointLimits(twice(true, false))?.max).toBe(140);
    expect(setpointLimits(twice(false, true))?.max).toBe(140);
    expect(setpointLimits(twice(true, true))?.max).toBe(160);
  });

  test.each(['', ' ', 'hot', '1e3', '0x7f', 'NaN', '-5', true, false, null, Number.NaN, -5, 0, 500])(
    '[T-26] a limit of %j is no limit, and raises nothing',
    (value) => {
      const limits = { min: 50, max: 140, reason: 'safety' };
      expect(setpointLimits(heater(...AQUANTA, { 'hwh-max-setpoint': value }))).toEqual(limits);
      expect(setpointLimits(heater(...AQUANTA, { 'hwh-min-set-temperature': value }))).toEqual(limits);
    },
  );

  test('[T-26] limits are temperatures of liquid water, both ends included', () => {
    const bounds = (settings: Settings) => setpointBounds(heater(...AQUANTA, settings));
    expect(bounds({ 'hwh-max-setpoint': 32 })?.max).toBe(32);
    expect(bounds({ 'hwh-max-setpoint': 31.9 })?.max).toBe(140);
    expect(bounds({ 'hwh-min-set-temperature': 212 })?.min).toBe(140);
    expect(bounds({ 'hwh-min-set-temperature': 212.1 })?.min).toBe(50);
  });

  test('[T-26] a maximum below what the model accepts leaves nothing to set', () => {
    const device = heater('acme', null, { 'hwh-max-setpoint': 90 });
    expect(setpointLimits(device)).toBeNull();
    expect(setpointBounds(device)).toEqual({ min: 100, max: 90, reason: 'setting' });
  });

  test('[DEV-3] a radio switch has no setpoint', () => {
    expect(setpointLimits(heater('eradio', null, VALVE))).toBeNull();
  });

  test('[CMD-4] [T-26] whatever the settings, no ceiling rises above 140, or 160 with a valve', () => {
    const value = fc.oneof(
      fc.constantFrom(true, false, null, 'true', '140', '999', ''),
      fc.double(),
      fc.integer({ min: 0, max: 250 }),
      fc.string(),
    );
    const key = fc.constantFrom('hwh-mixing-valve', 'hwh-max-setpoint', 'hwh-min-set-temperature');
    const deviceSettings = fc.oneof(fc.array(fc.record({ key, value })), fc.constant(null));
    const model = fc.constantFrom(...everyModel.filter(({ kind }) => kind === 'hwh'));
    fc.assert(
      fc.property(model, deviceSettings, (device, settings) => {
        const limits = setpointLimits({ ...device, deviceSettings: settings });
        if (limits === null) return;
        const valves = settings?.filter((one) => one.key === 'hwh-mixing-valve') ?? [];
        const hasValve = valves.length > 0 && valves.every((one) => one.value === true);
        const [lowest, highest] = modelOf(device).setpoint ?? [Number.NaN, Number.NaN];
        expect(limits.max).toBeLessThanOrEqual(hasValve ? 160 : 140);
        expect(limits.max).toBeLessThanOrEqual(highest);
        expect(limits.min).toBeGreaterThanOrEqual(lowest);
        expect(limits.min).toBeLessThanOrEqual(limits.max);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('air', () => {
  test('[CMD-2] [SET-3] the range of the model, whatever water may do', () => {
    for (const model of everyModel.filter(({ kind }) => kind === 'tstat' || kind === 'rac')) {
      const [min, max] = modelOf(model).setpoint ?? [Number.NaN, Number.NaN];
      const device = { ...model, deviceSettings: list({ 'hwh-max-setpoint': 70 }) };
      expect(setpointLimits(device)).toEqual({ min, max, reason: 'model' });
    }
  });

  test.each(['battery', 'evse', 'ev'] as const)('%s has no setpoint', (kind) => {
    expect(setpointLimits({ kind, mfg: 'tesla', type: null, deviceSettings: null })).toBeNull();
  });
});
