export const foundation = [
  `create table installation (
    key text primary key,
    value text not null
  )`,
  `create table provider (
    id text primary key,
    created_at timestamptz not null
  )`,
  `create table program (
    provider_id text not null references provider,
    id text not null,
    long_name text not null,
    primary key (provider_id, id)
  )`,
  `create table house (
    provider_id text not null references provider,
    id text not null,
    number integer not null,
    address text not null,
    nickname text,
    latitude double precision check (latitude between -90 and 90),
    longitude double precision check (longitude between -180 and 180),
    zipcode text,
    country text,
    timezone text not null,
    settings jsonb,
    created_at timestamptz not null,
    primary key (provider_id, id),
    unique (provider_id, number)
  )`,
  `create table account (
    provider_id text not null references provider,
    id text not null,
    email text not null check (email = lower(email)),
    first_name text not null,
    last_name text not null,
    alias text,
    language text,
    password_hash text,
    totp_secret text,
    active boolean not null,
    sign_in_count integer not null default 0,
    created_at timestamptz not null,
    primary key (provider_id, id),
    unique (provider_id, email)
  )`,
  `create table account_role (
    provider_id text not null,
    id text not null,
    account_id text not null,
    role text not null check (role in ('house', 'admin')),
    house_id text,
    primary key (provider_id, id),
    unique nulls not distinct (provider_id, account_id, role, house_id),
    foreign key (provider_id, account_id) references account on delete cascade,
    foreign key (provider_id, house_id) references house on delete cascade,
    check (role = 'admin' or house_id is not null)
  )`,
  `create index on account_role (provider_id, house_id)`,
  `create table program_participant (
    provider_id text not null,
    house_id text not null,
    program_id text not null,
    primary key (provider_id, house_id, program_id),
    foreign key (provider_id, house_id) references house on delete cascade,
    foreign key (provider_id, program_id) references program on delete cascade
  )`,
  `create table session (
    provider_id text not null,
    id text not null,
    account_id text not null,
    token_hash text not null unique,
    user_agent text,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (provider_id, id),
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  `create index on session (provider_id, account_id)`,
  `create index on session (expires_at)`,
  `create table known_browser (
    provider_id text not null,
    account_id text not null,
    secret_hash text not null,
    used_at timestamptz not null,
    primary key (provider_id, account_id, secret_hash),
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  `create table auth_budget (
    provider_id text not null references provider,
    kind text not null,
    subject text not null,
    used integer not null,
    window_start timestamptz not null,
    locked_until timestamptz,
    primary key (provider_id, kind, subject)
  )`,
  `create index on auth_budget (window_start)`,
  `create table phone_number (
    provider_id text not null,
    account_id text not null,
    country_code text not null check (country_code in ('1', '61')),
    phone text not null,
    verified_at timestamptz,
    opted_out_at timestamptz,
    created_at timestamptz not null,
    primary key (provider_id, account_id, country_code, phone),
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  `create table device (
    provider_id text not null,
    house_id text not null,
    id text not null,
    kind text not null check (kind in ('tstat', 'rac', 'hwh', 'battery', 'evse', 'ev')),
    mfg text not null,
    type text,
    name text,
    uid text,
    version integer not null default 0,
    position integer not null,
    created_at timestamptz not null,
    primary key (provider_id, house_id, id),
    foreign key (provider_id, house_id) references house on delete cascade
  )`,
  `create table device_setting (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    key text not null,
    value jsonb not null,
    updated_at timestamptz not null,
    primary key (provider_id, house_id, device_id, key),
    foreign key (provider_id, house_id, device_id) references device on delete cascade
  )`,
  `create table device_state (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    entries jsonb not null,
    reported_at timestamptz not null,
    primary key (provider_id, house_id, device_id),
    foreign key (provider_id, house_id, device_id) references device on delete cascade
  )`,
  `create table audit (
    provider_id text not null references provider,
    id text not null,
    at timestamptz not null,
    account_id text,
    house_id text,
    action text not null,
    detail jsonb,
    primary key (provider_id, id)
  )`,
  `create index on audit (provider_id, at)`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception 'the audit log can only be added to'; end
  $$`,
  `create trigger append_only before update or delete or truncate on audit
    for each statement execute function refuse_change()`,
];
