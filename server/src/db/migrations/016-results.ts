/**
 * Results of events. Receipts and the ledger of rewards are only ever added to: the key of a version, or of a number in the
 * ledger of an event, makes each take place once, whichever node writes it. They go with their event and no other way.
 * `event_result` is what they say now about one house in one event, for lists and sums. `demand_event.settle_at`: when a node has
 * to compute the results of an event that is over again; null: never.
 */
export const results = [
  `alter table demand_event add column settle_at timestamptz default '2000-01-01T00:00:00Z'`,
  `create index demand_event_to_settle on demand_event (settle_at)
    where settle_at is not null and state in ('ended', 'provisional', 'final', 'cancelled')`,
  `create table event_receipt (
    provider_id text not null,
    event_id text not null,
    house_id text not null,
    device_id text not null,
    version integer not null check (version > 0),
    state text not null check (state in ('provisional', 'final', 'corrected')),
    reduction_wh integer,
    receipt jsonb not null,
    created_at timestamptz not null,
    primary key (provider_id, event_id, house_id, device_id, version),
    foreign key (provider_id, event_id) references demand_event on delete cascade
  )`,
  `create index on event_receipt (provider_id, house_id, device_id)`,
  `create table reward_entry (
    provider_id text not null,
    event_id text not null,
    house_id text not null,
    number integer not null check (number > 0),
    program_id text not null,
    kind text not null check (kind in ('accrued', 'confirmed', 'reversed', 'paid')),
    amount integer not null check (amount > 0),
    currency text not null,
    cause text not null check (cause in ('result', 'opt_out')),
    receipts jsonb not null,
    created_at timestamptz not null,
    primary key (provider_id, event_id, house_id, number),
    foreign key (provider_id, event_id) references demand_event on delete cascade
  )`,
  `create index on reward_entry (provider_id, house_id, program_id)`,
  `create index on reward_entry (provider_id, program_id)`,
  `create table event_result (
    provider_id text not null,
    event_id text not null,
    house_id text not null,
    dispatch_id text not null,
    program_id text not null,
    kind text not null,
    start_time timestamptz not null,
    end_time timestamptz not null,
    devices jsonb not null,
    taking_part integer not null,
    responded integer not null,
    opted_out integer not null,
    actual_wh integer,
    reduction_wh integer,
    primary key (provider_id, event_id, house_id),
    foreign key (provider_id, event_id) references demand_event on delete cascade
  )`,
  `create index on event_result (provider_id, house_id, start_time)`,
  `create index on event_result (provider_id, program_id, start_time)`,
  `create table leaderboard_listing (
    provider_id text not null,
    house_id text not null,
    listed boolean not null,
    alias text,
    changed_at timestamptz not null,
    primary key (provider_id, house_id),
    foreign key (provider_id, house_id) references house on delete cascade
  )`,
  // A deletion inside another trigger is the one that follows the deletion of the event.
  `create function refuse_change_of_results() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return null; end if;
      raise exception 'results can only be added to';
    end
  $$`,
  ...['event_receipt', 'reward_entry'].map(
    (table) => `create trigger append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_change_of_results()`,
  ),
];
