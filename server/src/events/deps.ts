import type { Notice } from '#domain/events/life/notices.ts';
import type { CommandDeps } from '../commands/deps.ts';
import type { Db } from '../db/connection.ts';
import type { StoredEvent } from '../stores/events/events.ts';

/** A home that is to be told something. */
export interface DueNotice {
  readonly houseId: string;
  readonly notice: Notice;
}

export interface EventDeps extends Pick<CommandDeps, 'db' | 'clock' | 'random' | 'jobs' | 'metrics'> {
  readonly onError: (error: unknown, what: string) => void;
}

export interface SweepDeps extends EventDeps {
  /** Writes what was not written before, each to all people of the home. */
  readonly writeNotices: (
    tx: Db,
    event: StoredEvent,
    notices: readonly DueNotice[],
    now: Date,
  ) => Promise<void>;
}
