import type { Notice } from '#domain/events/life/notices.ts';
import type { EngineEvent } from '#domain/events/engine/rows.ts';
import type { Participation } from '#domain/events/participation.ts';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import type { CommandDeps } from '../commands/deps.ts';
import type { Db } from '../db/connection.ts';

/** A home that is to be told something. */
export interface DueNotice {
  readonly houseId: string;
  readonly notice: Notice;
}

export interface EventDeps extends Pick<CommandDeps, 'db' | 'clock' | 'random' | 'jobs' | 'metrics'> {
  /** Names of the device links that run; devices behind others are left out of events. */
  readonly runningLinks: readonly string[];
  readonly onError: (error: unknown, what: string) => void;
}

/** What people are told of events. */
export interface EventWords {
  /** Writes what was not written before, each to all people of the home. */
  readonly writeNotices: (
    tx: Db,
    event: EngineEvent,
    notices: readonly DueNotice[],
    now: Date,
  ) => Promise<void>;
  /** A device has left without anybody having been asked: it was changed by hand, or the home tightened its limits. */
  readonly tellUnasked: (
    tx: Db,
    event: EngineEvent,
    participation: Participation,
    told: OptOutConsequence,
    now: Date,
  ) => Promise<void>;
}

export interface EngineDeps extends EventDeps, EventWords {}
