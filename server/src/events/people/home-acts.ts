import type { HouseEvent } from '#contract/entities/event.ts';
import type { PeopleRefusal } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { record } from '../../stores/system/audit.ts';
import { readDispatch } from '../../stores/events/house-events.ts';
import type { EventDeps } from '../deps.ts';
import { toHouseEvent } from './to-house-event.ts';

/** One device in one event, as the path names them. */
export interface DeviceInEvent {
  readonly eventId: string;
  readonly deviceId: string;
}

/** Those of the dispatch of an event that concern the house. */
export const eventsOfDispatch = async (
  tx: Db,
  scope: HouseScope,
  eventId: string,
  now: Date,
): Promise<HouseEvent[]> => {
  const rows = await readDispatch(tx, scope, eventId);
  return rows.events.map((row) => toHouseEvent(row, rows, now.getTime()));
};

export type AuditedAct = 'opted-out' | 'joined-again' | 'eased' | 'ease-taken-back';

/** `target` without a device: the home left or joined with none. */
export const audit = (
  tx: Db,
  { random, clock }: Pick<EventDeps, 'random' | 'clock'>,
  { providerId, accountId, houseId }: HouseScope,
  action: AuditedAct,
  { eventId, deviceId }: { readonly eventId: string; readonly deviceId?: string },
): Promise<void> =>
  record(tx, random, clock.now(), {
    providerId,
    accountId,
    houseId,
    action,
    detail: { eventId, deviceId: deviceId ?? null },
  });

/** What the engine refuses; unknown: the house has no such device or dispatch, or its household left the provider. */
export const refusal = (
  code: PeopleRefusal['code'] | 'unknown' | 'no_devices_to_opt_out',
  of: { readonly deviceId?: string } = {},
): AppError => (code === 'unknown' ? new AppError('not_found') : new AppError(code, of));
