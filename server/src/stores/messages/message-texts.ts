import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** A text message or call about a message of the message center. */
interface TextOfMessage {
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
