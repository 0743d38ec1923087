import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { RootDb } from '../../db/connection.ts';
import type { EventRef } from './events.ts';

/** Rows of one statement: people may wait for them. */
const PAGE = 100;

interface DeviceRow {
  readonly houseId: string;
  readonly deviceId: string;
}

/**
 * Makes the nodes look now at those devices of an event whose participation `p` meets a condition. Page by page, each on its own;
 * those that somebody has locked have their turn the next time that this is called.
 */
const makeDue = async (
  db: RootDb,
  { providerId, eventId }: EventRef,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<void> => {
  let last: DeviceRow | undefined = { houseId: '', deviceId: '' };
  while (last) {
    const { rows }: { readonly rows: DeviceRow[] } = await sql<DeviceRow>`
      with page as (
        select p.house_id, p.device_id from event_participation p
        where p.provider_id = ${providerId} and p.event_id = ${eventId}
          and (p.house_id, p.device_id) > (${last.houseId}, ${last.deviceId}) and ${which}
        order by p.house_id, p.device_id limit ${PAGE}
        for no key update skip locked
      ), made as (
        update event_participation p set due_at = ${now.toISOString()} from page
        where p.provider_id = ${providerId} and p.event_id = ${eventId} and p.house_id = page.house_id
          and p.device_id = page.device_id
      )
      select house_id, device_id from page order by house_id, device_id`.execute(db);
    last = rows.length < PAGE ? undefined : rows.at(-1);
  }
};

/** Those whose plan was made before the event was changed. */
export const makeOutdatedDue = (db: RootDb, event: EventRef, revision: number, now: Date): Promise<void> =>
  makeDue(
    db,
    event,
    sql`p.plan_revision <> ${revision} and (p.due_at is null or p.due_at > ${now.toISOString()})`,
    now,
  );

const returns = (condition: RawBuilder<unknown>) => sql`exists (
  select from event_action a
  where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
    and a.device_id = p.device_id and a.phase = 'after' and ${condition})`;

/** Those of an event that was cancelled which nobody has looked at since: whoever does begins their return, or is done with them. */
export const makeCancelledDue = (db: RootDb, event: EventRef, now: Date): Promise<void> =>
  makeDue(db, event, sql`p.due_at > ${now.toISOString()} and not ${returns(sql`a.round = p.round`)}`, now);

/** Those whose return was to be later than it is now that something is wrong. */
export const makeHurriedDue = (db: RootDb, event: EventRef, latest: Date, now: Date): Promise<void> =>
  makeDue(
    db,
    event,
    sql`p.due_at > ${now.toISOString()} and ${returns(sql`a.state = 'open' and a.at > ${latest.toISOString()}`)}`,
    now,
  );
