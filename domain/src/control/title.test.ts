import { describe, expect, test } from 'vitest';
import { DEVICE_KINDS } from '#contract/entities/device.ts';
import type { Device } from '#contract/entities/device.ts';
import { makerOf, manufacturers } from '../manufacturers/index.ts';
import { headerOf, makerLabel, settingOf, titleOf } from './title.ts';

type Named = Parameters<typeof titleOf>[0];

const bare: Named = { kind: 'tstat', mfg: 'honeywell', name: null, deviceSettings: null };
const setting = (...settings: [key: string, value: string | number | boolean | null][]) =>
  settings.map(([key, value]) => ({ key, value })) as NonNullable<Device['deviceSettings']>;

describe('title', () => {
  test('[DEV-1] the name comes first, whatever else is known', () => {
    const car: Named = {
      kind: 'ev',
      mfg: 'smartcar',
      name: 'Family Car',
      deviceSettings: setting(['vehicle-make', 'Kia'], ['sub-brand', 'Brand']),
    };
    expect(titleOf(car)).toEqual({ name: 'Family Car' });
  });

  test('[DEV-1] an empty name is no name', () => {
    expect(titleOf({ ...bare, name: '' })).toEqual({ maker: 'Honeywell', purpose: 'control' });
  });

  test('[DEV-1] an electric vehicle without a name goes by its make', () => {
    const deviceSettings = setting(['vehicle-make', 'Kia'], ['vehicle-model', 'EV6']);
    expect(titleOf({ kind: 'ev', mfg: 'smartcar', name: null, deviceSettings })).toEqual({ name: 'Kia' });
  });

  test('[DEV-1] a make is ignored for a device of another kind', () => {
    const deviceSettings = setting(['vehicle-make', 'Kia']);
    expect(titleOf({ ...bare, deviceSettings })).toEqual({ maker: 'Honeywell', purpose: 'control' });
  });

  test.each([null, ''])('[DEV-1] a vehicle whose make is %j goes by its maker', (make) => {
    const deviceSettings = setting(['vehicle-make', make]);
    expect(titleOf({ kind: 'ev', mfg: 'smartcar', name: null, deviceSettings })).toEqual({
      maker: makerOf('smartcar').label,
      purpose: 'control',
    });
  });

  test('[DEV-1] the sub-brand replaces the manufacturer', () => {
    const deviceSettings = setting(['sub-brand', 'Reliance']);
    expect(titleOf({ kind: 'hwh', mfg: 'aosmith', name: null, deviceSettings })).toEqual({
      maker: 'Reliance',
      purpose: 'control',
    });
  });

  test.each(Object.keys(manufacturers))('[DEV-1] %s is named by its label', (mfg) => {
    const maker = makerOf(mfg);
    for (const kind of DEVICE_KINDS) {
      const purpose = mfg === 'eradio' && kind === 'hwh' ? 'status' : 'control';
      expect(titleOf({ kind, mfg, name: null, deviceSettings: null })).toEqual({
        maker: maker.label,
        purpose,
      });
    }
  });

  test('[DEV-1] a maker without a file is named by its id', () => {
    expect(titleOf({ ...bare, mfg: 'acme' })).toEqual({ maker: 'Acme', purpose: 'control' });
  });
});

describe('settings of a device', () => {
  test('are text, or nothing when unset, empty or not asked for', () => {
    const device = {
      deviceSettings: setting(['vehicle-year', 2024], ['sub-brand', ''], ['vehicle-make', null]),
    };
    expect(settingOf(device, 'vehicle-year')).toBe('2024');
    expect(settingOf(device, 'sub-brand')).toBeNull();
    expect(settingOf(device, 'vehicle-make')).toBeNull();
    expect(settingOf(device, 'vehicle-model')).toBeNull();
    expect(settingOf({ deviceSettings: null }, 'vehicle-year')).toBeNull();
  });

  test('a switch that is off is a value', () => {
    expect(settingOf({ deviceSettings: setting(['hwh-mixing-valve', false]) }, 'hwh-mixing-valve')).toBe(
      'false',
    );
  });

  test('the label of a maker is its sub-brand, else its own', () => {
    expect(makerLabel(bare)).toBe('Honeywell');
    expect(makerLabel({ ...bare, deviceSettings: setting(['sub-brand', 'Resideo']) })).toBe('Resideo');
  });
});

describe('header of a device’s own screen', () => {
  test('[DET-1] name; else make for smartcar; else sub-brand; else maker; else nothing', () => {
    const deviceSettings = setting(['vehicle-make', 'Kia'], ['sub-brand', 'Brand']);
    const car: Named = { kind: 'ev', mfg: 'smartcar', name: null, deviceSettings };
    expect(headerOf({ ...car, name: 'Family Car' })).toBe('Family Car');
    expect(headerOf(car)).toBe('Kia');
    expect(headerOf({ ...car, mfg: 'tesla' })).toBe('Brand');
    expect(headerOf({ ...car, deviceSettings: [] })).toBe('Smartcar');
    expect(headerOf({ ...bare, mfg: 'eradio', kind: 'hwh' })).toBe('eRadio');
    expect(headerOf({ ...bare, mfg: '' })).toBeNull();
  });
});
