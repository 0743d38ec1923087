import type { Savings } from '#contract/entities/result.ts';
import { savedSince, savingsByMonth } from '#domain/results/savings.ts';
import type { Db } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { houseSettings } from '../providers/house-settings.ts';
import type { HouseSettingsDeps } from '../providers/house-settings.ts';
import { listEventResults } from '../stores/results/event-results.ts';
import * as houses from '../stores/house/house.ts';

/** What a house has saved in events: since the leaderboard's start, and by the months of its calendar. */
export const savingsOfHouse = async (
  deps: HouseSettingsDeps & { readonly db: Db },
  scope: HouseScope,
): Promise<Savings> => {
  const stored = await houses.settings(deps.db, scope);
  const { leaderboardStart: start } = houseSettings(deps, scope, stored);
  const results = await listEventResults(deps.db, scope, { from: null, to: null });
  return {
    start,
    savedWh: savedSince(results, Date.parse(start)),
    byMonth: savingsByMonth(results, stored.timezone),
  };
};
