import type { Correction } from '#domain/results/dispatch-figures.ts';
import type { Db } from '../../db/connection.ts';
import type { NotifyDeps } from '../../notify/notify-accounts.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import type { EventWords } from '../deps.ts';
import { notifyCorrections } from './notify-corrections.ts';
import { notifyUnaskedLeaving, writeNotices } from './write-notices.ts';

interface EventNotices extends EventWords {
  readonly writeCorrections: (
    tx: Db,
    event: StoredEvent,
    corrections: readonly Correction[],
    now: Date,
  ) => Promise<void>;
}

/** What people are told of events: in the message center, and by the channels that they chose. */
export const createEventNotices = (deps: NotifyDeps): EventNotices => ({
  writeNotices: (tx, event, notices, now) => writeNotices(tx, deps, event, notices, now),
  writeCorrections: (tx, event, corrections, now) => notifyCorrections(tx, deps, event, corrections, now),
  tellUnasked: (tx, event, participation, told, now) =>
    notifyUnaskedLeaving(tx, deps, event, participation, told, now),
});
