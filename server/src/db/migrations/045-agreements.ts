/** What people agreed to: the texts by their content, because files can be changed, and who agreed when. */
export const agreements = [
  `create table terms_text (
    provider_id text not null references provider on delete cascade,
    digest text not null,
    version text not null,
    language text not null,
    terms text not null,
    privacy text not null,
    primary key (provider_id, digest)
  )`,
  `create table agreement (
    provider_id text not null,
    account_id text not null,
    id text not null,
    version text not null,
    digest text not null,
    agreed_at timestamptz not null,
    primary key (provider_id, account_id, id),
    foreign key (provider_id, account_id) references account on delete cascade,
    foreign key (provider_id, digest) references terms_text
  )`,
];
