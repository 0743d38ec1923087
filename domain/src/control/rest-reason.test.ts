import { describe, expect, test } from 'vitest';
import type { DeviceKind } from '#contract/entities/device.ts';
import { latestValuesOf } from './latest-values.ts';
import { restReason } from './rest-reason.ts';

type Values = Readonly<Record<string, string | number | boolean>>;

const reasonOf = (kind: DeviceKind, values: Values, status: 'ONLINE' | 'OFFLINE' = 'ONLINE') => {
  const time = '2026-07-14T20:46:00.000Z';
  return restReason(
    kind,
    latestValuesOf([
      { key: 'status', value: null, status, time },
      ...Object.entries(values).map(([key, value]) => ({ key, value, status: null, time })),
    ]),
  );
};

const HALF = { 'battery-power': 12, 'battery-max-capacity': 13_500, 'battery-present-capacity': 6_000 };
const PLUGGED = { 'ev-plugged-in-status': true, 'ev-charging-status': 'NOT_CHARGING', 'ev-home-power': 0 };

describe('[UX-43] why a device rests', () => {
  test.each<[string, DeviceKind, Values, ReturnType<typeof restReason>]>([
    ['a full battery', 'battery', { ...HALF, 'battery-present-capacity': 13_480 }, { code: 'full' }],
    ['an empty battery', 'battery', { ...HALF, 'battery-present-capacity': 40 }, { code: 'empty' }],
    [
      'a battery on standby',
      'battery',
      { ...HALF, 'sis-set-mode': 'STANDBY' },
      { code: 'idleMode', mode: 'STANDBY' },
    ],
    [
      'a full battery on standby',
      'battery',
      { ...HALF, 'battery-present-capacity': 13_500, 'battery-mode': 'off' },
      { code: 'idleMode', mode: 'off' },
    ],
    [
      'a battery kept for outages',
      'battery',
      { ...HALF, 'battery-mode': 'backupOnly' },
      { code: 'backupMode', mode: 'backupOnly' },
    ],
    ['a charger without a car', 'evse', { 'evse-mode': 'AVAILABLE', 'evse-power': 0 }, { code: 'noCar' }],
    [
      'a charger limited to nothing',
      'evse',
      { 'evse-mode': 'INUSE', 'evse-power-limit': 0 },
      { code: 'noPower' },
    ],
    ['a car without a cable', 'ev', { ...PLUGGED, 'ev-plugged-in-status': false }, { code: 'unplugged' }],
  ])('%s', (_what, kind, values, reason) => {
    expect(reasonOf(kind, values)).toEqual(reason);
    // What it did when it was last heard says nothing about now.
    expect(reasonOf(kind, values, 'OFFLINE')).toBeNull();
  });

  test.each<[string, DeviceKind, Values]>([
    ['a battery that is neither full nor empty', 'battery', { ...HALF, 'sis-set-mode': 'self-consumption' }],
    [
      'a battery at a reserve that it does not report',
      'battery',
      { ...HALF, 'battery-present-capacity': 1_350 },
    ],
    ['a battery without a capacity', 'battery', { 'battery-power': 0 }],
    [
      'a full battery that runs the home',
      'battery',
      { ...HALF, 'battery-power': 900, 'battery-present-capacity': 13_500 },
    ],
    ['a battery without a power', 'battery', { 'battery-max-capacity': 1, 'battery-present-capacity': 1 }],
    ['a charger whose car takes nothing', 'evse', { 'evse-mode': 'INUSE', 'evse-power-limit': 7_680 }],
    ['a charger that charges', 'evse', { 'evse-mode': 'INUSE_CHARGING', 'evse-power-limit': 0 }],
    ['a car with a cable', 'ev', PLUGGED],
    ['a car that says nothing of its cable', 'ev', { 'ev-charging-status': 'NOT_CHARGING' }],
    ['a full car', 'ev', { ...PLUGGED, 'ev-plugged-in-status': false, 'ev-battery-level': 1 }],
    ['a car whose power and cable disagree', 'ev', { 'ev-plugged-in-status': false, 'ev-home-power': 7_000 }],
    ['a thermostat', 'tstat', { 'thermostat-mode': 'off' }],
  ])('is not guessed: %s', (_what, kind, values) => {
    expect(reasonOf(kind, values)).toBeNull();
  });
});
