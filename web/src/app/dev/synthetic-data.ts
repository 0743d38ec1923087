import { PLOTS } from '#domain/plot/kind-plots.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { DeviceModel } from '#domain/manufacturers/index.ts';
import type { Period } from '#domain/plot/period.ts';
import type { RawPoint } from '#domain/plot/series.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';

/** Deterministic sample data with every shape that a plot must draw. */

const STEP = 5 * MINUTE;

/** A deterministic number from 0 to 1. */
const pseudoRandom = (seed: number): number => {
  const wave = Math.sin(seed * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave);
};

const hourOf = (time: number): number => (time % DAY) / HOUR;
const daily = (time: number, peak: number): number => Math.cos(((hourOf(time) - peak) / 24) * 2 * Math.PI);
const isBetween = (time: number, from: number, to: number): boolean =>
  hourOf(time) >= from && hourOf(time) < to;

/** A gap in the data every third day. */
const isSilent = (time: number): boolean => Math.floor(time / DAY) % 3 === 0 && isBetween(time, 9, 11.5);

const pulse = (time: number, every: number, on: number): boolean => hourOf(time) % every < on;

type Generator = (time: number, model: DeviceModel) => RawPoint['value'];

const GENERATORS: Readonly<Record<string, Generator>> = {
  'thermostat-actual-temperature': (time) =>
    72 + 2.4 * daily(time, 22) + 0.6 * pseudoRandom(Math.floor(time / HOUR)),
  'thermostat-heat-setpoint': (time) => (isBetween(time, 5, 15) ? 64 : 68),
  'thermostat-cool-setpoint': (time) => (isBetween(time, 13, 17) ? 78 : 74),
  'hvac-equipment-status': (time) =>
    pulse(time, 2, 0.6)
      ? 'compCool1,fan'
      : pulse(time, 6, 1.5)
        ? 'fan'
        : pulse(time, 9, 1.2)
          ? 'auxHeat1'
          : '',
  'hwh-tank-temperature': (time) => 120 - (isBetween(time, 12, 14) ? 7 : 0) + 1.6 * daily(time, 4),
  'hwh-set-temperature': (time) => (isBetween(time, 23, 24) || isBetween(time, 0, 2) ? 110 : 120),
  power: (time) => (pulse(time, 1.5, 0.2) ? 480 + 40 * pseudoRandom(time) : 4),
  'hwh-set-mode': (time, model) => {
    const { modes } = modelOf(model);
    return modes[isBetween(time, 8, 14) ? 0 : isBetween(time, 14, 17) ? 1 : 2]?.name ?? modes[0]?.name ?? '';
  },
  'battery-power': (time) => 2_400 * daily(time, 2) + 700 * (pseudoRandom(time) - 0.5),
  'pv-power': (time) => Math.max(0, 5_200 * daily(time, 19)) * (0.85 + 0.15 * pseudoRandom(time)),
  'battery-house-power': (time) => 1_500 + 700 * daily(time, 1) + 500 * pseudoRandom(time),
  'battery-max-capacity': () => 13_500,
  'battery-present-capacity': (time) => 7_400 + 4_600 * daily(time, 23),
  'evse-power': (time) => (isBetween(time, 1, 6) ? 7_150 + 90 * pseudoRandom(time) : 0),
  'evse-power-limit': (time) => (isBetween(time, 0, 3) ? 3_840 : 7_680),
  'ev-home-power': (time) => (isBetween(time, 1, 6) ? 7_150 : 0),
  'ev-away-power': (time) => (Math.floor(time / DAY) % 2 === 0 && isBetween(time, 18, 19) ? 11_000 : 0),
  'ev-battery-level': (time) => 0.55 + 0.3 * daily(time, 7),
};

/** Every five minutes up to now, for every resource that a plot of the kind draws. */
export const syntheticData = (
  model: DeviceModel,
  { start, end }: Pick<Period, 'start' | 'end'>,
  now: number,
): Record<string, RawPoint[]> => {
  const keys = PLOTS[model.kind].flatMap(({ series }) => series.map(({ key }) => key));
  const times: number[] = [];
  for (let time = start; time < Math.min(end, now); time += STEP) if (!isSilent(time)) times.push(time);
  return Object.fromEntries(
    [...new Set(keys)].map((key) => [
      key,
      times.map((time) => ({
        time: new Date(time).toISOString(),
        value: GENERATORS[key]?.(time, model) ?? 0,
      })),
    ]),
  );
};

/** Every kind, and every maker whose plots differ. */
export const SAMPLES: readonly (DeviceModel & { readonly name: string })[] = [
  { name: 'Thermostat', kind: 'tstat', mfg: 'honeywell', type: null },
  { name: 'Thermostat, ecobee', kind: 'tstat', mfg: 'ecobee', type: null },
  { name: 'Thermostat, sensibo', kind: 'tstat', mfg: 'sensibo', type: null },
  { name: 'Thermostat, GE', kind: 'tstat', mfg: 'ge', type: null },
  { name: 'Thermostat, mysa baseboard', kind: 'tstat', mfg: 'mysa', type: 'BB-V2' },
  { name: 'Thermostat, mysa AC', kind: 'tstat', mfg: 'mysa', type: 'AC-V1' },
  { name: 'Water heater', kind: 'hwh', mfg: 'rheem', type: 'Heat Pump Water Heater Gen 5' },
  { name: 'Water heater, aquanta', kind: 'hwh', mfg: 'aquanta', type: null },
  { name: 'Water heater, aosmith', kind: 'hwh', mfg: 'aosmith', type: null },
  { name: 'Water heater, eradio', kind: 'hwh', mfg: 'eradio', type: null },
  { name: 'Battery', kind: 'battery', mfg: 'tesla', type: null },
  { name: 'Charger', kind: 'evse', mfg: 'solaredge', type: null },
  { name: 'Car', kind: 'ev', mfg: 'smartcar', type: null },
  { name: 'Room air conditioner: none', kind: 'rac', mfg: 'ge', type: null },
];
