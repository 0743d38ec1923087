import * as engine from '#domain/events/engine/for-good.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import type { EventDeps } from '../deps.ts';
import { createEngineTx } from '../engine-ports.ts';

/**
 * Takes all devices of a house out of events that come or run, and puts back what was moved; true: there were any. `lapse` ends, under
 * the locks of the devices, what no longer holds for them.
 */
export const leaveEventsForGood = (
  tx: Db,
  deps: EventDeps,
  house: HouseDataScope,
  lapse?: () => Promise<void>,
): Promise<boolean> => engine.leaveEventsForGood(createEngineTx(tx, deps), house, lapse);

/** Devices whose enrolments end, or that are removed. */
type Meant =
  | { readonly ended: readonly { readonly deviceId: string; readonly programId: string }[] }
  | { readonly removed: readonly string[] };

const isMeant = (meant: Meant, deviceId: string, programId: string): boolean =>
  'removed' in meant
    ? meant.removed.includes(deviceId)
    : meant.ended.some((one) => one.deviceId === deviceId && one.programId === programId);

/** The same with the events of a program that have not begun. */
export const leaveComingEvents = (
  tx: Db,
  deps: EventDeps,
  house: HouseDataScope,
  programId: string,
  now: Date,
): Promise<void> =>
  engine.leaveEventsOf(
    createEngineTx(tx, deps),
    house,
    ({ event }) => event.program.id === programId && event.startTime > now.getTime(),
    'owner',
  );

/** The same with the devices of a house that is left out of events from now on, or with some of them. */
export const leaveEventsOf = (
  tx: Db,
  deps: EventDeps,
  house: HouseDataScope,
  meant: Meant | 'all',
): Promise<void> =>
  engine.leaveEventsOf(
    createEngineTx(tx, deps),
    house,
    ({ deviceId, event }) => meant === 'all' || isMeant(meant, deviceId, event.program.id),
    'provider',
  );
