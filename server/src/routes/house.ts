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

export const houseRoutes = ({ db, clock, providers }: Deps) => {
  const resolve = (providerId: string, { settings, timezone }: houses.HouseSettings) => {
    const provider = providers.byId(providerId);
    if (!provider) throw new AppError('not_found');
    return settingsOfHouse(provider.file.settings, settings, timezone, clock.now());
  };
  return {
    get: ({ scope, query }) => houses.get(db, scope, query.includePrograms),

    providerSettings: async ({ scope }) => resolve(scope.providerId, await houses.settings(db, scope)),

    dashboard: async ({ scope }) => {
      const { house, settings, devices, schedules } = await houses.dashboard(db, scope);
      const { timezone } = house;
      return { house, settings: resolve(scope.providerId, { settings, timezone }), devices, schedules };
    },
  } satisfies HandlersFor<Endpoints['house']>;
};
