import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import type { Origin } from '../../../control/gate/origin.ts';
import type { EventHome, Phase } from '../../event.ts';
import type { OptOutConsequence } from '../../people/consequence.ts';
import type { Database, EventRow, ParticipationRow } from '../memory/database.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

export type Values = Record<string, Value>;

/** A device as it really is; nothing here is known to the server except by readings. */
export interface SimDevice {
  readonly id: string;
  readonly houseId: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly values: Values;
  /** The highest sequence it has seen. */
  sequence: number;
  held: { readonly until: number; readonly before: Values } | null;
  /** ms by which its clock is wrong. */
  readonly skew: number;
  /** No call reaches it and it reports nothing before this time. */
  offlineUntil: number;
  /** Of a battery: the share of its power that the house takes, and up to when what it gave is counted. */
  readonly load: number;
  dischargedTo: number;
}

/** A command row. */
export interface SimCommand {
  readonly id: string;
  readonly deviceId: string;
  readonly houseId: string;
  readonly origin: Origin;
  readonly sequence: number;
  readonly body: CommandBody;
  readonly acceptedAt: number;
  readonly expiresAt: number;
  readonly holdUntil: number | null;
  /** The action that made it; null: a person's or a schedule's. */
  readonly action: { readonly eventId: string; readonly round: number; readonly phase: Phase } | null;
  state: 'accepted' | 'delivered' | 'confirmed' | 'superseded' | 'expired';
  deliveredAt: number | null;
  confirmedAt: number | null;
  /** No node takes it before. */
  leasedUntil: number;
  /** Whether it took effect at the device. */
  applied: boolean;
}

/** A change that would have happened without the event as well, for the check at the end. */
export interface OwnChange {
  readonly at: number;
  readonly source: 'initial' | 'person' | 'schedule' | 'wall';
  readonly effects: Values;
  readonly command: SimCommand | null;
  /** The server could not know of it when it acted next, so the event may have undone it. */
  maybeLost: boolean;
}

export interface ScheduleStep {
  readonly dueAt: number;
  readonly body: CommandBody;
}

export interface StoredValue {
  readonly value: Value;
  /** By the device's clock. */
  readonly time: number;
}

export interface SimHome extends EventHome {
  readonly isClosed: boolean;
}

/** What a home was told that leaving costs, when it left. */
export interface Told {
  readonly houseId: string;
  readonly dispatchId: string;
  readonly programId: string;
  readonly told: OptOutConsequence | null;
}

/** ms between a decision and its command, on a slow node. */
export const LONGEST_TRANSACTION = 90_000;

export const COUNTERS = [
  'steps',
  'returns',
  'optOuts',
  'housesLeft',
  'rejoins',
  'crashes',
  'walls',
  'fallbacks',
  'cancels',
  'stops',
  'urgentStops',
  'equalOrders',
  'closed',
  'lateEnrolments',
  'endedEnrolments',
  'takenOut',
  'laterFit',
  'fitJoinings',
  'batterySteps',
  'renewals',
  'storms',
] as const;

export interface World {
  readonly seed: number;
  readonly random: Random;
  now: number;
  readonly timeline: Timeline;
  /** Events and what devices and homes do in them. It survives every crash, as does all that is stored. */
  readonly db: Database;
  readonly commands: SimCommand[];
  readonly versions: Map<string, number>;
  /** The newest value and the device's time of each resource. */
  readonly readings: Map<string, Map<string, StoredValue>>;
  readonly homes: Map<string, SimHome>;
  readonly schedules: Map<string, readonly ScheduleStep[]>;
  /** Since the switch was written; null: no storm is expected. */
  storm: { readonly from: number; readonly until: number } | null;
  readonly devices: Map<string, SimDevice>;
  readonly ownChanges: Map<string, OwnChange[]>;
  /** When the first reading that shows a change was stored. */
  readonly seenAt: Map<OwnChange, number>;
  /** What made devices fit for the events that left them out, by device. */
  readonly fit: Map<string, OwnChange>;
  /** How often each home was sent each notice. */
  readonly messages: Map<string, number>;
  readonly told: Told[];
  /** When devices joined events again, by their keys. */
  readonly rejoins: Map<string, number>;
  /** When events were changed or stopped last, by their ids. */
  readonly changedAt: Map<string, number>;
  readonly startTime: number;
  readonly endTime: number;
  /** Instants at which the outside world begins to behave, so that everything can settle. */
  readonly calmAt: number;
  readonly endAt: number;
  /** How slow the database is. */
  readonly latency: number;
  readonly faults: { readonly crash: number; readonly link: number; readonly readings: number };
  /** No call gets through: the maker's cloud answers 429, or no server is alive. */
  readonly outages: { readonly from: number; readonly to: number }[];
  /** Called when a transaction was committed. */
  onCommit: () => void;
  readonly log: string[];
  readonly counters: Record<(typeof COUNTERS)[number], number>;
}

/** Broken promises end the run; the seed and the log tell how it came to it. */
class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

export const must = (world: World, condition: boolean, invariant: number, rule: string): void => {
  if (!condition) {
    throw new InvariantBroken(
      `seed ${world.seed}: invariant ${invariant}: ${rule}\n${world.log.slice(-60).join('\n')}`,
    );
  }
};

export const note = (world: World, text: string): void => {
  const minutes = (world.now - world.startTime) / 60_000;
  world.log.push(`${minutes.toFixed(3)} min: ${text}`);
};

export const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the simulation asked for something it does not hold');
  return value;
};

export const eventOf = ({ db }: World, eventId: string): EventRow => required(db.tables.event.get(eventId));

export const rowsOfDevice = ({ db }: World, deviceId: string): ParticipationRow[] =>
  [...db.tables.participation.values()].filter((row) => row.deviceId === deviceId);
