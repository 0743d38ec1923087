import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Language } from '#contract/entities/account.ts';
import type { Program } from '#contract/entities/program.ts';
import type { EventState } from '#contract/entities/event.ts';
import type { EventLock, Held } from '#domain/events/engine/ports.ts';
import type { EngineEvent, EventRef } from '#domain/events/engine/rows.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import type { EventSummary } from '#domain/events/life/life.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import { wakeLoops } from './wake-loops.ts';

export type EventRow = Selectable<Database['demandEvent']>;

export type { EventRef } from '#domain/events/engine/rows.ts';

export interface StoredEvent extends EngineEvent {
  readonly origin: EventRow['origin'];
  /** By language; null: not given. */
  readonly cause: Readonly<Record<Language, string>> | null;
  /** What it is wanted for; it steers nothing. */
  readonly targetKw: number | null;
  /** By its results; null: there are none. */
  readonly deliveredWh: number | null;
  readonly createdBy: string | null;
}

export const OPEN_EVENT_STATES = [
  'scheduled',
  'notified',
  'preparing',
  'active',
  'returning',
] as const satisfies readonly EventState[];
/** The same as a list of SQL. */
export const OPEN_STATES = sql`(${sql.join(OPEN_EVENT_STATES.map((state) => sql.lit(state)))})`;

export const toEvent = ({ rules, ...row }: EventRow & { readonly rules: Program }): StoredEvent => ({
  providerId: row.providerId,
  id: row.id,
  dispatchId: row.dispatchId,
  program: rules,
  kind: row.kind,
  groups: row.groups,
  startTime: row.startTime.getTime(),
  endTime: row.endTime.getTime(),
  intensity: row.intensity,
  origin: row.origin,
  cause: row.cause,
  targetKw: row.targetKw,
  deliveredWh: row.deliveredWh === null ? null : Number(row.deliveredWh),
  createdBy: row.createdBy,
  optOutAllowed: row.optOutAllowed,
  createdAt: row.createdAt.getTime(),
  revision: row.revision,
  state: row.state,
  notifiedAt: row.notifiedAt?.getTime() ?? null,
  cancelledAt: row.cancelledAt?.getTime() ?? null,
  returnNowAt: row.returnNowAt?.getTime() ?? null,
  dueAt: row.dueAt?.getTime() ?? null,
  joining: {
    phase: row.joinPhase,
    after: { houseId: row.joinHouse, deviceId: row.joinDevice },
    since: row.joinSince?.getTime() ?? null,
  },
  walk: row.walkPass && {
    pass: row.walkPass,
    after: { houseId: row.walkHouse, deviceId: row.walkDevice },
  },
});

const selectEvents = (db: Db) =>
  db
    .selectFrom('demandEvent')
    .innerJoin('programVersion', (join) =>
      join
        .onRef('programVersion.providerId', '=', 'demandEvent.providerId')
        .onRef('programVersion.programId', '=', 'demandEvent.programId')
        .onRef('programVersion.version', '=', 'demandEvent.programVersion'),
    )
    .selectAll('demandEvent')
    .select('programVersion.rules');

/** Events in which something may still have to be done, of all providers, the first to start first. */
export const listOpenEvents = async (db: Db): Promise<StoredEvent[]> =>
  (
    await selectEvents(db)
      .where('demandEvent.state', 'in', OPEN_EVENT_STATES)
      .orderBy('demandEvent.startTime')
      .execute()
  ).map(toEvent);

export const findEvent = async (db: Db, ref: EventRef): Promise<StoredEvent | undefined> => {
  const row = await selectEvents(db)
    .where('demandEvent.providerId', '=', ref.providerId)
    .where('demandEvent.id', '=', ref.eventId)
    .executeTakeFirst();
  return row && toEvent(row);
};

export const findEvents = async (db: Db, refs: readonly EventRef[]): Promise<StoredEvent[]> => {
  if (refs.length === 0) return [];
  const [providers, ids] = [refs.map(({ providerId }) => providerId), refs.map(({ eventId }) => eventId)];
  const rows = await selectEvents(db)
    .where(
      sql<boolean>`(demand_event.provider_id, demand_event.id) in (select * from unnest(${providers}::text[], ${ids}::text[]))`,
    )
    .execute();
  return rows.map(toEvent);
};

/** The events that one order made, the first to start first. */
export const listDispatch = async (
  db: Db,
  { providerId, dispatchId }: Pick<StoredEvent, 'providerId' | 'dispatchId'>,
): Promise<StoredEvent[]> =>
  (
    await selectEvents(db)
      .where('demandEvent.providerId', '=', providerId)
      .where('demandEvent.dispatchId', '=', dispatchId)
      .orderBy('demandEvent.startTime')
      .orderBy('demandEvent.id')
      .execute()
  ).map(toEvent);

/** Nobody else changes it, or carries it out, until the transaction ends. */
export const lockEvent = async (tx: Db, ref: EventRef): Promise<StoredEvent | undefined> => {
  const row = await selectEvents(tx)
    .where('demandEvent.providerId', '=', ref.providerId)
    .where('demandEvent.id', '=', ref.eventId)
    .forUpdate('demandEvent')
    .executeTakeFirst();
  return row && toEvent(row);
};

