import type { EnergyPoint, HouseEnergy, RuntimePoint } from '#contract/entities/history.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { addUse } from '#domain/telemetry/meter.ts';
import type { Use, UseByTime } from '#domain/telemetry/meter.ts';
import { measuredBy } from '#domain/telemetry/measured-by.ts';
import { DAY, HOUR, SECOND, hoursBetween, startOfHour } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import * as history from '../stores/telemetry/history.ts';
import { hourUses, houseHourUses } from '../stores/telemetry/roll-ups.ts';
import type { Span } from '../stores/telemetry/series.ts';
import { requestedSpan } from './requested-span.ts';
import type { RequestedRange } from './requested-span.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
}

interface HoursRequest extends RequestedRange {
  /** One point with the sum of the whole range. */
  readonly total: boolean;
}

const MOST_POINTS = 1_500;
/** Hours that one point may sum up. */
const STEPS = [1, 2, 3, 4, 6, 12, 24];

/** What was measured in one or several hours; null: the device was not heard in them. */
interface HourPoint {
  /** Start of the first hour, in ms. */
  readonly hour: number;
  readonly use: Use | null;
}

const sumOf = (uses: Iterable<Use>): Use | null => {
  let sum: Use | null = null;
  for (const use of uses) sum = sum ? addUse(sum, use) : use;
  return sum;
};

/** One point per hour of the span, or per several hours where there are too many; the sum stays the same. */
const pointsOf = (hours: readonly number[], uses: UseByTime): HourPoint[] => {
  const step = STEPS.find((one) => hours.length / one <= MOST_POINTS) ?? 24;
  const points: HourPoint[] = [];
  for (let at = 0; at < hours.length; at += step) {
    const part = hours.slice(at, at + step);
    points.push({ hour: part[0] ?? 0, use: sumOf(part.flatMap((hour) => uses.get(hour) ?? [])) });
  }
  return points;
};

const readPoints = async (
  now: Date,
  { timezone }: history.HistoricDevice,
  request: HoursRequest,
  /** null: the device does not measure it. */
  read: (span: Span) => Promise<UseByTime | null>,
): Promise<HourPoint[]> => {
  const { start, end } = requestedSpan(request, now);
  // Hours to come get no point.
  const knownUntil = Math.min(end.getTime(), now.getTime());
  // The hour in which the span begins belongs to it.
  const first = new Date(startOfHour(start.getTime(), timezone));
  const uses = await read({ start: first, end });
  if (request.total) return [{ hour: first.getTime(), use: uses && sumOf(uses.values()) }];
  if (uses === null) return [];
  return pointsOf(hoursBetween(first.getTime(), knownUntil, timezone), uses);
};

const toHundredths = (value: number): number => Math.round(value * 100) / 100 + 0;

const wattHours = ({ taken, given }: Use): number => toHundredths((taken - given) / HOUR);

/** What a device took in each hour, less what it gave. One that never reported power has no points, rather than unknown ones. */
export const readEnergyHours = async (
  { db, clock }: Deps,
  scope: HouseScope,
  deviceId: string,
  request: HoursRequest,
): Promise<EnergyPoint[]> => {
  const device = await history.device(db, scope, deviceId);
  const { meter } = kindOf(device.kind);
  const hours = await readPoints(clock.now(), device, request, async (span) => {
    const uses = await hourUses(db, scope, deviceId, device.timezone, span, 'energy');
    return meter !== null && (device.entries[meter.key] || uses.size > 0) ? uses : null;
  });
  return hours.map(({ hour, use }) => ({
    time: new Date(hour).toISOString(),
    value: use && wattHours(use),
    unitOfMeasure: 'Wh',
    heard: (use?.heard ?? 0) / SECOND,
  }));
};

/** For how long the equipment of a device ran in each hour. */
export const readRuntimeHours = async (
  { db, clock }: Deps,
  scope: HouseScope,
  deviceId: string,
  request: HoursRequest,
  equipment: 'cool' | 'heat',
): Promise<RuntimePoint[]> => {
  const device = await history.device(db, scope, deviceId);
  const hours = await readPoints(clock.now(), device, request, (span) =>
    hourUses(db, scope, deviceId, device.timezone, span, 'runtime'),
  );
  return hours.map(({ hour, use }) => {
    const time = new Date(hour).toISOString();
    const value = use && Math.round(use[equipment] / SECOND);
    return { id: time, time, value, unitOfMeasure: 's', heard: (use?.runtimeHeard ?? 0) / SECOND };
  });
};

const LONGEST_OF_HOUSE = 62 * DAY;

type Column = (number | null)[] | null;

/** One value per hour; null: none is known. */
const columnOf = (
  hours: readonly number[],
  uses: UseByTime,
  valueOf: (use: Use) => number | null,
): Column => {
  const values = hours.map((hour) => {
    const use = uses.get(hour);
    return use ? valueOf(use) : null;
  });
  return values.some((value) => value !== null) ? values : null;
};

const runtime = (equipment: 'cool' | 'heat') => (use: Use) =>
  use.runtimeHeard > 0 ? Math.round(use[equipment] / SECOND) : null;

/** What each device of a house used in each hour, by its meter or its runtime. */
export const readHouseEnergy = async (
  { db, clock }: Deps,
  scope: HouseScope,
  range: RequestedRange,
): Promise<HouseEnergy> => {
  const now = clock.now();
  const { start, end } = requestedSpan(range, now);
  if (end.getTime() - start.getTime() > LONGEST_OF_HOUSE) {
    throw new AppError('bad_request', { detail: 'The range is longer than 62 days.' });
  }
  const devices = await history.devicesOf(db, scope);
  const [firstDevice] = devices;
  if (!firstDevice) return { hours: [], devices: [] };
  const first = new Date(startOfHour(start.getTime(), firstDevice.timezone));
  const knownUntil = Math.min(end.getTime(), now.getTime());
  const hours = hoursBetween(first.getTime(), knownUntil, firstDevice.timezone);
  const uses = await houseHourUses(db, scope, firstDevice.timezone, { start: first, end });
  return {
    hours: hours.map((hour) => new Date(hour).toISOString()),
    devices: devices.flatMap((device) => {
      const source = measuredBy(device);
      const usesOfDevice = uses.get(device.id);
      if (source === null || !usesOfDevice) return [];
      const isMetered = source === 'meter';
      const energy = isMetered
        ? columnOf(hours, usesOfDevice, (use) => (use.heard > 0 ? wattHours(use) : null))
        : null;
      const cool = isMetered ? null : columnOf(hours, usesOfDevice, runtime('cool'));
      const heat = isMetered ? null : columnOf(hours, usesOfDevice, runtime('heat'));
      return energy || cool || heat ? [{ deviceId: device.id, energy, cool, heat }] : [];
    }),
  };
};
