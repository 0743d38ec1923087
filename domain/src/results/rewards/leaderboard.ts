import { isAlias } from '../../account/person-name.ts';
import type { ParticipationOutcome } from '../../events/outcome.ts';
import { sum } from '../numbers.ts';
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

/** What a home did since the leaderboard's start, as it is stored. */
export interface BoardHome extends ResponseCounts {
  /** Shown in place of the id of the house, which must not leave the server. */
  readonly displayNumber: number;
  readonly alias: string | null;
  /** Its people agreed to be listed. */
  readonly isListed: boolean;
  readonly points: number;
  /** The house that asks. */
  readonly isOwn: boolean;
}

/** All homes with the same points. */
export interface PointsClass {
  readonly points: number;
  readonly homes: number;
  /** Of them those that agreed to be listed. */
  readonly listed: number;
  /** What they saved together; below zero where they used more. */
  readonly savedWh: number;
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
  /** Of all homes, listed or not. */
  readonly participantCount: number;
  readonly totalWh: number;
  /** By falling points. */
  readonly entries: readonly LeaderboardEntry[];
}

/** What is listed: the first ones, and so many on either side of the own one. */
export const LISTED = { first: 50, besideOwn: 25 } as const;

/**
 * Ranks homes among all that are listed, and the own one, of which `homes` are a few; null: there are too few homes to show
 * anything about them.
 */
export const leaderboardOf = (
  classes: readonly PointsClass[],
  homes: readonly BoardHome[],
): Leaderboard | null => {
  const participantCount = sum(classes.map((one) => one.homes));
  if (participantCount < SMALLEST_GROUP) return null;
  const hidden = homes.filter(({ isOwn, isListed }) => isOwn && !isListed);
  const rankOf = (points: number): number =>
    1 +
    sum(classes.filter((one) => one.points > points).map(({ listed }) => listed)) +
    hidden.filter((own) => own.points > points).length;
  const shown = homes
    .filter(({ isOwn, isListed }) => isOwn || isListed)
    .toSorted((a, b) => b.points - a.points || a.displayNumber - b.displayNumber);
  return {
    participantCount,
    totalWh: sum(classes.map(({ savedWh }) => savedWh)),
    entries: shown.map((home) => ({
      houseId: String(home.displayNumber),
      // One that was stored before aliases were looked at.
      alias: home.isListed && home.alias !== null && isAlias(home.alias) ? home.alias : null,
      points: home.points,
      responseCount: home.responseCount,
      optOutCount: home.optOutCount,
      eventCount: home.eventCount,
      rank: rankOf(home.points),
      isOwn: home.isOwn,
    })),
  };
};
