import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { DeviceKind, RealtimeEntry } from '#contract/entities/device.ts';
import { MINUTE } from '../time/time.ts';
import { powerNow } from './power-now.ts';
import { reportsPower } from './measured-by.ts';

const NOW = new Date('2026-07-14T20:46:00Z');

interface Options {
  readonly mfg?: string;
  readonly age?: number;
  readonly status?: 'ONLINE' | 'OFFLINE';
}

const device = (
  kind: DeviceKind,
  values: Readonly<Record<string, number>>,
  { mfg = 'tesla', age = 0, status = 'ONLINE' }: Options = {},
) => {
  const time = new Date(NOW.getTime() - age).toISOString();
  const realtime: RealtimeEntry[] = [
    ...Object.entries(values).map(([key, value]) => ({ key, value, status: null, time })),
    { key: 'status', value: status, status, time },
  ];
  return { kind, mfg, realtime };
};

const battery = (power: number, pv: number, house: number, options: Options = {}) =>
  device('battery', { 'battery-power': power, 'pv-power': pv, 'battery-house-power': house }, options);
const heater = (power: number, options: Options = {}) => device('hwh', { power }, options);
const charger = (power: number, options: Options = {}) => device('evse', { 'evse-power': power }, options);
const car = (power: number, options: Options = {}) =>
  device('ev', { 'ev-home-power': power, 'ev-away-power': 9_000 }, options);

describe('[DASH-1] power now', () => {
  test('where a battery tells what the home draws, sun, battery and grid add up to it', () => {
    const now = powerNow([battery(-1_000, 4_200, 2_800), heater(500)], NOW);
    expect(now).toMatchObject({ scope: 'home', use: 2_800, solar: 4_200, battery: -1_000, grid: -400 });
    expect(now?.drawing.map(({ watts }) => watts)).toEqual([500]);
  });

  test('tenths of a kW add up however the readings are rounded', () => {
    const watts = fc.integer({ min: -9_999, max: 9_999 });
    fc.assert(
      fc.property(watts, fc.nat(9_999), fc.nat(9_999), (given, made, drawn) => {
        const { use, solar, battery: stored, grid } = powerNow([battery(given, made, drawn)], NOW) ?? {};
        expect((solar ?? 0) + (stored ?? 0) + (grid ?? 0)).toBe(use);
        expect([use, solar, stored, grid].every((value) => (value ?? 1) % 100 === 0)).toBe(true);
      }),
    );
  });

  test('a home that no reading tells of is not made up: only the measured devices count', () => {
    const now = powerNow([heater(4_500), charger(7_200), device('rac', {}), device('tstat', {})], NOW);
    expect(now).toMatchObject({ scope: 'devices', use: 11_700, solar: null, battery: null, grid: null });
    expect(now?.drawing.map(({ watts }) => watts)).toEqual([7_200, 4_500]);
    expect(now?.unheard).toEqual([]);
  });

  test('of a car and its charger one is counted, and what a car takes elsewhere never', () => {
    expect(powerNow([charger(7_200), car(7_150)], NOW)).toMatchObject({ use: 7_200 });
    expect(powerNow([car(7_150)], NOW)).toMatchObject({ use: 7_200 });
    expect(powerNow([car(0)], NOW)).toMatchObject({ use: 0, drawing: [{ watts: 0 }] });
  });

  test('a car that draws more than the home is fed before the meter of the battery; a weaker one is part of the home', () => {
    expect(powerNow([battery(1_400, 2_100, 3_500), charger(7_200)], NOW)).toMatchObject({
      use: 10_700,
      grid: 7_200,
    });
    expect(powerNow([battery(0, 0, 8_000), charger(7_200)], NOW)).toMatchObject({ use: 8_000, grid: 8_000 });
  });

  test('a silent device whose power is in a figure all the same is not called missing', () => {
    const silent = { status: 'OFFLINE' } as const;
    const home = powerNow([battery(0, 0, 5_000), heater(4_500, silent), charger(0, silent)], NOW);
    expect(home).toMatchObject({ scope: 'home', use: 5_000, unheard: [] });
    const [fed, alone] = [[charger(7_200), car(7_150, silent)], [car(7_150, silent)]];
    expect(powerNow(fed, NOW)).toMatchObject({ scope: 'devices', use: 7_200, unheard: [] });
    expect(powerNow(alone, NOW)).toMatchObject({ use: null, unheard: alone });
  });

  test.each([
    ['is offline', { status: 'OFFLINE' }],
    ['was silent for more than three minutes', { age: 3 * MINUTE + 1 }],
  ] as const)('a device that %s is named and not counted', (_what, options) => {
    const silent = heater(4_500, options);
    const now = powerNow([silent, charger(1_000)], NOW);
    expect(now).toMatchObject({ use: 1_000, unheard: [silent] });
    const without = powerNow([battery(1_000, 500, 1_500, options), heater(400)], NOW);
    expect(without).toMatchObject({
      scope: 'devices',
      use: 400,
      solar: null,
      battery: null,
      grid: null,
      readAt: NOW,
    });
    expect(powerNow([silent], NOW)).toMatchObject({ use: null, readAt: null });
  });

  test('while one of two batteries is silent, what the grid gives is not known', () => {
    const other = device('battery', { 'battery-power': 700 }, { age: 10 * MINUTE });
    expect(powerNow([battery(500, 0, 1_500), other], NOW)).toMatchObject({
      scope: 'home',
      use: 1_500,
      battery: 500,
      grid: null,
    });
  });

  test('two batteries that both tell of a home do not make it twice as large', () => {
    expect(powerNow([battery(500, 100, 600), battery(300, 300, 600), heater(400)], NOW)).toMatchObject({
      scope: 'devices',
      use: 400,
      solar: 400,
      battery: 800,
      grid: null,
    });
  });

  test('the oldest counted reading says how old the figures are', () => {
    const now = powerNow([heater(100, { age: MINUTE }), charger(0)], NOW);
    expect(now?.readAt).toEqual(new Date(NOW.getTime() - MINUTE));
  });

  test('homes without a meter, and kinds that are not known, have no figures', () => {
    expect(powerNow([device('rac', {}), device('tstat', {}, { mfg: 'nest' })], NOW)).toBeNull();
    expect(reportsPower({ kind: 'toaster' as DeviceKind, mfg: 'ge' })).toBe(false);
    expect(reportsPower({ kind: 'tstat', mfg: 'mysa' })).toBe(true);
    expect(reportsPower({ kind: 'tstat', mfg: 'honeywell' })).toBe(false);
  });
});
