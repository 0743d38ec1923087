import type { Leaderboard, LeaderboardListing } from '#contract/entities/result.ts';
import { leaderboardOf } from '#domain/results/rewards/leaderboard.ts';
import { pointsOf } from '#domain/results/rewards/points.ts';
import type { Db } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { requirePlainNames } from '../lib/text/validate-names.ts';
import { houseSettings } from '../providers/house-settings.ts';
import type { HouseSettingsDeps } from '../providers/house-settings.ts';
import * as houses from '../stores/house/house.ts';
import { homesOfPrograms, readListing, writeListing } from '../stores/results/leaderboard.ts';

interface Deps extends HouseSettingsDeps {
  readonly db: Db;
}

const NO_EVENTS = { eventCount: 0, responseCount: 0, optOutCount: 0, savedWh: null } as const;

/** How the homes of the programs of the house took part in events since the start of the leaderboard. */
export const programLeaderboard = async (deps: Deps, scope: HouseScope): Promise<Leaderboard> => {
  const { db } = deps;
  const { leaderboardStart: start } = houseSettings(deps, scope, await houses.settings(db, scope));
  const { programParticipants } = await houses.get(db, scope, true);
  const programIds = programParticipants?.map(({ programId }) => programId) ?? [];
  const homes = await homesOfPrograms(db, scope, programIds, new Date(start));
  const board = leaderboardOf(homes.map(({ savedWh, ...home }) => ({ ...home, reductionWh: savedWh ?? 0 })));
  const { eventCount, responseCount, optOutCount, savedWh } = homes.find(({ isOwn }) => isOwn) ?? NO_EVENTS;
  return {
    start,
    programIds,
    participantCount: board?.participantCount ?? null,
    totalWh: board?.totalWh ?? null,
    own: {
      eventCount,
      responseCount,
      optOutCount,
      points: pointsOf({ responseCount, optOutCount }),
      savedWh,
    },
    entries: [...(board?.entries ?? [])],
  };
};

const NOT_LISTED: LeaderboardListing = { listed: false, alias: null };

export const listingOf = async (db: Db, scope: HouseScope): Promise<LeaderboardListing> =>
  (await readListing(db, scope)) ?? NOT_LISTED;

export const changeListing = async (
  { db, clock }: Deps,
  scope: HouseScope,
  { listed, alias }: LeaderboardListing,
): Promise<LeaderboardListing> => {
  requirePlainNames({ alias });
  await writeListing(db, scope, { listed, alias }, clock.now());
  return { listed, alias };
};
