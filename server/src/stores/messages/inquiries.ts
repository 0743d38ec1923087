import { sql } from 'kysely';
import type { Language } from '#contract/entities/account.ts';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';

/** What a person wrote to the provider; it stays with the provider when the person deletes it. */
export interface InquiryRow {
  readonly id: string;
  readonly accountId: string;
  readonly houseId: string;
  readonly createdAt: Date;
  readonly subject: string;
  readonly text: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: Language | null;
  readonly address: string;
  readonly answeredAt: Date | null;
}

const MOST = 100;

/**
 * Unanswered ones first, each newest first, so that nobody's many messages hide those that wait for an answer. What is older than
 * the last of a page is found with its time as `before`.
 */
export const listInquiries = async (
  db: Db,
  { providerId }: ProviderScope,
  { id = null, before = null }: { readonly id?: string | null; readonly before?: Date | null },
): Promise<InquiryRow[]> => {
  const { rows } = await sql<InquiryRow>`
    select * from (select m.id, m.account_id, m.house_id, m.created_at, m.subject, m.plain_text_body as text,
      a.first_name, a.last_name, a.email, a.language, h.address, (
        select max(answer.created_at) from message answer
        where answer.provider_id = m.provider_id and answer.account_id = m.account_id and answer.parent_id = m.id
          and not answer.from_account
      ) as answered_at
    from message m
    join account a on a.provider_id = m.provider_id and a.id = m.account_id
    join house h on h.provider_id = m.provider_id and h.id = m.house_id
    where m.provider_id = ${providerId} and m.from_account and (${id}::text is null or m.id = ${id})
        and (${before}::timestamptz is null or m.created_at < ${before})) inquiry
    order by answered_at is not null, created_at desc, id
    limit ${MOST}`.execute(db);
  return rows;
};

/** Houses after a house, in the order of their ids: a page of those that a message goes to. */
export const pageOfReceivingHouses = async (
  db: Db,
  { providerId }: ProviderScope,
  to: { readonly programId: string | null; readonly houseId: string | null },
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    select h.id from house h
    where h.provider_id = ${providerId} and h.id > ${after}
      and (${to.houseId}::text is null or h.id = ${to.houseId})
      and (${to.programId}::text is null or exists (
        select from program_participant p
        where p.provider_id = h.provider_id and p.house_id = h.id and p.program_id = ${to.programId}
      ))
    order by h.id
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};
