/** Whom the utility has named as people of a household, until they come into the portal. `invited_at`: when they were sent a code. */
export const namedPeople = [
  `create table named_person (
    provider_id text not null,
    house_id text not null,
    household integer not null,
    email text not null,
    first_name text,
    last_name text,
    language text,
    access text not null check (access in ('owner', 'member', 'viewer')),
    invited_at timestamptz,
    primary key (provider_id, house_id, household, email),
    foreign key (provider_id, house_id, household) references household on delete cascade
  )`,
];
