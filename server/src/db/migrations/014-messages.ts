/**
 * What a provider tells a person about a house, for the message center. `dedupe_key` says what a message is about, so that it
 * exists once whoever writes it, also after the person has deleted it.
 */
export const messages = [
  `create table message (
    provider_id text not null,
    account_id text not null,
    id text not null,
    house_id text not null,
    kind text not null check (kind in (
      'offline_devices', 'peak_demand', 'general_notification', 'direct_message', 'incentive_message')),
    dedupe_key text not null,
    dispatch_id text,
    event_id text,
    parent_id text,
    from_account boolean not null default false,
    language text not null,
    subject text not null,
    html_body text not null,
    plain_text_body text not null,
    created_at timestamptz not null,
    read_at timestamptz,
    favorite boolean not null default false,
    archived_at timestamptz,
    deleted_at timestamptz,
    primary key (provider_id, account_id, id),
    unique (provider_id, account_id, house_id, dedupe_key),
    foreign key (provider_id, account_id) references account on delete cascade,
    foreign key (provider_id, house_id) references house on delete cascade
  )`,
  `create index on message (provider_id, account_id, house_id, created_at)`,
  // Deleting a house looks for its messages.
  `create index on message (provider_id, house_id)`,
];
