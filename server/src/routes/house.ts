import type { Endpoints } from '#contract/endpoints/index.ts';
import { settingsOfHouse } from '#domain/house-settings.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { Providers } from '../providers/registry.ts';
import * as houses from '../stores/house.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
}

/** The dashboard is asked for every ten seconds by every open page: it is read together with the session. */
export const housePrefetch = { dashboard: houses.readDashboard };

export const houseRoutes = ({ db, clock, providers }: Deps) => {
  const resolve = (providerId: string, { settings, timezone }: houses.HouseSettings) => {
    const provider = providers.byId(providerId);
    if (!provider) throw new AppError('not_found');
    return settingsOfHouse(provider.file.settings, settings, timezone, clock.now());
  };
  return {
    get: ({ scope, query }) => houses.get(db, scope, query.includePrograms),

    providerSettings: async ({ scope }) => resolve(scope.providerId, await houses.settings(db, scope)),

    dashboard: async ({ scope, prefetched }) => {
      const { house, settings, devices, schedules } = houses.toDashboard(prefetched);
      const { timezone } = house;
      return { house, settings: resolve(scope.providerId, { settings, timezone }), devices, schedules };
    },
  } satisfies HandlersFor<Endpoints['house']>;
};
