import type { Leaderboard, LeaderboardListing } from '#contract/entities/result.ts';
import { savedWh } from '#domain/results/event-result.ts';
import {
  LISTED,
  SMALLEST_GROUP,
  leaderboardOf,
  responseCounts,
} from '#domain/results/rewards/leaderboard.ts';
import { pointsOf } from '#domain/results/rewards/points.ts';
import type { Db, RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { requireAlias } from '../lib/text/validate-names.ts';
import { houseSettings } from '../providers/house-settings.ts';
import type { HouseSettingsDeps } from '../providers/house-settings.ts';
import * as houses from '../stores/house/house.ts';
import { listEventResults } from '../stores/results/event-results.ts';
import {
  fillBoard,
  nextUnfilledBoard,
  pointsOfBoard,
  programsWithHomes,
  readListing,
  shownHomes,
  openBoard,
  writeListing,
} from '../stores/results/leaderboard.ts';
import type { BoardRef } from '../stores/results/leaderboard.ts';

interface Deps extends HouseSettingsDeps {
  readonly db: RootDb;
}

/** Homes that are added to a board in one transaction. */
const PAGE = 500;

type FillDeps = Pick<Deps, 'db' | 'clock'>;

const fillPage = ({ db, clock }: { readonly db: RootDb; readonly clock: Clock }, board: BoardRef) =>
  db.transaction().execute((tx) => fillBoard(tx, board, PAGE, clock.now()));

/** Adds the homes to boards that somebody has asked for, until all are in them. */
export const fillBoards = async ({
  db,
  clock,
  isStopped,
}: FillDeps & { readonly isStopped: () => boolean }): Promise<void> => {
  const fillNext = (): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const board = await nextUnfilledBoard(tx);
      if (board) await fillBoard(tx, board, PAGE, clock.now());
      return board !== undefined;
    });
  while (!isStopped() && (await fillNext()));
};

type Ranking = Pick<Leaderboard, 'participantCount' | 'totalWh' | 'entries' | 'isPreparing'>;

const NOTHING: Ranking = { participantCount: null, totalWh: null, entries: [], isPreparing: false };

const rankingOf = async (
  deps: Deps,
  scope: HouseScope,
  programs: readonly string[],
  start: Date,
): Promise<Ranking> => {
  const { db, clock } = deps;
  if (programs.length === 0) return NOTHING;
  const board = await openBoard(db, scope, programs, start, clock.now());
  // Larger ones are filled by whoever computes results.
  if (!board.isFilled && !(await fillPage(deps, board))) return { ...NOTHING, isPreparing: true };
  const ranking = leaderboardOf(await pointsOfBoard(db, board), await shownHomes(db, scope, board, LISTED));
  return ranking ? { ...ranking, entries: [...ranking.entries], isPreparing: false } : NOTHING;
};

/**
 * How the homes of the programs of the house took part in events since the start of the leaderboard. Programs with so few homes that
 * their figures would tell about single ones count nowhere; without any other, the own figures are of all.
 */
export const programLeaderboard = async (deps: Deps, scope: HouseScope): Promise<Leaderboard> => {
  const { db } = deps;
  const { leaderboardStart: start } = houseSettings(deps, scope, await houses.settings(db, scope));
  const { programParticipants } = await houses.get(db, scope, true);
  const programIds = programParticipants?.map(({ programId }) => programId) ?? [];
  const ranked = await programsWithHomes(db, scope, programIds, SMALLEST_GROUP);
  const counted = ranked.length > 0 ? ranked : programIds;
  const results = await listEventResults(db, scope, { from: new Date(start), to: null, programIds: counted });
  const outcomes = results.flatMap(({ dispatchId, devices }) =>
    devices.map(({ outcome }) => ({ dispatchId, outcome })),
  );
  const counts = responseCounts(outcomes);
  return {
    start,
    programIds,
    own: { ...counts, points: pointsOf(counts), savedWh: savedWh(results) },
    ...(await rankingOf(deps, scope, ranked, new Date(start))),
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
  requireAlias(alias);
  await writeListing(db, scope, { listed, alias }, clock.now());
  return { listed, alias };
};
