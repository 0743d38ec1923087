import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import type { Origin } from '../../../control/gate/origin.ts';
import type { DemandEvent, EventHome, Phase } from '../../event.ts';
import type { Participation } from '../../participation.ts';
import type { Random } from './random.ts';

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
}

/** A command row. */
export interface SimCommand {
  readonly deviceId: string;
  readonly origin: Origin;
  readonly sequence: number;
  readonly body: CommandBody;
  readonly acceptedAt: number;
  readonly expiresAt: number;
  readonly holdUntil: number | null;
  /** The action that made it; null: a person's or a schedule's. */
  readonly action: { readonly round: number; readonly phase: Phase } | null;
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

/** What is stored, and committed: it survives every crash. */
export interface Database {
  event: DemandEvent;
  readonly participations: Map<string, Participation>;
  /** By device: when a node looks at it again; null: never. */
  readonly dueAt: Map<string, number | null>;
  readonly keys: Set<string>;
  /** How often each home got each notice. */
  readonly notices: Map<string, number>;
  readonly commands: SimCommand[];
  readonly versions: Map<string, number>;
  /** The newest value and the device's time of each resource. */
  readonly readings: Map<string, Map<string, StoredValue>>;
  readonly homes: Map<string, EventHome>;
  readonly schedules: Map<string, readonly ScheduleStep[]>;
}

export interface World {
  readonly seed: number;
  readonly random: Random;
  now: number;
  readonly db: Database;
  readonly devices: Map<string, SimDevice>;
  readonly ownChanges: Map<string, OwnChange[]>;
  /** When the first reading that shows a change was stored. */
  readonly seenAt: Map<OwnChange, number>;
  /** Instants at which the outside world begins to behave, so that everything can settle. */
  readonly calmAt: number;
  readonly endAt: number;
  readonly faults: { readonly crash: number; readonly link: number; readonly readings: number };
  /** No call gets through: the maker's cloud answers 429, or no server is alive. */
  readonly outages: { readonly from: number; readonly to: number }[];
  readonly log: string[];
  readonly counters: Record<'steps' | 'returns' | 'optOuts' | 'crashes' | 'walls' | 'fallbacks', number>;
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
  const minutes = (world.now - world.db.event.startTime) / 60_000;
  world.log.push(`${minutes.toFixed(2)} min: ${text}`);
};

export const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the simulation asked for something it does not hold');
  return value;
};

/** Something has happened to the device: a node looks at it at once, unless nothing is to be done with it any more. */
export const lookNow = ({ db, now }: World, deviceId: string): void => {
  if ((db.dueAt.get(deviceId) ?? null) !== null) db.dueAt.set(deviceId, now);
};
