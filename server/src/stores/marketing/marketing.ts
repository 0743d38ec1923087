import { sql } from 'kysely';
import type { Language } from '#contract/entities/account.ts';
import type { Db } from '../../db/connection.ts';
import type { MarketingWords } from '../../db/tables/marketing.ts';
import type { HouseScope, ProviderScope } from '../../lib/scope/scope.ts';

export type WordsByLanguage = Readonly<Record<Language, MarketingWords>>;

export interface NewMarketing {
  readonly id: string;
  readonly programId: string | null;
  readonly houseId: string | null;
  readonly words: WordsByLanguage;
  readonly link: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface ShownMarketing {
  readonly id: string;
  readonly words: WordsByLanguage;
  readonly link: string;
}

export interface MarketingRow extends NewMarketing {
  readonly createdAt: Date;
  readonly withdrawnAt: Date | null;
  readonly dismissals: number;
}

/** On one dashboard. */
const MOST_SHOWN = 10;
const MOST_LISTED = 100;

/** A message that is for the house: for all, for its program, or for its household, but not for one that lived there before. */
const isForHouse = (scope: HouseScope) => sql<boolean>`(
  (m.house_id = ${scope.houseId} and m.created_at >= ${scope.since.toISOString()})
  or (m.house_id is null and (m.program_id is null or exists (
    select from program_participant p
    where p.provider_id = m.provider_id and p.house_id = ${scope.houseId} and p.program_id = m.program_id
  )))
)`;

/** What the dashboard of the house shows to this person, newest first. */
export const listShown = async (db: Db, scope: HouseScope, now: Date): Promise<ShownMarketing[]> => {
  const at = now.toISOString();
  const { rows } = await sql<ShownMarketing>`
    select m.id, m.words, m.link from marketing_message m
    where m.provider_id = ${scope.providerId} and m.ends_at > ${at} and m.starts_at <= ${at}
      and m.withdrawn_at is null and ${isForHouse(scope)}
      and not exists (
        select from marketing_dismissal d
        where d.provider_id = m.provider_id and d.message_id = m.id and d.account_id = ${scope.accountId}
      )
    order by m.starts_at desc, m.id
    limit ${MOST_SHOWN}`.execute(db);
  return rows;
};

/** Whether there is such a message for the house. */
export const dismiss = async (db: Db, scope: HouseScope, id: string, now: Date): Promise<boolean> => {
  const { providerId, accountId } = scope;
  const { rows } = await sql<{ readonly id: string }>`
    with found as (
      select m.id from marketing_message m
      where m.provider_id = ${providerId} and m.id = ${id} and ${isForHouse(scope)}
    ), noted as (
      insert into marketing_dismissal (provider_id, message_id, account_id, dismissed_at)
      select ${providerId}, found.id, ${accountId}, ${now.toISOString()}::timestamptz from found
      on conflict do nothing
    )
    select id from found`.execute(db);
  return rows.length > 0;
};

/** Homes of a target: those whose dashboard has marketing, and the others. */
export const countHomes = async (
  db: Db,
  { providerId }: ProviderScope,
  to: Pick<NewMarketing, 'programId' | 'houseId'>,
  isOnByDefault: boolean,
): Promise<{ readonly shown: number; readonly hidden: number }> => {
  const isOn = sql`coalesce((h.settings ->> 'enableHomeMarketing')::boolean, ${isOnByDefault}::boolean)`;
  const { rows } = await sql<{ readonly shown: number; readonly hidden: number }>`
    select (count(*) filter (where ${isOn}))::int as shown, (count(*) filter (where not ${isOn}))::int as hidden
    from house h
    where h.provider_id = ${providerId} and h.closed_at is null
      and (${to.houseId}::text is null or h.id = ${to.houseId})
      and (${to.programId}::text is null or exists (
        select from program_participant p
        where p.provider_id = h.provider_id and p.house_id = h.id and p.program_id = ${to.programId}
      ))`.execute(db);
  return rows[0] ?? { shown: 0, hidden: 0 };
};

/** Newest first; with an id that one alone. */
export const list = async (
  db: Db,
  { providerId }: ProviderScope,
  id: string | null = null,
): Promise<MarketingRow[]> => {
  const { rows } = await sql<MarketingRow>`
    select m.id, m.program_id, m.house_id, m.words, m.link, m.starts_at, m.ends_at, m.created_at, m.withdrawn_at, (
        select count(*)::int from marketing_dismissal d where d.provider_id = m.provider_id and d.message_id = m.id
      ) as dismissals
    from marketing_message m
    where m.provider_id = ${providerId} and (${id}::text is null or m.id = ${id})
    order by m.created_at desc, m.id
    limit ${MOST_LISTED}`.execute(db);
  return rows;
};

/** Whether it is new: of an id there is one. */
export const insertOnce = async (
  db: Db,
  { providerId }: ProviderScope,
  message: NewMarketing,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .insertInto('marketingMessage')
    .values({
      ...message,
      providerId,
      words: JSON.stringify(message.words),
      createdAt: now,
      withdrawnAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether it was shown or would have been until now. */
export const withdraw = async (
  db: Db,
  { providerId }: ProviderScope,
  id: string,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .updateTable('marketingMessage')
    .set({ withdrawnAt: now })
    .where('providerId', '=', providerId)
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};
