import type { Endpoints } from '#contract/endpoints/index.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import type { HouseSettingsDeps } from '../providers/house-settings.ts';
import { listEventDays, performanceOfDay } from '../results/event-days.ts';
import type { EventDayDeps } from '../results/event-days.ts';
import { changeListing, listingOf, programLeaderboard } from '../results/leaderboard.ts';
import { receiptsOfDispatch } from '../results/receipts.ts';
import { rewardOfHouse } from '../results/rewards.ts';
import { savedSoFar } from '../results/saved-so-far.ts';
import { savingsOfHouse } from '../results/savings.ts';

export const resultRoutes = (deps: HouseSettingsDeps & EventDayDeps & { readonly db: RootDb }) => {
  const { db, clock } = deps;

  return {
    receipt: ({ scope, params }) => receiptsOfDispatch(db, scope, params.eventId, clock.now()),

    soFar: ({ scope, params }) => savedSoFar(db, scope, params.eventId, clock.now()),

    reward: ({ scope }) => rewardOfHouse(deps, scope, clock.now()),

    savings: ({ scope }) => savingsOfHouse(deps, scope),

    eventDays: ({ scope, query, caller }) => listEventDays(deps, scope, query, caller.language),

    performance: ({ scope, params, query, caller }) =>
      performanceOfDay(deps, scope, { day: params.eventDay, type: query.type ?? null }, caller.language),

    leaderboard: ({ scope }) => programLeaderboard(deps, scope),

    listing: ({ scope }) => listingOf(db, scope),

    changeListing: ({ scope, body }) => changeListing(deps, scope, body),
  } satisfies HandlersFor<Endpoints['results']>;
};
