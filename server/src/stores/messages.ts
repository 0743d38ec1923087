import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Language, MessageKey } from '#contract/entities/account.ts';
import type { Db } from '../db/connection.ts';
import type { Database } from '../db/tables.ts';
import type { OwnerScope } from '../lib/scope.ts';

export interface NewMessage {
  readonly providerId: string;
  readonly accountId: string;
  readonly houseId: string;
  readonly id: string;
  readonly kind: MessageKey;
  readonly dedupeKey: string;
  readonly dispatchId: string | null;
  readonly eventId: string | null;
  readonly language: Language;
  readonly subject: string;
  readonly htmlBody: string;
  readonly plainTextBody: string;
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
  language: message.language,
  subject: message.subject,
  html_body: message.htmlBody,
  plain_text_body: message.plainTextBody,
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
    insert into message (provider_id, account_id, house_id, id, kind, dedupe_key, dispatch_id, event_id, language, subject,
      html_body, plain_text_body, created_at)
    select n.*, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(messages.map(rowOf))}::jsonb) as n (
      provider_id text, account_id text, house_id text, id text, kind text, dedupe_key text, dispatch_id text,
      event_id text, language text, subject text, html_body text, plain_text_body text)
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
] as const;

export type StoredMessage = Pick<Selectable<Database['message']>, (typeof COLUMNS)[number]>;

/** A person's messages about one house. */
export type MessageOwner = OwnerScope & { readonly houseId: string };

export type MessageFolder = 'inbox' | 'favorites' | 'archived';

/** Newest first, without those that the person has deleted. Favorites are found in their folder and where they lie. */
export const list = (db: Db, owner: MessageOwner, folder: MessageFolder): Promise<StoredMessage[]> => {
  const own = db
    .selectFrom('message')
    .select(COLUMNS)
    .where('providerId', '=', owner.providerId)
    .where('accountId', '=', owner.accountId)
    .where('houseId', '=', owner.houseId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id');
  return folder === 'favorites'
    ? own.where('favorite', '=', true).execute()
    : own.where('archivedAt', folder === 'archived' ? 'is not' : 'is', null).execute();
};

const updateOwn = (db: Db, owner: MessageOwner, id: string) =>
  db
    .updateTable('message')
    .where('providerId', '=', owner.providerId)
    .where('accountId', '=', owner.accountId)
    .where('houseId', '=', owner.houseId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null);

/** False: the person has no such message. A message that was read stays read at its first time. */
export const markRead = async (db: Db, owner: MessageOwner, id: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await updateOwn(db, owner, id)
    .set({ readAt: sql<Date>`coalesce(read_at, ${now.toISOString()})` })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const setFavorite = async (
  db: Db,
  owner: MessageOwner,
  id: string,
  favorite: boolean,
): Promise<boolean> => {
  const { numUpdatedRows } = await updateOwn(db, owner, id).set({ favorite }).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Empties the message; its row stays, so that it is not written a second time. False: the person has no such message, or it
 * is about a reward, which cannot be removed.
 */
export const remove = async (db: Db, owner: MessageOwner, id: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await updateOwn(db, owner, id)
    .where('kind', '!=', 'incentive_message')
    .set({ deletedAt: now, favorite: false, subject: '', htmlBody: '', plainTextBody: '' })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A text message or call about a message of the message center. */
export interface TextOfMessage {
  readonly providerId: string;
  readonly accountId: string;
  readonly messageId: string;
  readonly countryCode: string;
  readonly phone: string;
  /** It was put off until the morning. */
  readonly waited: boolean;
}

/**
 * Whether a text is still wanted: the person has the number, verified and without STOP. One that has waited is not, if the
 * person has been told something newer about the same dispatch.
 */
export const isTextWanted = async (db: Db, text: TextOfMessage): Promise<boolean> => {
  const { rows } = await sql`
    select from message m
    join account a on a.provider_id = m.provider_id and a.id = m.account_id and a.active
    join phone_number p on p.provider_id = m.provider_id and p.account_id = m.account_id
    where m.provider_id = ${text.providerId} and m.account_id = ${text.accountId} and m.id = ${text.messageId}
      and p.country_code = ${text.countryCode} and p.phone = ${text.phone}
      and p.verified_at is not null and p.opted_out_at is null
      and not (${text.waited} and exists (
        select from message n
        where n.provider_id = m.provider_id and n.account_id = m.account_id and n.house_id = m.house_id
          and n.dispatch_id = m.dispatch_id and n.created_at > m.created_at
      ))`.execute(db);
  return rows.length > 0;
};
