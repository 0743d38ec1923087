import { sql } from 'kysely';
import type { CountryCode, Language, MessageKey, TemperatureUnit } from '#contract/entities/account.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import type { Db } from '../../db/connection.ts';
import { MESSAGE_DEFAULTS } from '../account/message-settings.ts';

/** A member of a household, with the channels that they chose for one kind of message about the house. */
export interface Recipient {
  readonly providerId: string;
  readonly accountId: string;
  readonly houseId: string;
  readonly email: string;
  readonly language: Language | null;
  readonly temperatureUnit: TemperatureUnit | null;
  readonly wantsEmail: boolean;
  readonly wantsSms: boolean;
  readonly wantsVoice: boolean;
  /** Verified, and without STOP. */
  readonly phones: readonly { readonly countryCode: CountryCode; readonly phone: string }[];
  readonly address: string;
  readonly timezone: string;
  /** Differences from the provider's settings. */
  readonly settings: Partial<ProviderFile['settings']> | null;
}

/** Active accounts with the role `house` in the houses; an admin works for the provider. */
export const recipientsOf = async (
  db: Db,
  providerId: string,
  houseIds: readonly string[],
  kind: MessageKey,
): Promise<Recipient[]> => {
  if (houseIds.length === 0) return [];
  const { rows } = await sql<Recipient>`
    select distinct on (r.house_id, a.id)
      r.provider_id, a.id as account_id, r.house_id, a.email, a.language, a.temperature_unit,
      coalesce(s.email, ${MESSAGE_DEFAULTS.email}) as wants_email,
      coalesce(s.sms, ${MESSAGE_DEFAULTS.sms}) as wants_sms,
      coalesce(s.voice, ${MESSAGE_DEFAULTS.voice}) as wants_voice,
      coalesce((
        select json_agg(json_build_object('countryCode', p.country_code, 'phone', p.phone) order by p.created_at, p.phone)
        from phone_number p
        where p.provider_id = a.provider_id and p.account_id = a.id
          and p.verified_at is not null and p.opted_out_at is null
      ), '[]'::json) as phones,
      h.address, h.timezone, h.settings
    from account_role r
    cross join lateral (
      select * from account where provider_id = r.provider_id and id = r.account_id and active offset 0
    ) a
    cross join lateral (select * from house where provider_id = r.provider_id and id = r.house_id offset 0) h
    left join message_setting s on s.provider_id = r.provider_id and s.account_id = a.id and s.house_id = r.house_id
      and s.key = ${kind}
    where r.provider_id = ${providerId} and r.house_id = any(${[...houseIds]}::text[]) and r.role = 'house'
    order by r.house_id, a.id`.execute(db);
  return rows;
};

/** The houses that the account is a member of. */
export const housesOfMember = async (
  db: Db,
  { providerId, accountId }: { readonly providerId: string; readonly accountId: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('accountRole')
    .select('houseId')
    .distinct()
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .where('role', '=', 'house')
    .execute();
  return rows.flatMap(({ houseId }) => houseId ?? []);
};
