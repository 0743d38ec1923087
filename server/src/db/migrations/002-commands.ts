export const commands = [
  `create table command (
    provider_id text not null,
    house_id text not null,
    id text not null,
    device_id text not null,
    account_id text,
    origin text not null,
    command jsonb not null,
    version integer not null,
    state text not null check (state in ('accepted', 'sent', 'confirmed', 'failed', 'expired')),
    reason text,
    accepted_at timestamptz not null,
    sent_at timestamptz,
    settled_at timestamptz,
    expires_at timestamptz not null,
    primary key (provider_id, house_id, id),
    unique (provider_id, house_id, device_id, version),
    foreign key (provider_id, house_id, device_id) references device on delete cascade
  )`,
  `create index command_open on command (expires_at) where state in ('accepted', 'sent')`,
  `create table idempotency (
    provider_id text not null,
    account_id text not null,
    route text not null,
    key text not null,
    request_hash text not null,
    answer jsonb not null,
    created_at timestamptz not null,
    primary key (provider_id, account_id, route, key),
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  `create index on idempotency (created_at)`,
  `create table device_schedule (
    provider_id text not null,
    house_id text not null,
    uid text not null,
    device_id text not null,
    name text not null,
    events jsonb not null,
    primary key (provider_id, house_id, uid),
    foreign key (provider_id, house_id, device_id) references device on delete cascade
  )`,
  `create table active_schedule (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    uid text not null,
    primary key (provider_id, house_id, device_id),
    foreign key (provider_id, house_id, device_id) references device on delete cascade,
    foreign key (provider_id, house_id, uid) references device_schedule on delete cascade
  )`,
];
