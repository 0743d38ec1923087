import type { DeviceKind, Value } from '#contract/entities/device.ts';
import { NO_USE, addUse, quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import { slotsOf } from '#domain/telemetry/slots.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { FleetDevice } from '../device.ts';
import { createFleet } from '../fleet.ts';

/** A device with its typical use in a day of a season: kWh, or hours of running for thermostats. */
export interface TypicalUse {
  readonly what: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type?: string;
  readonly values: Readonly<Record<string, Value>>;
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

/** Before the Rocky Mountains; a household draws some 150 litres of warm water and drives some 30 miles a day. */
export const TYPICAL_USES: readonly TypicalUse[] = [
  {
    what: 'electric tank',
    kind: 'hwh',
    mfg: 'aquanta',
    values: { ...tank, 'hwh-set-mode': 'SETPOINT' },
    month: '01',
    figure: 'taken',
    typical: [6, 13],
  },
  {
    what: 'electric tank',
    kind: 'hwh',
    mfg: 'aquanta',
    values: { ...tank, 'hwh-set-mode': 'SETPOINT' },
    month: '07',
    figure: 'taken',
    typical: [4, 10],
  },
  {
    what: 'heat-pump tank',
    kind: 'hwh',
    mfg: 'ge',
    values: { ...tank, 'hwh-set-mode': 'HYBRID' },
    month: '01',
    figure: 'taken',
    typical: [1.5, 5],
  },
  {
    what: 'heat-pump tank',
    kind: 'hwh',
    mfg: 'ge',
    values: { ...tank, 'hwh-set-mode': 'HYBRID' },
    month: '07',
    figure: 'taken',
    typical: [1, 4],
  },
  {
    what: 'car at home',
    kind: 'ev',
    mfg: 'smartcar',
    values: parked,
    month: '07',
    figure: 'taken',
    typical: [5, 15],
  },
  {
    what: 'battery, charged',
    kind: 'battery',
    mfg: 'tesla',
    values: { ...stored, 'battery-mode': 'self-consumption' },
    month: '07',
    figure: 'taken',
    typical: [4, 14],
  },
  {
    what: 'battery, given',
    kind: 'battery',
    mfg: 'tesla',
    values: { ...stored, 'battery-mode': 'self-consumption' },
    month: '07',
    figure: 'given',
    typical: [3.5, 13],
  },
  {
    what: 'baseboard of a room',
    kind: 'tstat',
    mfg: 'mysa',
    values: { ...house, 'thermostat-mode': 'heat' },
    month: '01',
    figure: 'taken',
    typical: [6, 30],
  },
  {
    what: 'cooling, hours',
    kind: 'tstat',
    mfg: 'honeywell',
    values: { ...house, 'thermostat-mode': 'cool' },
    month: '07',
    figure: 'cool',
    typical: [1, 9],
  },
  {
    what: 'heating, hours',
    kind: 'tstat',
    mfg: 'honeywell',
    values: { ...house, 'thermostat-mode': 'heat' },
    month: '01',
    figure: 'heat',
    typical: [4, 14],
  },
];

const DAYS = 14;
/** W·ms in a kWh, ms in an hour. */
const UNIT = { taken: 3.6e9, given: 3.6e9, cool: 3.6e6, heat: 3.6e6 } as const;

/** The mean of a day over two weeks of several households. */
export const dailyUse = (one: TypicalUse, households = 6): number => {
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
    type: one.type ?? null,
    entries,
  }));
  const fleet = createFleet({ devices, seed: 'typical use', start });
  const slots = slotsOf(one.kind);
  const signals = devices.map(() => [] as NonNullable<ReturnType<typeof signalOf>>[]);
  for (let time = start.getTime(); time <= start.getTime() + DAYS * DAY; time += MINUTE) {
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
  return used[one.figure] / UNIT[one.figure] / DAYS / households;
};
