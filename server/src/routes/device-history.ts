import type { Endpoints } from '#contract/endpoints/index.ts';
import type { EnergyPoint, RuntimePoint } from '#contract/entities/history.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { slotsOf } from '#domain/telemetry/slots.ts';
import { hoursBetween, startOfHour } from '#domain/time.ts';
import type { HouseScope } from '../auth/scope.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import { DAY, after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import * as history from '../stores/history.ts';
import { AHEAD } from '../telemetry/gather.ts';

type HistoryEndpoints = Pick<
  Endpoints['devices'],
  'data' | 'energy' | 'runtimeCool' | 'runtimeHeat' | 'activity'
>;

interface RangeQuery {
  readonly start: Date | null;
  readonly before: Date | null;
  readonly end: Date | null;
}

const LONGEST_SPAN = 800 * DAY;
const MOST_POINTS = 1_500;
/** Hours of the house that one point may stand for, where single hours would be too many. */
const STEPS = [1, 2, 3, 4, 6, 12, 24];

const spanOf = ({ start, before, end }: RangeQuery, now: Date): history.Span => {
  const to = end ?? now;
  const from = start ?? before ?? after(to, -DAY);
  if (from >= to) throw new AppError('bad_request', { detail: 'The range ends before it begins.' });
  if (to.getTime() - from.getTime() > LONGEST_SPAN) {
    throw new AppError('bad_request', { detail: 'The range is longer than 800 days.' });
  }
  return { start: from, end: to };
};

/** Every hour of the span, or every few of them where there are too many; sums are kept. */
const fill = (hours: readonly number[], amounts: readonly history.HourAmount[]): history.HourAmount[] => {
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

const hundredths = (value: number): number => Math.round(value * 100) / 100 + 0;

export const deviceHistoryRoutes = ({ db, clock }: { readonly db: RootDb; readonly clock: Clock }) => {
  const byHour = async (
    { timezone }: history.HistoricDevice,
    query: RangeQuery & { readonly total: boolean },
    /** null: nobody can know. */
    read: (span: history.Span) => Promise<history.HourAmount[] | null>,
  ): Promise<history.HourAmount[]> => {
    const now = clock.now();
    const { start, end } = spanOf(query, now);
    // Nobody knows what will be used.
    const known = Math.min(end.getTime(), now.getTime());
    // The hour in which the span begins belongs to it.
    const first = new Date(startOfHour(start.getTime(), timezone));
    const amounts = await read({ start: first, end });
    if (amounts === null) return [];
    if (query.total) {
      return [{ hour: first.getTime(), amount: amounts.reduce((sum, { amount }) => sum + amount, 0) }];
    }
    return fill(hoursBetween(first.getTime(), known, timezone), amounts);
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
      const slots = slotsOf(device.kind);
      const slot = Object.hasOwn(slots, params.dataType) ? slots[params.dataType] : undefined;
      if (!slot) throw new AppError('not_found');
      if (!query.start && !query.before && !query.end) return history.latestOf(device, params.dataType);
      const now = clock.now();
      const { start, end } = spanOf(query, now);
      if (start > now) return [];
      // What is still to come must not make the points of what has been fewer; clocks of devices may be a little ahead.
      const span = {
        start,
        end: new Date(Math.min(end.getTime(), now.getTime() + AHEAD)),
        means: query.means,
      };
      return history.series(db, scope, params.deviceId, slot, span);
    },

    energy: async ({ scope, params, query }): Promise<EnergyPoint[]> => {
      const device = await history.device(db, scope, params.deviceId);
      const { meter } = kindOf(device.kind);
      const hours = await byHour(device, query, async (span) => {
        const amounts = await history.energyHours(db, scope, params.deviceId, span);
        // Without a meter nobody knows, which is not the same as nothing.
        return meter !== null && (device.entries[meter.key] || amounts.length > 0) ? amounts : null;
      });
      return hours.map(({ hour, amount }) => ({
        time: new Date(hour).toISOString(),
        value: hundredths(amount),
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
