/** Who a person is at the provider's own identity system, and sign-ons that are under way there. */
export const providerSignOn = [
  `alter table auth_challenge drop constraint auth_challenge_kind_check`,
  `alter table auth_challenge add constraint auth_challenge_kind_check
    check (kind in ('pin', 'link', 'totp', 'reset', 'sign-on', 'sign-on-code', 'sign-on-link'))`,
  `alter table auth_challenge add column identity jsonb`,
  `create table provider_identity (
    provider_id text not null,
    issuer text not null,
    subject text not null,
    account_id text not null,
    created_at timestamptz not null,
    primary key (provider_id, issuer, subject),
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  `create unique index provider_identity_of_account on provider_identity (provider_id, account_id, issuer)`,
];
