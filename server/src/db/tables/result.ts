import type { DeviceKind } from '#contract/entities/device.ts';
import type { DeviceShare } from '#domain/results/event-result.ts';
import type { EntryKind, LedgerEntry } from '#domain/results/rewards/ledger.ts';
import type { Receipt } from '#domain/results/receipt.ts';
import {
  bigint,
  counter,
  flag,
  instant,
  instantOrNullByDefault,
  integer,
  json,
  orNull,
  text,
  textOrEmpty,
  texts,
} from '../columns.ts';
import { ofEvent, ofHouse, ofParticipation, tenant } from './owners.ts';

/** What came out of events. */
export const resultTables = {
  /** Every version of every receipt; can only be added to. */
  eventReceipt: {
    ...ofParticipation,
    version: integer,
    state: text<Receipt['state']>(),
    reductionWh: orNull(integer),
    receipt: json<Receipt>(),
    createdAt: instant,
  },
  /** The ledger; can only be added to. `number` counts the entries of one house in one event. */
  rewardEntry: {
    ...ofEvent,
    houseId: text<string>(),
    number: integer,
    programId: text<string>(),
    kind: text<EntryKind>(),
    /** Above zero, in the smallest unit of the currency. */
    amount: integer,
    currency: text<LedgerEntry['currency']>(),
    cause: text<LedgerEntry['cause']>(),
    receipts: json<LedgerEntry['receipts']>(),
    createdAt: instant,
    /** That lived there when the event began; written by a trigger. */
    household: counter,
  },
  /** One house in one event that is over, as its newest receipts and outcomes say; written anew with each of them. */
  eventResult: {
    ...ofEvent,
    houseId: text<string>(),
    dispatchId: text<string>(),
    programId: text<string>(),
    kind: text<DeviceKind>(),
    startTime: instant,
    /** Its end, or when it was cancelled. */
    endTime: instant,
    devices: json<readonly DeviceShare[]>(),
    /** Devices that are not excluded; of them those that responded or were taken out. */
    takingPart: integer,
    responded: integer,
    optedOut: integer,
    /** Wh; null: nothing is known. */
    actualWh: orNull(integer),
    reductionWh: orNull(integer),
    /** That lived there when the event began; written by a trigger. */
    household: counter,
  },
  /** One quarter hour of an event that runs, of all its devices together. */
  eventCurve: {
    ...ofEvent,
    quarter: instant,
    /** Wh that those heard would have used without the event, and that they used. */
    expectedWh: integer,
    measuredWh: integer,
    heard: integer,
    /** In the event. */
    devices: integer,
    /** Since when a node measures it; null: it is measured. */
    claimedAt: instantOrNullByDefault,
  },
  /** Houses whose people decided about it; without a row a house is not listed. */
  leaderboardListing: {
    ...ofHouse,
    listed: flag,
    alias: orNull(text<string>()),
    changedAt: instant,
  },
  /** A ranking that somebody looks at: the homes of some programs from an instant on. */
  leaderboardBoard: {
    ...tenant,
    id: text<string>(),
    programs: texts,
    start: instant,
    /** The last house that is in it while it is filled; all are from `filledAt` on. */
    filledTo: textOrEmpty,
    filledAt: instantOrNullByDefault,
    usedAt: instant,
  },
  /** What one home did; written by triggers. */
  leaderboardHome: {
    ...ofHouse,
    boardId: text<string>(),
    number: integer,
    listed: flag,
    eventCount: integer,
    responseCount: integer,
    optOutCount: integer,
    points: integer,
    /** Wh; null: nothing is known. */
    savedWh: orNull(bigint),
  },
  /** How many homes have these points, how many of them are listed, and what they saved; written by triggers. */
  leaderboardPoints: {
    ...tenant,
    boardId: text<string>(),
    points: integer,
    homes: integer,
    listed: integer,
    savedWh: bigint,
  },
};
