/** Who of a household may do what, and whom it invites. Who had the role `house` before decides as an owner. */
export const household = [
  `alter table account_role add column access text check (access in ('owner', 'member', 'viewer'))`,
  `update account_role set access = 'owner' where role = 'house'`,
  `alter table account_role add check ((role = 'house') = (access is not null))`,
  `create table invitation (
    provider_id text not null,
    id text not null,
    house_id text not null,
    code_hash text not null,
    email text not null check (email = lower(email)),
    access text not null check (access in ('owner', 'member', 'viewer')),
    invited_by text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    accepted_by text,
    revoked_at timestamptz,
    primary key (provider_id, id),
    unique (provider_id, code_hash),
    foreign key (provider_id, house_id) references house on delete cascade
  )`,
  `create index invitation_of_house on invitation (provider_id, house_id)`,
  `create index invitation_by_expiry on invitation (expires_at)`,
];
