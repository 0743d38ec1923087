import { SLOTS } from '#domain/telemetry/slots.ts';
import type { Database } from '../../db/tables.ts';

/**
 * Whose rows: those of the house, of the person, of the person in this house, what the person did here or in no home, the house
 * itself, the person, or the events that a device of the house was planned for.
 */
export type Whose = 'house' | 'person' | 'personInHouse' | 'ownActs' | 'theHouse' | 'thePerson' | 'itsEvents';

export interface OwnRows<C extends string = string> {
  /** Name of its files in the download. */
  readonly file: string;
  readonly whose: Whose;
  /** What is in the download; a column that is not named is not in it. */
  readonly columns: readonly C[];
  /** Rows of the time before the household moved in are left out, by this column, by the start of their event or dispatch, or by the time that the device was there. */
  readonly since:
    | C
    | { readonly ofEvent: true }
    | { readonly ofDispatch: true }
    | { readonly ofDevice: true }
    | null;
  /** What those who lived there before can download of the present state of the house; nothing unless given. */
  readonly past?: readonly C[];
  /** Unique among the rows of the owner; they come in this order. */
  readonly key: readonly C[];
  /** Has a table for each day, by this column: a statement that names no day would look into all of them. */
  readonly byDay?: C;
  /** There may be very many: as CSV alone. */
  readonly large?: true;
}

export type OwnRule<C extends string> = OwnRows<C> | { readonly leftOut: string };

type Rules<T extends keyof Database> = { readonly [Name in T]: OwnRule<keyof Database[Name] & string> };

const OF_EVENT = { ofEvent: true } as const;
const READINGS = {
  whose: 'house',
  columns: ['deviceId', 'time', ...SLOTS],
  since: 'time',
  key: ['deviceId', 'time'],
  large: true,
} as const;

/**
 * What of the tables of devices and events an owner can download. The present state of the home tells nothing of when and by whom
 * it was made: that may have been others.
 */
