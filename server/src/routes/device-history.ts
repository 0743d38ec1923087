import type { Endpoints } from '#contract/endpoints/index.ts';
import { slotsOf } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import { readActivity } from '../commands/read-activity.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import * as history from '../stores/telemetry/history.ts';
import { readSeries } from '../stores/telemetry/series.ts';
import { readHouseDay } from '../telemetry/read-day.ts';
import { readEnergyHours, readHouseEnergy, readRuntimeHours } from '../telemetry/read-hours.ts';
import { readNewestBefore } from '../telemetry/read-newest-before.ts';
import { recordedSpan } from '../telemetry/requested-span.ts';

type HistoryEndpoints = Pick<
  Endpoints['devices'],
  'data' | 'series' | 'energy' | 'houseEnergy' | 'houseDay' | 'runtimeCool' | 'runtimeHeat' | 'activity'
>;

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
}

const slotOf = ({ kind }: history.HistoricDevice, key: string): Slot | undefined => {
  const slots = slotsOf(kind);
  return Object.hasOwn(slots, key) ? slots[key] : undefined;
};

export const deviceHistoryRoutes = (deps: Deps) => {
  const { db, clock } = deps;
  return {
    data: async ({ scope, params, query }) => {
      const device = await history.device(db, scope, params.deviceId);
      const slot = slotOf(device, params.dataType);
      if (!slot) throw new AppError('not_found');
      const { start, before, end } = query;
      if (!start && !before && !end) return history.latestOf(device, params.dataType);
      if (before && !start && !end) {
        return readNewestBefore(db, scope, params.deviceId, { key: params.dataType, slot, before });
      }
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

    energy: ({ scope, params, query }) => readEnergyHours(deps, scope, params.deviceId, query),
    houseEnergy: ({ scope, query }) => readHouseEnergy(deps, scope, query),
    houseDay: ({ scope }) => readHouseDay(deps, scope),
    runtimeCool: ({ scope, params, query }) => readRuntimeHours(deps, scope, params.deviceId, query, 'cool'),
    runtimeHeat: ({ scope, params, query }) => readRuntimeHours(deps, scope, params.deviceId, query, 'heat'),

    activity: async ({ scope, params }) => {
      const device = await history.device(db, scope, params.deviceId);
      return readActivity(db, scope, params.deviceId, device);
    },
  } satisfies HandlersFor<HistoryEndpoints>;
};
