import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { Language, MessageKey } from '#contract/entities/account.ts';
import type { MessageWords } from '#contract/entities/message.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import type { OwnerScope } from '../../lib/scope/scope.ts';

export interface NewMessage extends Readonly<MessageWords> {
  readonly providerId: string;
  readonly accountId: string;
  readonly houseId: string;
  readonly id: string;
  readonly kind: MessageKey;
  readonly dedupeKey: string;
  readonly dispatchId: string | null;
  readonly eventId: string | null;
  readonly parentId?: string | null;
  readonly language: Language;
  /** In each language, where it was written in several. */
  readonly translations?: Readonly<Record<Language, MessageWords>> | null;
}

const rowOf = (message: NewMessage) => ({
  provider_id: message.providerId,
  account_id: message.accountId,
  house_id: message.houseId,
  id: message.id,
  kind: message.kind,
  dedupe_key: message.dedupeKey,
  dispatch_id: message.dispatchId,
  event_id: message.eventId,
  parent_id: message.parentId ?? null,
  language: message.language,
  subject: message.subject,
  html_body: message.htmlBody,
  plain_text_body: message.plainTextBody,
  translations: message.translations ?? null,
});

/** Returns the ids of those that are new: of a `dedupeKey` a person has one message, whoever writes it. */
export const insertOnce = async (
  tx: Db,
  messages: readonly NewMessage[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (messages.length === 0) return new Set();
  // In the order of the key, so that two nodes with the same messages wait for each other and do not deadlock.
  const { rows } = await sql<{ readonly id: string }>`
    insert into message (provider_id, account_id, house_id, id, kind, dedupe_key, dispatch_id, event_id, parent_id,
      language, subject, html_body, plain_text_body, translations, created_at)
    select n.*, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(messages.map(rowOf))}::jsonb) as n (
      provider_id text, account_id text, house_id text, id text, kind text, dedupe_key text, dispatch_id text,
      event_id text, parent_id text, language text, subject text, html_body text, plain_text_body text, translations jsonb)
    order by n.provider_id, n.account_id, n.house_id, n.dedupe_key
    on conflict (provider_id, account_id, house_id, dedupe_key) do nothing
    returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

const COLUMNS = [
  'id',
  'kind',
  'subject',
  'htmlBody',
  'plainTextBody',
  'parentId',
  'fromAccount',
  'createdAt',
  'readAt',
  'favorite',
  'archivedAt',
  'eventId',
  'dedupeKey',
  'language',
  'translations',
] as const;

export type StoredMessage = Pick<Selectable<Database['message']>, (typeof COLUMNS)[number]>;

/** null: both those that are so and those that are not. */
export interface MessageFilter {
  readonly archived: boolean | null;
  readonly favorite: boolean | null;
  readonly read: boolean | null;
}

/** When the household of the house moved in: a person who lived there before sees nothing of that time. */
const movedIn = ({ providerId }: OwnerScope, houseId: string) => sql<Date>`coalesce((
  select household_since from house where provider_id = ${providerId} and id = ${houseId}), '-infinity')`;

const selectOwn = (db: Db, owner: OwnerScope, houseId: string) =>
  db
    .selectFrom('message')
    .where('providerId', '=', owner.providerId)
    .where('accountId', '=', owner.accountId)
    .where('houseId', '=', houseId)
    .where('deletedAt', 'is', null)
    .where('createdAt', '>=', movedIn(owner, houseId));

const selectFiltered = (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  { archived, favorite, read }: MessageFilter,
) =>
  selectOwn(db, owner, houseId)
    .$if(archived !== null, (query) => query.where('archivedAt', archived ? 'is not' : 'is', null))
    .$if(favorite !== null, (query) => query.where('favorite', '=', favorite === true))
    .$if(read !== null, (query) => query.where('readAt', read ? 'is not' : 'is', null));

/** A person's messages about one house, newest first, without those that they have deleted. */
export const list = (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  filter: MessageFilter,
): Promise<StoredMessage[]> =>
  selectFiltered(db, owner, houseId, filter)
    .select(COLUMNS)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

export const count = async (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  filter: MessageFilter,
): Promise<number> => {
  const { found } = await selectFiltered(db, owner, houseId, filter)
    .select(({ fn }) => fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
};

/** undefined: the person has no such message about the house. */
export const find = (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  id: string,
): Promise<StoredMessage | undefined> =>
  selectOwn(db, owner, houseId).select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** What the dashboard tells of a person's messages. */
export interface MessageSummary {
  readonly unread: number;
  /** Of the inbox. */
  readonly newest: string | null;
}

export const messageSummaryJson = (owner: {
  readonly providerId: RawBuilder<unknown>;
  readonly accountId: RawBuilder<unknown>;
  readonly houseId: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
}): RawBuilder<MessageSummary> => sql`json_build_object(
  'unread', (
    select count(*) from message m
    where m.provider_id = ${owner.providerId} and m.account_id = ${owner.accountId} and m.house_id = ${owner.houseId}
      and m.read_at is null and m.archived_at is null and m.deleted_at is null
      and m.created_at >= coalesce(${owner.since}, '-infinity')
  ),
  'newest', (
    select m.id from message m
    where m.provider_id = ${owner.providerId} and m.account_id = ${owner.accountId} and m.house_id = ${owner.houseId}
      and m.archived_at is null and m.deleted_at is null and m.created_at >= coalesce(${owner.since}, '-infinity')
    order by m.created_at desc, m.id limit 1
  ))`;

/** What a person changes about their message; absent: stays. */
export interface MessageChange {
  readonly read?: boolean | undefined;
  readonly favorite?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

const updateAlsoDeleted = (db: Db, owner: OwnerScope, houseId: string) =>
  db
    .updateTable('message')
    .where('providerId', '=', owner.providerId)
    .where('accountId', '=', owner.accountId)
    .where('houseId', '=', houseId)
    .where('createdAt', '>=', movedIn(owner, houseId));

const updateAll = (db: Db, owner: OwnerScope, houseId: string) =>
  updateAlsoDeleted(db, owner, houseId).where('deletedAt', 'is', null);

const updateOwn = (db: Db, owner: OwnerScope, houseId: string, id: string) =>
  updateAll(db, owner, houseId).where('id', '=', id);

/** Those of the inbox that were written until then; returns how many. */
export const markRead = async (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  until: Date,
  now: Date,
): Promise<number> => {
  const { numUpdatedRows } = await updateAll(db, owner, houseId)
    .where('readAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where('createdAt', '<=', until)
    .set({ readAt: now })
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** The time that a column gets by a change: null, or its first one. */
const timeOf = (column: 'read_at' | 'archived_at', change: boolean | undefined, now: Date) => {
  if (change === undefined) return sql<Date | null>`${sql.ref(column)}`;
  return change ? sql<Date>`coalesce(${sql.ref(column)}, ${now.toISOString()})` : null;
};

/** undefined: the person has no such message. A message that was read stays read at its first time. */
export const change = (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  id: string,
  { read, favorite, archived }: MessageChange,
  now: Date,
): Promise<StoredMessage | undefined> =>
  updateOwn(db, owner, houseId, id)
    .set({
      readAt: timeOf('read_at', read, now),
      archivedAt: timeOf('archived_at', archived, now),
      inInboxSince: archived === false ? now : sql<Date | null>`in_inbox_since`,
      favorite: favorite ?? sql<boolean>`favorite`,
    })
    .returning(COLUMNS)
    .executeTakeFirst();

/** False: the person has no such message, or it is about a reward, which cannot be removed. */
export const remove = async (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await updateOwn(db, owner, houseId, id)
    .where('kind', '!=', 'incentive_message')
    .set({ deletedAt: now })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** undefined: the person has no such message that is not deleted or was deleted since then. */
export const restore = (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  id: string,
  since: Date,
): Promise<StoredMessage | undefined> =>
  updateAlsoDeleted(db, owner, houseId)
    .where('id', '=', id)
    .where(sql<boolean>`(deleted_at is null or deleted_at > ${since.toISOString()})`)
    .set({ deletedAt: null })
    .returning(COLUMNS)
    .executeTakeFirst();

/** A message that a person writes to the provider. */
interface OwnMessage extends Readonly<MessageWords> {
  readonly id: string;
  readonly parentId: string | null;
  readonly language: Language;
}

export const insertOwn = (
  db: Db,
  owner: OwnerScope,
  houseId: string,
  message: OwnMessage,
  now: Date,
): Promise<StoredMessage> =>
  db
    .insertInto('message')
    .values({
      ...message,
      providerId: owner.providerId,
      accountId: owner.accountId,
      houseId,
      kind: 'direct_message',
      dedupeKey: `own/${message.id}`,
      dispatchId: null,
      eventId: null,
      fromAccount: true,
      createdAt: now,
      readAt: now,
      archivedAt: null,
      inInboxSince: null,
      deletedAt: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
