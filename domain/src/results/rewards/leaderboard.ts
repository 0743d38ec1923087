import type { ParticipationOutcome } from '../../events/outcome.ts';
import { sum } from '../numbers.ts';
import { pointsOf } from './points.ts';
import type { ResponseCounts } from './points.ts';

/** Figures of fewer homes would tell about single ones. */
export const SMALLEST_GROUP = 15;

/** One device in one event that is over. */
interface DeviceOutcome {
  readonly dispatchId: string;
  readonly outcome: ParticipationOutcome;
}

/** What one house did; events of one dispatch count once, and excluded devices not at all. */
export const responseCounts = (outcomes: readonly DeviceOutcome[]): ResponseCounts => {
  const participating = outcomes.filter(({ outcome }) => outcome !== 'excluded');
  const dispatches = [...Map.groupBy(participating, ({ dispatchId }) => dispatchId).values()];
  return {
    responseCount: dispatches.filter((logs) => logs.some(({ outcome }) => outcome === 'responded')).length,
    optOutCount: dispatches.filter((logs) => logs.every(({ outcome }) => outcome === 'optedOut')).length,
    eventCount: dispatches.length,
  };
};

/** A house of the program, since the leaderboard's start. */
export interface ProgramHome extends ResponseCounts {
  /** Shown in place of the id of the house, which must not leave the server. */
  readonly displayNumber: number;
  readonly alias: string | null;
  /** Its people agreed to be listed. */
  readonly consents: boolean;
  /** Sum of what its devices saved; below zero where they used more. */
  readonly reductionWh: number;
  /** The house that asks. */
  readonly isOwn: boolean;
}

export interface LeaderboardEntry extends ResponseCounts {
  /** The display number: nothing that is shown here works as an id. */
  readonly houseId: string;
  readonly alias: string | null;
  readonly points: number;
  /** Equal points, equal rank. */
  readonly rank: number;
  readonly isOwn: boolean;
}

export interface Leaderboard {
  /** Of all homes of the program, listed or not. */
  readonly participantCount: number;
  readonly totalWh: number;
  /** By falling points; the first ones, and those next to the own one. */
  readonly entries: readonly LeaderboardEntry[];
}

const entryOf = (home: ProgramHome): Omit<LeaderboardEntry, 'rank'> => ({
  houseId: String(home.displayNumber),
  alias: home.consents ? home.alias : null,
  points: pointsOf(home),
  responseCount: home.responseCount,
  optOutCount: home.optOutCount,
  eventCount: home.eventCount,
  isOwn: home.isOwn,
});

/** Of entries by falling points; one pass, because a program may have ten thousands of homes. */
const withRanks = (sorted: readonly Omit<LeaderboardEntry, 'rank'>[]): LeaderboardEntry[] => {
  let rank = 1;
  return sorted.map((entry, index) => {
    if (entry.points !== sorted[index - 1]?.points) rank = index + 1;
    return { ...entry, rank };
  });
};

/** What is listed: the first ones, and those next to the own one. */
const LISTED = { first: 100, aroundOwn: 10 } as const;

/** Ranks count all homes that are ranked, so that they show where some are left out. */
const listed = (ranked: readonly LeaderboardEntry[]): LeaderboardEntry[] => {
  const ownIndex = ranked.findIndex(({ isOwn }) => isOwn);
  const isNear = (index: number) => ownIndex >= 0 && Math.abs(index - ownIndex) <= LISTED.aroundOwn;
  return ranked.filter((_, index) => index < LISTED.first || isNear(index));
};

/** Homes that agreed, and the own one; null: the program has too few homes to show anything about them. */
export const leaderboardOf = (homes: readonly ProgramHome[]): Leaderboard | null => {
  if (homes.length < SMALLEST_GROUP) return null;
  const sorted = homes
    .filter(({ consents, isOwn }) => consents || isOwn)
    .map(entryOf)
    .toSorted((a, b) => b.points - a.points || Number(a.houseId) - Number(b.houseId));
  return {
    participantCount: homes.length,
    totalWh: sum(homes.map(({ reductionWh }) => reductionWh)),
    entries: listed(withRanks(sorted)),
  };
};
