import type { NotifyDeps } from '../../notify/notify-accounts.ts';
import type { SettleDeps } from '../../results/settle-events.ts';
import type { SweepDeps } from '../deps.ts';
import type { ReadingsDeps } from '../observe-readings.ts';
import { notifyCorrections } from './notify-corrections.ts';
import { notifyWallChange, writeNotices } from './write-notices.ts';

type EventNotices = Pick<SweepDeps, 'writeNotices'> &
  Pick<SettleDeps, 'writeCorrections'> &
  Pick<ReadingsDeps, 'onWallChange'>;

/** What people are told of events: in the message center, and by the channels that they chose. */
export const createEventNotices = (deps: NotifyDeps): EventNotices => ({
  writeNotices: (tx, event, notices, now) => writeNotices(tx, deps, event, notices, now),
  writeCorrections: (tx, event, corrections, now) => notifyCorrections(tx, deps, event, corrections, now),
  onWallChange: (tx, { event, participation }, now) => notifyWallChange(tx, deps, event, participation, now),
});
