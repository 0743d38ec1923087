import type { Endpoints } from '#contract/endpoints/index.ts';
import { latestResults } from '#domain/results/latest-result.ts';
import { monthlyResults } from '#domain/results/savings.ts';
import type { RootDb } from '../db/connection.ts';
import { dashboardEvents } from '../events/people/to-house-event.ts';
import { withKnownConsequence } from '../events/people/known-consequence.ts';
import type { HandlersFor } from '../http/handler.ts';
import type { HistoryProgress } from '../lib/history-progress.ts';
import { programSeasons } from '#domain/events/program-seasons.ts';
import { houseSettings, providerOf } from '../providers/house-settings.ts';
import type { HouseSettingsDeps } from '../providers/house-settings.ts';
import * as audit from '../stores/system/audit.ts';
import { toHouseStorm } from '../stores/events/storms.ts';
import * as houses from '../stores/house/house.ts';

interface Deps extends HouseSettingsDeps {
  readonly db: RootDb;
  readonly historyProgress: HistoryProgress;
}

/** The dashboard is asked for every ten seconds by every open page: it is read together with the session. */
export const housePrefetch = { dashboard: houses.readDashboard };

export const houseRoutes = (deps: Deps) =>
  ({
    get: ({ scope, query }) => houses.get(deps.db, scope, query.includePrograms),

    providerSettings: async ({ scope }) => houseSettings(deps, scope, await houses.settings(deps.db, scope)),

    providerAccess: ({ scope }) => audit.listProviderAccess(deps.db, scope),

    dashboard: async ({ scope, prefetched }) => {
      const dashboard = houses.toDashboard(prefetched);
      const {
        house,
        settings: stored,
        devices,
        schedules,
        events,
        storm,
        results,
        messages,
        phoneToVerify,
      } = dashboard;
      const { timezone } = house;
      const provider = providerOf(deps.providers, scope);
      const settings = houseSettings(deps, scope, { settings: stored, timezone });
      const now = deps.clock.now().getTime();
      const progress = await deps.historyProgress(scope);
      const current = dashboardEvents({ ...events, timezone }, now, withKnownConsequence(progress));
      const isPreparing = progress !== null;
      const [latest = null, ...beside] = isPreparing
        ? []
        : latestResults(results, now).map((result) => ({
            ...result,
            startTime: new Date(result.startTime).toISOString(),
            endTime: new Date(result.endTime).toISOString(),
          }));
      return {
        access: scope.access,
        house,
        settings,
        devices,
        schedules,
        ...current,
        storm: toHouseStorm(storm, now),
        programs: programSeasons(
          provider.programs,
          house.programParticipants ?? [],
          provider.file.programNames.translations,
          now,
        ),
        messages,
        phoneToVerify,
        preparing: isPreparing ? { progress } : null,
        monthlyResults: isPreparing ? null : monthlyResults(results, timezone, now),
        latestResult: latest,
        resultsBeside: beside,
      };
    },
  }) satisfies HandlersFor<Endpoints['house']>;
