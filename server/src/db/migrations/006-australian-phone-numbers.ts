/**
 * Australian numbers were kept with and without the zero that is dialled inside the country. Of one that an account has
 * both ways the form with the zero stays, verified or opted out if either was.
 */
export const australianPhoneNumbers = [
  `insert into phone_number (provider_id, account_id, country_code, phone, verified_at, opted_out_at, created_at)
    select provider_id, account_id, country_code, '0' || phone, verified_at, opted_out_at, created_at
    from phone_number where country_code = '61' and phone not like '0%'
    on conflict (provider_id, account_id, country_code, phone) do update set
      verified_at = coalesce(phone_number.verified_at, excluded.verified_at),
      opted_out_at = coalesce(phone_number.opted_out_at, excluded.opted_out_at)`,
  `delete from phone_number where country_code = '61' and phone not like '0%'`,
];
