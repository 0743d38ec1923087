import type { DeviceKind, Value } from '#contract/entities/device.ts';
import { NO_USE, addUse, quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import { slotsOf } from '#domain/telemetry/slots.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { FleetDevice } from '../device.ts';
import { createFleet } from '../fleet.ts';

type Values = Readonly<Record<string, Value>>;

/** A device with its typical use in a day of a season: kWh, or hours of running for thermostats. */
export interface TypicalUse {
  readonly what: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly values: Values;
  readonly month: '01' | '07';
  readonly figure: 'taken' | 'given' | 'cool' | 'heat';
  readonly typical: readonly [min: number, max: number];
}

const house = {
  'thermostat-actual-temperature': 71,
  'thermostat-cool-setpoint': 75,
  'thermostat-heat-setpoint': 68,
};
const tank = { 'hwh-set-temperature': 122, 'hwh-tank-temperature': 120, power: 1 };
const parked = {
  'ev-battery-capacity': 75_000,
  'ev-battery-level': 0.6,
  'ev-battery-range': 160,
  'ev-plugged-in-status': true,
  'ev-location-status': 'HOME',
  'ev-home-power': 0,
};
const stored = { 'battery-max-capacity': 13_500, 'battery-present-capacity': 7_000, 'pv-power': 0 };

const inMode = (values: Values, key: string, mode: string): Values => ({ ...values, [key]: mode });

/** Before the Rocky Mountains; a household draws some 150 litres of warm water and drives some 30 miles a day. */
export const TYPICAL_USES: readonly TypicalUse[] = (
  [
    ['electric tank', 'hwh', 'aquanta', inMode(tank, 'hwh-set-mode', 'SETPOINT'), '01', 'taken', [6, 13]],
    ['electric tank', 'hwh', 'aquanta', inMode(tank, 'hwh-set-mode', 'SETPOINT'), '07', 'taken', [4, 10]],
    ['heat-pump tank', 'hwh', 'ge', inMode(tank, 'hwh-set-mode', 'HYBRID'), '01', 'taken', [1.5, 5]],
    ['heat-pump tank', 'hwh', 'ge', inMode(tank, 'hwh-set-mode', 'HYBRID'), '07', 'taken', [1, 4]],
    ['car at home', 'ev', 'smartcar', parked, '07', 'taken', [5, 15]],
    [
      'battery, charged',
      'battery',
      'tesla',
      inMode(stored, 'battery-mode', 'self-consumption'),
      '07',
      'taken',
      [4, 14],
    ],
    [
      'battery, given',
      'battery',
      'tesla',
      inMode(stored, 'battery-mode', 'self-consumption'),
      '07',
      'given',
      [3.5, 13],
    ],
    [
      'baseboard of a room',
      'tstat',
      'mysa',
      inMode(house, 'thermostat-mode', 'heat'),
      '01',
      'taken',
      [6, 30],
    ],
    ['cooling, hours', 'tstat', 'honeywell', inMode(house, 'thermostat-mode', 'cool'), '07', 'cool', [1, 9]],
    ['heating, hours', 'tstat', 'honeywell', inMode(house, 'thermostat-mode', 'heat'), '01', 'heat', [4, 14]],
  ] as const
).map(([what, kind, mfg, values, month, figure, typical]) => ({
  what,
  kind,
  mfg,
  values,
  month,
  figure,
  typical,
}));

/** W·ms in a kWh, ms in an hour. */
const UNIT = { taken: 3.6e9, given: 3.6e9, cool: 3.6e6, heat: 3.6e6 } as const;

/** The mean of a day over several households. */
export const dailyUse = (one: TypicalUse, { households = 6, days = 14 } = {}): number => {
  const start = new Date(`2026-${one.month}-10T07:00:00Z`);
  const entries = Object.fromEntries(
    Object.entries({ ...one.values, status: 'ONLINE' }).map(([key, value]) => [key, { value }]),
  );
  const devices = Array.from({ length: households }, (_, index): FleetDevice => ({
    providerId: 'sunvale',
    houseId: `house${index}`,
    deviceId: `device${index}`,
    kind: one.kind,
    mfg: one.mfg,
    type: null,
    entries,
  }));
  const fleet = createFleet({ devices, seed: 'typical use', start });
  const slots = slotsOf(one.kind);
  const signals = devices.map(() => [] as NonNullable<ReturnType<typeof signalOf>>[]);
  for (let time = start.getTime(); time <= start.getTime() + days * DAY; time += MINUTE) {
    for (const [index, { values }] of fleet.readings(new Date(time)).entries()) {
      const row = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [slots[key] ?? key, value]),
      );
      const signal = signalOf(one.kind, { time, values: row });
      if (signal) signals[index]?.push(signal);
    }
  }
  const used = signals
    .flatMap((list) => [...quarterlyUse(list).values()])
    .reduce((sum, use) => addUse(sum, use), NO_USE);
  return used[one.figure] / UNIT[one.figure] / days / households;
};
