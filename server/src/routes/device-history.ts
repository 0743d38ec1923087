import type { Endpoints } from '#contract/endpoints/index.ts';
import type { EnergyPoint, RuntimePoint } from '#contract/entities/history.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { slotsOf } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import { DAY, hoursBetween, startOfHour } from '#domain/time.ts';
import type { HouseScope } from '../lib/scope.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import * as history from '../stores/history.ts';
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

/** One point per hour of the span, or per several hours where there are too many; the sum stays the same. */
const fillHours = (
  hours: readonly number[],
  amounts: readonly history.HourAmount[],
): history.HourAmount[] => {
  const step = STEPS.find((one) => hours.length / one <= MOST_POINTS) ?? 24;
  const byHour = new Map(amounts.map(({ hour, amount }) => [hour, amount]));
  const points: history.HourAmount[] = [];
  for (let at = 0; at < hours.length; at += step) {
    const part = hours.slice(at, at + step);
    const amount = part.reduce((sum, hour) => sum + (byHour.get(hour) ?? 0), 0);
    points.push({ hour: part[0] ?? 0, amount });
  }
  return points;
};

const toHundredths = (value: number): number => Math.round(value * 100) / 100 + 0;

export const deviceHistoryRoutes = ({ db, clock }: { readonly db: RootDb; readonly clock: Clock }) => {
  const byHour = async (
    { timezone }: history.HistoricDevice,
    query: RangeQuery & { readonly total: boolean },
    /** null: the device does not measure it. */
    read: (span: Span) => Promise<history.HourAmount[] | null>,
  ): Promise<history.HourAmount[]> => {
    const now = clock.now();
    const { start, end } = spanOf(query, now);
    // Hours to come get no point.
    const known = Math.min(end.getTime(), now.getTime());
    // The hour in which the span begins belongs to it.
    const first = new Date(startOfHour(start.getTime(), timezone));
    const amounts = await read({ start: first, end });
    if (amounts === null) return [];
    if (query.total) {
      return [{ hour: first.getTime(), amount: amounts.reduce((sum, { amount }) => sum + amount, 0) }];
    }
    return fillHours(hoursBetween(first.getTime(), known, timezone), amounts);
  };

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
        history.runtimeHours(db, scope, params.deviceId, span, what),
      );
      return hours.map(({ hour, amount }) => {
        const time = new Date(hour).toISOString();
        return { id: time, time, value: Math.round(amount), unitOfMeasure: 's' };
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
        const amounts = await history.energyHours(db, scope, params.deviceId, span);
        // A device that never reported power has no points, rather than points of 0.
        return meter !== null && (device.entries[meter.key] || amounts.length > 0) ? amounts : null;
      });
      return hours.map(({ hour, amount }) => ({
        time: new Date(hour).toISOString(),
        value: toHundredths(amount),
        unitOfMeasure: 'Wh',
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