export const historyRules = {
  programParticipant: {
    file: 'programs',
    whose: 'house',
    columns: ['programId'],
    since: null,
    key: ['programId'],
  },
  enrolment: {
    file: 'enrolled-devices',
    whose: 'house',
    columns: ['deviceId', 'programId', 'groupName', 'state', 'until'],
    since: null,
    key: ['deviceId', 'programId'],
  },
  leaderboardListing: {
    file: 'leaderboard',
    whose: 'house',
    columns: ['listed', 'alias', 'changedAt'],
    since: 'changedAt',
    key: ['houseId'],
  },
  device: {
    file: 'devices',
    whose: 'house',
    columns: ['id', 'kind', 'mfg', 'type', 'name', 'uid', 'removedAt'],
    since: { ofDevice: true },
    past: ['id', 'kind', 'mfg', 'type'],
    key: ['id'],
  },
  deviceSetting: {
    file: 'device-settings',
    whose: 'house',
    columns: ['deviceId', 'key', 'value'],
    since: null,
    key: ['deviceId', 'key'],
  },
  deviceSchedule: {
    file: 'schedules',
    whose: 'house',
    columns: ['uid', 'deviceId', 'name', 'events'],
    since: null,
    key: ['uid'],
  },
  activeSchedule: {
    file: 'active-schedules',
    whose: 'house',
    columns: ['deviceId', 'uid', 'nextAt'],
    since: null,
    key: ['deviceId'],
  },
  deviceActivity: {
    file: 'device-activity',
    whose: 'house',
    columns: ['deviceId', 'time', 'key', 'value'],
    since: 'time',
    key: ['deviceId', 'time', 'key'],
    large: true,
  },
  command: {
    file: 'commands',
    whose: 'house',
    columns: [
      'id',
      'deviceId',
      'accountId',
      'origin',
      'command',
      'state',
      'reason',
      'eventId',
      'because',
      'acceptedAt',
      'sentAt',
      'settledAt',
    ],
    since: 'acceptedAt',
    key: ['id'],
    large: true,
  },
  telemetry: { file: 'readings', ...READINGS, byDay: 'time' },
  telemetryHour: { file: 'readings-hourly-means', ...READINGS },
  energyHour: {
    file: 'energy-hourly',
    whose: 'house',
    columns: ['deviceId', 'hour', 'takenMj', 'givenMj', 'heardMs'],
    since: 'hour',
    key: ['deviceId', 'hour'],
    large: true,
  },
  runtimeHour: {
    file: 'runtime-hourly',
    whose: 'house',
    columns: ['deviceId', 'hour', 'coolMs', 'heatMs', 'heardMs'],
    since: 'hour',
    key: ['deviceId', 'hour'],
    large: true,
  },
  demandEvent: {
    file: 'events',
    whose: 'itsEvents',
    columns: [
      'id',
      'dispatchId',
      'programId',
      'programVersion',
      'kind',
      'startTime',
      'endTime',
      'intensity',
      'cause',
      'optOutAllowed',
      'state',
      'notifiedAt',
      'cancelledAt',
    ],
    since: 'startTime',
    key: ['id'],
  },
  eventParticipation: {
    file: 'event-participation',
    whose: 'house',
    columns: [
      'eventId',
      'deviceId',
      'plan',
      'excluded',
      'eased',
      'optOutAt',
      'optOutCause',
      'optOutCounted',
      'optOutReason',
      'createdAt',
    ],
    since: OF_EVENT,
    key: ['eventId', 'deviceId'],
  },
  houseDispatch: {
    file: 'event-decisions',
    whose: 'house',
    columns: ['dispatchId', 'toldAt', 'leftAt', 'leftBy', 'leftCause', 'leftReason', 'rejoinedAt', 'optOuts'],
    since: { ofDispatch: true },
    key: ['dispatchId'],
  },
  eventAction: {
    file: 'event-actions',
    whose: 'house',
    columns: [
      'eventId',
      'deviceId',
      'phase',
      'at',
      'state',
      'command',
      'commandId',
      'sentAt',
      'confirmedAt',
      'reason',
    ],
    since: OF_EVENT,
    key: ['eventId', 'deviceId', 'round', 'phase'],
    large: true,
  },
  eventResult: {
    file: 'event-results',
    whose: 'house',
    columns: [
      'eventId',
      'programId',
      'kind',
      'startTime',
      'endTime',
      'devices',
      'takingPart',
      'responded',
      'optedOut',
      'actualWh',
      'reductionWh',
    ],
    since: 'startTime',
    key: ['eventId'],
  },
  eventReceipt: {
    file: 'receipts',
    whose: 'house',
    columns: ['eventId', 'deviceId', 'version', 'state', 'reductionWh', 'receipt', 'createdAt'],
    since: OF_EVENT,
    key: ['eventId', 'deviceId', 'version'],
  },
  rewardEntry: {
    file: 'rewards',
    whose: 'house',
    columns: [
      'eventId',
      'number',
      'programId',
      'kind',
      'amount',
      'currency',
      'cause',
      'receipts',
      'createdAt',
    ],
    since: OF_EVENT,
    key: ['eventId', 'number'],
  },
  energyQuarter: { leftOut: 'the hours of energy and runtime again, for computing results' },
  deviceState: { leftOut: 'the newest readings again' },
  eventCurve: { leftOut: 'of all homes together' },
  leaderboardBoard: { leftOut: 'of the programs, not of the home' },
  leaderboardHome: { leftOut: 'the results of the events again, added up' },
  leaderboardPoints: { leftOut: 'of all homes together' },
  eventNotice: { leftOut: 'which messages were written: the messages are in the download' },
  eventTransition: { leftOut: 'of the event, not of the home' },
  program: { leftOut: "the provider's" },
  programVersion: { leftOut: "the provider's" },
  weatherHour: { leftOut: 'of the area, not of the home' },
} as const satisfies Partial<Rules<keyof Database>>;
