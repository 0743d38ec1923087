import type { Device, DeviceKind, RealtimeEntry } from '#contract/entities/device.ts';
import { latestValuesOf } from '../control/latest-values.ts';
import type { LatestValues } from '../control/latest-values.ts';
import { CONTROL_TIMES } from '../control/state.ts';
import { kinds } from '../kinds/index.ts';
import { reportsPower } from './measured-by.ts';

type Reporting = Pick<Device, 'kind' | 'mfg'> & { readonly realtime: readonly RealtimeEntry[] };

/** What flows at this moment, in W, in whole hundreds so that the shown tenths of a kW add up. */
export interface PowerNow<D> {
  /** home: a battery tells what the whole home draws; devices: only what measures itself is known. */
  readonly scope: 'home' | 'devices';
  /** What is drawn; null: nobody who tells it was heard. */
  readonly use: number | null;
  /** null: no modules, or not heard. */
  readonly solar: number | null;
  /** What the batteries give, negative while they charge. */
  readonly battery: number | null;
  /** What the grid gives, negative while it takes; null: not known. */
  readonly grid: number | null;
  /** What the devices draw, the strongest first; of a car and the charger that feeds it the charger. */
  readonly drawing: readonly { readonly device: D; readonly watts: number }[];
  /** Devices that are offline or silent, and whose power is in none of the figures. */
  readonly unheard: readonly D[];
  /** The oldest reading that was counted. */
  readonly readAt: Date | null;
}

const HUNDRED = 100;
const inHundreds = (watts: number): number => Math.round(watts / HUNDRED) * HUNDRED;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sumOrNull = (values: readonly number[]): number | null => (values.length === 0 ? null : sum(values));

interface Heard<D> {
  readonly device: D;
  readonly kind: DeviceKind;
  readonly power: number;
  readonly readings: LatestValues;
  readonly readAt: Date;
}

/** null: offline, or its power is older than three minutes. */
const heardFrom = <D extends Reporting>(device: D, now: Date): Heard<D> | null => {
  const { kind } = device;
  if (latestValuesOf(device.realtime).status === 'OFFLINE') return null;
  const fresh = device.realtime.filter(
    ({ time }) => now.getTime() - Date.parse(time) <= CONTROL_TIMES.staleMs,
  );
  const readings = latestValuesOf(fresh);
  const { meter } = kinds[kind];
  const power = meter && readings.number(meter.key);
  const entry = fresh.find(({ key }) => key === meter?.key);
  return power === null || !entry ? null : { device, kind, power, readings, readAt: new Date(entry.time) };
};

const numbersOf = <D>(heard: readonly Heard<D>[], key: string): number[] =>
  heard.flatMap(({ readings }) => readings.number(key) ?? []);

/** What the devices of a home draw, make and store; null: none of them tells its power. */
export const powerNow = <D extends Reporting>(devices: readonly D[], now: Date): PowerNow<D> | null => {
  const reporting = devices.filter(reportsPower);
  if (reporting.length === 0) return null;
  const heard = reporting.flatMap((device) => heardFrom(device, now) ?? []);
  const batteries = heard.filter(({ kind }) => kind === 'battery');
  const chargers = heard.filter(({ kind }) => kind === 'evse');
  const drawing = heard
    .filter(({ kind }) => kind !== 'battery' && !(kind === 'ev' && chargers.length > 0))
    .map(({ device, kind, power }) => ({ device, kind, watts: Math.max(inHundreds(power), 0) }))
    .toSorted((a, b) => b.watts - a.watts);
  const ofHome = numbersOf(batteries, 'battery-house-power');
  // Two batteries may tell of the same circuits or of different ones: their sum is not that of the home.
  const home = ofHome.length === 1 ? (ofHome[0] ?? null) : null;
  // What the whole home draws has that of a silent device in it, and what a charger gives that of its car.
  const isMissed = ({ kind }: Reporting) =>
    kind === 'battery' || (home === null && !(kind === 'ev' && chargers.length > 0));
  const unheard = reporting.filter((one) => isMissed(one) && !heard.some(({ device }) => device === one));
  const ofCars = sum(
    drawing.filter(({ kind }) => kind === 'evse' || kind === 'ev').map(({ watts }) => watts),
  );
  const drawn = sumOrNull(drawing.map(({ watts }) => watts));
  // A car that draws more than the home is fed before the battery's meter.
  const use = home === null ? drawn : inHundreds(home) + (ofCars > home ? ofCars : 0);
  const solarSum = sumOrNull(numbersOf(batteries, 'pv-power'));
  const solar = solarSum === null ? null : Math.max(inHundreds(solarSum), 0);
  const batterySum = sumOrNull(batteries.map(({ power }) => power));
  const battery = batterySum === null ? null : inHundreds(batterySum);
  const isComplete = home !== null && !unheard.some(({ kind }) => kind === 'battery');
  const times = heard.map(({ readAt }) => readAt.getTime());
  return {
    scope: home === null ? 'devices' : 'home',
    use,
    solar,
    battery,
    grid: isComplete ? (use ?? 0) - (solar ?? 0) - (battery ?? 0) : null,
    drawing: drawing.map(({ device, watts }) => ({ device, watts })),
    unheard,
    readAt: times.length === 0 ? null : new Date(Math.min(...times)),
  };
};
