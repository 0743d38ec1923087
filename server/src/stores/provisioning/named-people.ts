import { sql } from 'kysely';
import type { HouseAccess, Language } from '#contract/entities/account.ts';
import type { PersonFields } from '#domain/provisioning/person.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope, ProviderScope } from '../../lib/scope/scope.ts';

/** Open homes by the account numbers of those who live there. */
export const homesOfAccounts = async (
  db: Db,
  { providerId }: ProviderScope,
  numbers: readonly string[],
): Promise<{ readonly accountNumber: string; readonly houseId: string }[]> => {
  const { rows } = await sql<{ readonly accountNumber: string; readonly houseId: string }>`
    select s.account_number, s.house_id from household s
    join house h on h.provider_id = s.provider_id and h.id = s.house_id and h.household = s.number
    where s.provider_id = ${providerId} and s.account_number = any(${[...numbers]}::text[]) and h.closed_at is null
    order by s.house_id`.execute(db);
  return rows;
};

interface MemberRow {
  readonly houseId: string;
  readonly email: string;
  readonly access: HouseAccess;
  readonly active: boolean;
}

/** Of these homes, and of others to which one of the addresses belongs. */
export const readMembers = async (
  db: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
  emails: readonly string[],
): Promise<MemberRow[]> => {
  const { rows } = await sql<MemberRow>`
    select r.house_id, a.email, r.access, a.active from account_role r
    join account a on a.provider_id = r.provider_id and a.id = r.account_id
    where r.provider_id = ${providerId} and r.role = 'house'
      and (r.house_id = any(${[...houseIds]}::text[]) or a.email = any(${[...emails]}::text[]))`.execute(db);
  return rows;
};

export interface NamedRow extends PersonFields {
  readonly houseId: string;
  readonly email: string;
  readonly invitedAt: Date | null;
}

/** Of the present households of the homes. */
export const readNamed = async (
  db: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
): Promise<NamedRow[]> => {
  const { rows } = await sql<NamedRow>`
    select n.house_id, n.email, n.first_name, n.last_name, n.phone, n.language, n.access, n.invited_at
    from house h
    join named_person n on n.provider_id = h.provider_id and n.house_id = h.id and n.household = h.household
    where h.provider_id = ${providerId} and h.id = any(${[...houseIds]}::text[])`.execute(db);
  return rows;
};

export const writeNamed = async (
  tx: Db,
  { providerId }: ProviderScope,
  people: readonly NamedRow[],
): Promise<void> => {
  if (people.length === 0) return;
  await sql`
    insert into named_person (provider_id, house_id, household, email, first_name, last_name, phone, language, access, invited_at)
    select h.provider_id, h.id, h.household, n.email, n."firstName", n."lastName", n.phone, n.language, n.access, n."invitedAt"
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as n ("houseId" text, email text, "firstName" text,
      "lastName" text, phone text, language text, access text, "invitedAt" timestamptz)
    join house h on h.provider_id = ${providerId} and h.id = n."houseId"
    on conflict (provider_id, house_id, household, email) do update set first_name = excluded.first_name,
      last_name = excluded.last_name, phone = excluded.phone, language = excluded.language, access = excluded.access,
      invited_at = excluded.invited_at`.execute(tx);
};

interface WaitingRow {
  readonly houseId: string;
  readonly email: string;
  readonly access: HouseAccess;
  readonly language: Language | null;
}

interface Waiting {
  /** null: all. */
  readonly accountNumber: string | null;
  /** Their last invitation is older. */
  readonly before: Date;
}

/** Who was invited into a home without an owner who can sign in, and has not come; the longest waiting first. */
export const listWaiting = async (
  db: Db,
  { providerId }: ProviderScope,
  { accountNumber, before }: Waiting,
): Promise<readonly WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select n.house_id, n.email, n.access, n.language
    from named_person n
    join house h on h.provider_id = n.provider_id and h.id = n.house_id and h.household = n.household
    join household s on s.provider_id = n.provider_id and s.house_id = n.house_id and s.number = n.household
    where n.provider_id = ${providerId} and n.invited_at < ${before.toISOString()} and h.closed_at is null
      and (${accountNumber}::text is null or s.account_number = ${accountNumber})
      and not exists (
        select from account_role r
        join account a on a.provider_id = r.provider_id and a.id = r.account_id
        where r.provider_id = n.provider_id and r.house_id = n.house_id and r.access = 'owner' and a.active)
    order by n.invited_at, n.house_id, n.email`.execute(db);
  return rows;
};

export const setInvited = async (
  tx: Db,
  { providerId }: ProviderScope,
  people: readonly Pick<WaitingRow, 'houseId' | 'email'>[],
  now: Date,
): Promise<void> => {
  await sql`
    update named_person n set invited_at = ${now.toISOString()}
    from unnest(
      ${people.map(({ houseId }) => houseId)}::text[], ${people.map(({ email }) => email)}::text[]
    ) as p (house_id, email), house h
    where n.provider_id = ${providerId} and n.house_id = p.house_id and n.email = p.email
      and h.provider_id = n.provider_id and h.id = n.house_id and h.household = n.household`.execute(tx);
};

/** Whoever has come tells about themselves. Returns the number that the utility knew; null: none. */
export const forgetNamed = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  accountId: string,
): Promise<string | null> => {
  const { rows } = await sql<{ readonly phone: string | null }>`
    delete from named_person n using account a
    where n.provider_id = ${providerId} and n.house_id = ${houseId} and a.provider_id = n.provider_id
      and a.id = ${accountId} and n.email = a.email
    returning n.phone`.execute(tx);
  return rows.find(({ phone }) => phone !== null)?.phone ?? null;
};
