/** Who may order events, and how large ones; apart from the roles in houses, which operators have none of by it. */
export const operators = [
  `create table operator (
    provider_id text not null,
    account_id text not null,
    largest_kw integer not null check (largest_kw >= 0),
    largest_homes integer not null check (largest_homes >= 0),
    created_at timestamptz not null,
    primary key (provider_id, account_id),
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  // What was done with an event, for the households that take part in it.
  `create index audit_of_event on audit (provider_id, (detail ->> 'eventId')) where action like 'event-%'`,
];
