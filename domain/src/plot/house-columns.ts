import type { DeviceKind } from '#contract/entities/device.ts';
import type { HouseEnergy } from '#contract/entities/history.ts';
import { kinds } from '../kinds/index.ts';

/** A value for each hour of the house; null: not heard. */
export type Column = readonly (number | null)[];

/** Metered kinds in the order in which they are drawn. */
export const METERED = ['tstat', 'hwh', 'evse', 'ev', 'battery'] as const satisfies readonly DeviceKind[];

/** By device id. */
export type KindById = ReadonlyMap<string, DeviceKind>;

/** The sum by hours; null: none of them was heard in the hour. */
export const sumOf = (columns: readonly Column[], length: number): Column => {
  const sums = Array.from<number | null>({ length }).fill(null);
  for (const column of columns) {
    for (let index = 0; index < length; index += 1) {
      const value = column[index] ?? null;
      if (value !== null) sums[index] = (sums[index] ?? 0) + value;
    }
  }
  return sums;
};

/** Of what a battery took in each hour: what it gave (-1) or took (1). */
export const oneWay = (column: Column, sign: 1 | -1): Column =>
  column.map((value) => (value === null ? null : Math.max(0, sign * value)));

/** A battery has two series: what it gave is drawn above zero, what it took below. */
export const STORED = [
  { key: 'battery given', name: 'battery-given', sign: -1 },
  { key: 'battery taken', name: 'battery-taken', sign: 1, below: true },
] as const;

export const energyColumns = (
  { devices }: HouseEnergy,
  kindById: KindById,
  isWanted: (kind: DeviceKind) => boolean,
): Column[] =>
  devices.flatMap(({ deviceId, energy }) => {
    const kind = kindById.get(deviceId);
    return energy && kind !== undefined && isWanted(kind) ? [energy] : [];
  });

/** Of thermostats without a meter: seconds in which heating or cooling ran. */
export const runtimeColumns = ({ devices }: HouseEnergy, target: 'heat' | 'cool'): Column[] =>
  devices.flatMap((device) => (device[target] ? [device[target]] : []));

/** Whether a kind uses energy of its own: a battery only stores, and what a car takes is counted at its charger. */
export const usesEnergy = (kind: DeviceKind, hasMeteredCharger: boolean): boolean => {
  const { meter } = kinds[kind];
  return !(meter && 'gives' in meter) && !(kind === 'ev' && hasMeteredCharger);
};

/** The kinds whose energy makes up the sum of the home. */
export const countedIn = ({ devices }: HouseEnergy, kindById: KindById): ((kind: DeviceKind) => boolean) => {
  const hasCharger = devices.some(({ deviceId, energy }) => energy && kindById.get(deviceId) === 'evse');
  return (kind) => kinds[kind].meter !== null && usesEnergy(kind, hasCharger);
};

/** Places of colours: neighbours differ for colour-blind people too, and the last are those of heating and cooling. */
const TONES = [0, 4, 3, 2, 1];

/** A kind has the same colour and dashes in every graph of the home. */
export const tonesOf = (
  { devices }: HouseEnergy,
  kindById: KindById,
): ReadonlyMap<DeviceKind, { readonly tone: number; readonly dash: number }> => {
  const present = METERED.filter((kind) =>
    devices.some(({ deviceId, energy }) => energy && kindById.get(deviceId) === kind),
  );
  return new Map(present.map((kind, dash) => [kind, { tone: TONES[dash] ?? dash, dash }]));
};