/**
 * carry: nobody moves them on or changes them until the transaction ends; they can be cancelled meanwhile, which waits for nobody.
 * change: waits for all who carry them out. skip: without those that somebody is about to change.
 */
export const lockEvents = async (
  tx: Db,
  refs: readonly EventRef[],
  lock: EventLock,
  held: Held,
): Promise<StoredEvent[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<EventRow & { readonly rules: Program }>`
    select e.*, v.rules from demand_event e
    join program_version v
      on v.provider_id = e.provider_id and v.program_id = e.program_id and v.version = e.program_version
    where (e.provider_id, e.id) in (
      select * from unnest(${refs.map(({ providerId }) => providerId)}::text[], ${refs.map(({ eventId }) => eventId)}::text[])
    )
    order by e.provider_id, e.id
    ${lock === 'carry' ? sql`for key share of e` : sql`for update of e`} ${held === 'skip' ? sql`skip locked` : sql``}`.execute(
    tx,
  );
  return rows.map(toEvent);
};

export type NewEvent = Omit<
  StoredEvent,
  | 'revision'
  | 'notifiedAt'
  | 'cancelledAt'
  | 'returnNowAt'
  | 'targetKw'
  | 'deliveredWh'
  | 'dueAt'
  | 'joining'
  | 'walk'
> & { readonly targetKw?: number | null };

const isOpen = (state: EventState): boolean => OPEN_EVENT_STATES.some((open) => open === state);

/** One that is not over is due at once. */
export const insertEvent = async (tx: Db, { program, ...event }: NewEvent): Promise<void> => {
  await tx
    .insertInto('demandEvent')
    .values({
      ...event,
      programId: program.id,
      programVersion: program.version,
      groups: event.groups && JSON.stringify(event.groups),
      cause: event.cause && JSON.stringify(event.cause),
      targetKw: event.targetKw ?? null,
      startTime: new Date(event.startTime),
      endTime: new Date(event.endTime),
      createdAt: new Date(event.createdAt),
      dueAt: isOpen(event.state) ? new Date(event.createdAt) : null,
    })
    .execute();
  await wakeLoops(tx, ['transitions']);
};

/** Moves the event on; false: it has passed this state already. */
export const writeTransition = async (
  tx: Db,
  { providerId, eventId }: EventRef,
  state: EventState,
  now: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('eventTransition')
    .values({ providerId, eventId, state, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await tx
    .updateTable('demandEvent')
    .set({ state, ...(state === 'notified' ? { notifiedAt: now } : {}) })
    .where('providerId', '=', providerId)
    .where('id', '=', eventId)
    .execute();
  return true;
};

export type EventEdit = Pick<DemandEvent, 'startTime' | 'endTime' | 'intensity' | 'revision' | 'cancelledAt'>;

/** The event and all its devices are due at once. */
export const updateEvent = async (
  tx: Db,
  { providerId, eventId }: EventRef,
  { startTime, endTime, intensity, revision, cancelledAt }: EventEdit,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('demandEvent')
    .set({
      startTime: new Date(startTime),
      endTime: new Date(endTime),
      intensity,
      revision,
      cancelledAt: cancelledAt === null ? null : new Date(cancelledAt),
      dueAt: now,
      walkPass: 1,
      walkHouse: '',
      walkDevice: '',
      walkPostponedUntil: null,
    })
    .where('providerId', '=', providerId)
    .where('id', '=', eventId)
    .execute();
  await wakeLoops(tx, ['returns', 'transitions']);
};

/** `openReturns` says only whether there are any: an event may have some ten thousand devices. */
export const summarizeEvent = async (db: Db, { providerId, eventId }: EventRef): Promise<EventSummary> => {
  const { rows } = await sql<Pick<EventSummary, 'isDispatchNotified' | 'hasSentSteps' | 'openReturns'>>`
    select
      exists (
        select from demand_event e
        join demand_event other on other.provider_id = e.provider_id and other.dispatch_id = e.dispatch_id
        where e.provider_id = ${providerId} and e.id = ${eventId} and other.id <> e.id and other.notified_at is not null
          and other.cancelled_at is null
      ) as is_dispatch_notified,
      exists (
        select from event_action a
        where a.provider_id = ${providerId} and a.event_id = ${eventId} and a.phase <> 'after' and a.sent_at is not null
      ) as has_sent_steps,
      exists (
        select from event_participation p
        where p.provider_id = ${providerId} and p.event_id = ${eventId} and p.due_at is not null
      )::integer as open_returns`.execute(db);
  const [found] = rows;
  return {
    isDispatchNotified: found?.isDispatchNotified ?? false,
    hasSentSteps: found?.hasSentSteps ?? false,
    openReturns: found?.openReturns ?? 0,
    hasProvisionalResults: false,
    hasFinalResults: false,
  };
};
