/** What a provider offers homes on their dashboards, and who has dismissed it. Without program and house it is for all homes. */
export const marketing = [
  `create table marketing_message (
    provider_id text not null references provider,
    id text not null,
    program_id text,
    house_id text,
    words jsonb not null,
    link text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null check (ends_at > starts_at),
    created_at timestamptz not null,
    withdrawn_at timestamptz,
    primary key (provider_id, id),
    foreign key (provider_id, house_id) references house on delete cascade,
    check (program_id is null or house_id is null)
  )`,
  // Dashboards ask for those that have not ended; housekeeping deletes those that have.
  `create index on marketing_message (ends_at)`,
  `create index on marketing_message (provider_id, ends_at)`,
  `create index on marketing_message (provider_id, house_id)`,
  `create table marketing_dismissal (
    provider_id text not null,
    message_id text not null,
    account_id text not null,
    dismissed_at timestamptz not null,
    primary key (provider_id, message_id, account_id),
    foreign key (provider_id, message_id) references marketing_message on delete cascade,
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  `create index on marketing_dismissal (provider_id, account_id)`,
];
