import type { Endpoints } from '#contract/endpoints/index.ts';
import type { EnergyPoint, RuntimePoint } from '#contract/entities/history.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { slotsOf } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import { addUse } from '#domain/telemetry/meter.ts';
import type { Use, UseByTime } from '#domain/telemetry/meter.ts';
import { DAY, HOUR, SECOND, hoursBetween, startOfHour } from '#domain/time.ts';
import type { HouseScope } from '../lib/scope.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import * as history from '../stores/history.ts';
import { hourUses } from '../stores/roll-ups.ts';
import { readSeries } from '../stores/series.ts';
import type { Span } from '../stores/series.ts';
import { MAX_AHEAD } from '../telemetry/normalize-readings.ts';

type HistoryEndpoints = Pick<
  Endpoints['devices'],
  'data' | 'series' | 'energy' | 'runtimeCool' | 'runtimeHeat' | 'activity'
>;

interface RangeQuery {
  readonly start: Date | null;
  readonly before: Date | null;
  readonly end: Date | null;
}

const LONGEST_SPAN = 800 * DAY;
const MOST_POINTS = 1_500;
/** Hours that one point may sum up. */
const STEPS = [1, 2, 3, 4, 6, 12, 24];

const spanOf = ({ start, before, end }: RangeQuery, now: Date): Span => {
  const to = end ?? now;
  const from = start ?? before ?? after(to, -DAY);
  if (from >= to) throw new AppError('bad_request', { detail: 'The range ends before it begins.' });
  if (to.getTime() - from.getTime() > LONGEST_SPAN) {
    throw new AppError('bad_request', { detail: 'The range is longer than 800 days.' });
  }
  return { start: from, end: to };
};

/**
 * The part of the asked range in which there can be readings; null: all of it is still to come. Without the cut, time to
 * come would take points away from what was recorded. The clocks of devices may be a little ahead.
 */
const recordedSpan = (query: RangeQuery, now: Date): Span | null => {
  const { start, end } = spanOf(query, now);
  if (start > now) return null;
  return { start, end: new Date(Math.min(end.getTime(), now.getTime() + MAX_AHEAD)) };
};

const slotOf = ({ kind }: history.HistoricDevice, key: string): Slot | undefined => {
  const slots = slotsOf(kind);
  return Object.hasOwn(slots, key) ? slots[key] : undefined;
};

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

const toHundredths = (value: number): number => Math.round(value * 100) / 100 + 0;

const wattHours = ({ taken, given }: Use): number => toHundredths((taken - given) / HOUR);

export const deviceHistoryRoutes = ({ db, clock }: { readonly db: RootDb; readonly clock: Clock }) => {
  const byHour = async (
    { timezone }: history.HistoricDevice,
    query: RangeQuery & { readonly total: boolean },
    /** null: the device does not measure it. */
    read: (span: Span) => Promise<UseByTime | null>,
  ): Promise<HourPoint[]> => {
    const now = clock.now();
    const { start, end } = spanOf(query, now);
    // Hours to come get no point.
    const known = Math.min(end.getTime(), now.getTime());
    // The hour in which the span begins belongs to it.
    const first = new Date(startOfHour(start.getTime(), timezone));
    const uses = await read({ start: first, end });
    if (uses === null) return [];
    if (query.total) return [{ hour: first.getTime(), use: sumOf(uses.values()) }];
    return pointsOf(hoursBetween(first.getTime(), known, timezone), uses);
  };

  const deviceOf = (scope: HouseScope, deviceId: string, { timezone }: history.HistoricDevice) => ({
    providerId: scope.providerId,
    houseId: scope.houseId,
    deviceId,
    timezone,
  });

  const runtime =
    (what: 'cool' | 'heat') =>
    async ({
      scope,
      params,
      query,
    }: {
      readonly scope: HouseScope;
      readonly params: { readonly deviceId: string };
      readonly query: RangeQuery & { readonly total: boolean };
    }): Promise<RuntimePoint[]> => {
      const device = await history.device(db, scope, params.deviceId);
      const hours = await byHour(device, query, (span) =>
        hourUses(db, deviceOf(scope, params.deviceId, device), span, 'runtime'),
      );
      return hours.map(({ hour, use }) => {
        const time = new Date(hour).toISOString();
        const value = use && Math.round(use[what] / SECOND);
        return { id: time, time, value, unitOfMeasure: 's', heard: (use?.runtimeHeard ?? 0) / SECOND };
      });
    };

  return {
    data: async ({ scope, params, query }) => {
      const device = await history.device(db, scope, params.deviceId);
      const slot = slotOf(device, params.dataType);
      if (!slot) throw new AppError('not_found');
      if (!query.start && !query.before && !query.end) return history.latestOf(device, params.dataType);
      const span = recordedSpan(query, clock.now());
      if (!span) return [];
      const series = await readSeries(db, scope, params.deviceId, span, [{ slot, means: query.means }]);
      return series.get(slot) ?? [];
    },

    series: async ({ scope, params, query }) => {
      const device = await history.device(db, scope, params.deviceId);
      const requests = query.keys.map((key) => ({
        key,
        slot: slotOf(device, key),
        means: query.means.includes(key),
      }));
      const known = requests.flatMap(({ slot, means }) => (slot ? [{ slot, means }] : []));
      const span = recordedSpan(query, clock.now());
      const series = span ? await readSeries(db, scope, params.deviceId, span, known) : null;
      return Object.fromEntries(
        requests.map(({ key, slot }) => [key, slot ? (series?.get(slot) ?? []) : null]),
      );
    },

    energy: async ({ scope, params, query }): Promise<EnergyPoint[]> => {
      const device = await history.device(db, scope, params.deviceId);
      const { meter } = kindOf(device.kind);
      const hours = await byHour(device, query, async (span) => {
        const uses = await hourUses(db, deviceOf(scope, params.deviceId, device), span, 'energy');
        // A device that never reported power has no points, rather than unknown ones.
        return meter !== null && (device.entries[meter.key] || uses.size > 0) ? uses : null;
      });
      return hours.map(({ hour, use }) => ({
        time: new Date(hour).toISOString(),
        value: use && wattHours(use),
        unitOfMeasure: 'Wh',
        heard: (use?.heard ?? 0) / SECOND,
      }));
    },

    runtimeCool: runtime('cool'),
    runtimeHeat: runtime('heat'),

    activity: async ({ scope, params }) => {
      await history.device(db, scope, params.deviceId);
      return history.activity(db, scope, params.deviceId);
    },
  } satisfies HandlersFor<HistoryEndpoints>;
};
