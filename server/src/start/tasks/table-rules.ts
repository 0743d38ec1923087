import { DOWNLOAD_KEPT } from '#domain/account/download-state.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import { SESSION } from '../../auth/rules.ts';
import type { Database } from '../../db/tables.ts';
import { OPEN_STATES } from '../../stores/devices/commands.ts';
import type { PruneRule } from '../../stores/system/prune.ts';
import { RETENTION } from '../../telemetry/retention.ts';

type Table = keyof Database;

/** What keeps a table from growing for ever. */
export type TableRule<Column extends string = string> =
  /** Old rows are deleted. */
  | { readonly pruned: readonly PruneRule<Column>[] }
  /** Old partitions are dropped, after `age` ms. */
  | { readonly partitioned: { readonly age: number } }
  /** Rows are deleted with a row of the parent, by a foreign key; a parent has few of them. */
  | { readonly goesWith: Table }
  /** Nothing is deleted; the reason. */
  | { readonly kept: string };

const YEAR_AND_A_MONTH = 400 * DAY;

/**
 * One rule for every table; housekeeping walks the list, and a test holds it against the database. A table without a rule
 * does not compile.
 */
export const tableRules = {
  provider: { kept: 'one row per folder in providers/' },
  program: { kept: 'one row per program in providers/' },
  house: { kept: 'the houses of the provider; closed ones are deleted by `deleteClosedHouseholds`' },
  account: { kept: 'the people who may sign in' },
  household: { goesWith: 'house' },
  accountRole: { goesWith: 'account' },
  namedPerson: { goesWith: 'household' },
  termsText: { kept: 'what people agreed to: one row per version, language and change of its texts' },
  agreement: { goesWith: 'account' },
  formerMember: { goesWith: 'house' },
  operator: { goesWith: 'account' },
  // Kept for a year after it expired: who let whom in.
  invitation: { pruned: [{ column: 'expiresAt', age: YEAR_AND_A_MONTH }] },
  programParticipant: { goesWith: 'house' },
  session: {
    pruned: [
      { column: 'expiresAt', age: 0 },
      { column: 'seenAt', age: SESSION.idle },
    ],
  },
  // Its cookie lives for a year from the last sign-in.
  knownBrowser: { pruned: [{ column: 'usedAt', age: YEAR_AND_A_MONTH }] },
  // The longest window of a budget is a day.
  authBudget: {
    pruned: [{ column: 'touchedAt', age: DAY, unless: { column: 'lockedUntil', ahead: true } }],
  },
  // Kept for an hour after they expired, so that a late use can be answered with the reason.
  authChallenge: { pruned: [{ column: 'expiresAt', age: HOUR }] },
  providerIdentity: { goesWith: 'account' },
  recoveryCode: { goesWith: 'account' },
  phoneNumber: { goesWith: 'account' },
  stoppedNumber: { kept: 'who answered STOP stays unbothered for ever' },
  phoneCode: { goesWith: 'phoneNumber' },
  messageSetting: { goesWith: 'account' },
  outbox: { kept: 'demo data only; each insertion deletes all but the newest 500' },
  device: { goesWith: 'house' },
  deviceSetting: { goesWith: 'device' },
  deviceState: { goesWith: 'device' },
  telemetry: { partitioned: { age: RETENTION.readings } },
  telemetryHour: { pruned: [{ column: 'time', age: RETENTION.hours }] },
  energyHour: { pruned: [{ column: 'hour', age: RETENTION.rollUps }] },
  energyQuarter: { pruned: [{ column: 'quarter', age: RETENTION.quarters }] },
  weatherHour: { pruned: [{ column: 'hour', age: RETENTION.weather }] },
  runtimeHour: { pruned: [{ column: 'hour', age: RETENTION.rollUps }] },
  deviceActivity: { pruned: [{ column: 'time', age: RETENTION.activity }] },
  // Long enough to answer questions about the same season of last year. A device whose last command is gone shows none, like
  // one that never had any; its version stays.
  command: {
    pruned: [{ column: 'acceptedAt', age: YEAR_AND_A_MONTH, unless: { column: 'state', in: OPEN_STATES } }],
  },
  ownDownload: { pruned: [{ column: 'createdAt', age: DOWNLOAD_KEPT }] },
  ownDownloadChunk: { goesWith: 'ownDownload' },
  // A repeated request is answered from here for a day.
  idempotency: { pruned: [{ column: 'createdAt', age: DAY }] },
  deviceSchedule: { goesWith: 'device' },
  activeSchedule: { goesWith: 'device' },
  audit: { kept: 'the audit log can only be added to' },
  programVersion: { kept: 'some per program; events refer to the one they were made under' },
  enrolment: { goesWith: 'device' },
  demandEvent: { kept: 'what people are paid by' },
  eventTransition: { goesWith: 'demandEvent' },
  eventParticipation: { goesWith: 'demandEvent' },
  eventAction: { goesWith: 'eventParticipation' },
  eventNotice: { goesWith: 'house' },
  houseDispatch: { goesWith: 'house' },
  eventReceipt: { goesWith: 'demandEvent' },
  rewardEntry: { goesWith: 'demandEvent' },
  eventResult: { goesWith: 'demandEvent' },
  eventCurve: { goesWith: 'demandEvent' },
  leaderboardListing: { goesWith: 'house' },
  // One per set of programs and start that somebody looked at; it is filled again when somebody looks again.
  leaderboardBoard: { pruned: [{ column: 'usedAt', age: 60 * DAY }] },
  leaderboardHome: { goesWith: 'leaderboardBoard' },
  leaderboardPoints: { goesWith: 'leaderboardBoard' },
  // Some hundred a year and account; older ones are archived, not deleted.
  message: { goesWith: 'account' },
  marketingMessage: { pruned: [{ column: 'endsAt', age: YEAR_AND_A_MONTH }] },
  marketingDismissal: { goesWith: 'marketingMessage' },
  // The utility's own files, with what became of them.
  import: { pruned: [{ column: 'createdAt', age: 30 * DAY }] },
  importPage: { goesWith: 'import' },
  importKey: { goesWith: 'import' },
  installation: { kept: 'facts about the database itself: some dozens of keys' },
} as const satisfies { readonly [T in Table]: TableRule<keyof Database[T] & string> };
