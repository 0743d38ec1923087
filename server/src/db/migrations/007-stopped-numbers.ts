/** Numbers that answered STOP, kept without an account, so that they get no message after being added again. */
export const stoppedNumbers = [
  `create table stopped_number (
    country_code text not null,
    phone text not null,
    stopped_at timestamptz not null,
    primary key (country_code, phone)
  )`,
  `insert into stopped_number (country_code, phone, stopped_at)
    select country_code, phone, min(opted_out_at) from phone_number
    where opted_out_at is not null group by country_code, phone`,
];
