/**
 * Homes, devices and enrolments by the utility's own ids, and the households that live in a home one after the other.
 *
 * `household`: who lived there from when to when, numbered by house; `house.household` is the present one. What a home was told and
 * decided belongs to the household that it was told; results and rewards belong to the one that lived there when the event began. Both
 * are filled in by triggers, so that no writer can leave them out. `enrolment.since`, `until`: from when to when it counts.
 */
const byStart = (table: string): string[] => [
  `alter table ${table} add column household integer not null default 1`,
  `update ${table} t set household = 2
    from demand_event e, house h
    where e.provider_id = t.provider_id and e.id = t.event_id and h.provider_id = t.provider_id and h.id = t.house_id
      and e.start_time >= h.household_since`,
  `alter table ${table} alter column household drop default`,
  `create trigger of_household before insert on ${table} for each row execute function household_at_start()`,
];

export const provisioning = [
  `alter table house
    add column premise_id text,
    add column city text,
    add column meter_id text,
    add column feeder text,
    add column substation text,
    add column group_name text,
    add column household integer not null default 1`,
  `update house set premise_id = id, household = case when household_since is null then 1 else 2 end`,
  `alter table house alter column premise_id set not null`,
  `create unique index house_by_premise on house (provider_id, premise_id)`,
  `create table household (
    provider_id text not null,
    house_id text not null,
    number integer not null check (number > 0),
    account_number text,
    since timestamptz,
    until timestamptz check (until >= since),
    joined_at timestamptz,
    primary key (provider_id, house_id, number),
    foreign key (provider_id, house_id) references house on delete cascade
  )`,
  `create index household_by_account_number on household (provider_id, account_number) where account_number is not null`,
  `create unique index household_present on household (provider_id, house_id) where until is null`,
  // Those who lived there before the household that moved in.
  `insert into household (provider_id, house_id, number, until, joined_at)
    select provider_id, id, 1, household_since, created_at from house where household_since is not null`,
  `insert into household (provider_id, house_id, number, since, until, joined_at)
    select h.provider_id, h.id, h.household, h.household_since,
      case when h.closed_at is not null then greatest(h.closed_at, h.household_since) end,
      case when h.closed_at is not null or exists (
        select from account_role r where r.provider_id = h.provider_id and r.house_id = h.id and r.role = 'house'
      ) then coalesce(h.household_since, h.created_at) end
    from house h`,
  `create function name_premise() returns trigger language plpgsql as $$
    begin
      new.premise_id := coalesce(new.premise_id, new.id);
      return new;
    end
  $$`,
  `create trigger with_premise before insert on house for each row execute function name_premise()`,
  `create function begin_first_household() returns trigger language plpgsql as $$
    begin
      insert into household (provider_id, house_id, number, since, until)
      values (new.provider_id, new.id, new.household, new.household_since,
        case when new.closed_at is not null then greatest(new.closed_at, new.household_since) end);
      return null;
    end
  $$`,
  `create trigger with_household after insert on house for each row execute function begin_first_household()`,

  `alter table device add column link text`,
  `update device d set link = 'simulator'
    from house h where h.provider_id = d.provider_id and h.id = d.house_id and h.demo`,
  `create unique index device_by_link on device (provider_id, link, uid) where link is not null and uid is not null`,

  `alter table enrolment
    add column state text not null default 'active' check (state in ('pending', 'active', 'ended')),
    add column until timestamptz,
    add column consent_at timestamptz,
    add column consent_source text,
    add column end_reason text`,

  `alter table house_dispatch add column household integer not null default 1`,
  `update house_dispatch d set household = 2
    from house h
    where h.provider_id = d.provider_id and h.id = d.house_id and h.household = 2 and not exists (
      select from demand_event e
      where e.provider_id = d.provider_id and e.dispatch_id = d.dispatch_id and e.start_time < h.household_since)`,
  `alter table house_dispatch alter column household drop default`,
  `create function present_household() returns trigger language plpgsql as $$
    begin
      select h.household into new.household from house h where h.provider_id = new.provider_id and h.id = new.house_id;
      return new;
    end
  $$`,
  `create trigger of_household before insert on house_dispatch for each row execute function present_household()`,

  `create function household_at_start() returns trigger language plpgsql as $$
    begin
      select h.number into new.household
      from household h
      join demand_event e on e.provider_id = new.provider_id and e.id = new.event_id
      where h.provider_id = new.provider_id and h.house_id = new.house_id and (h.since is null or h.since <= e.start_time)
      order by h.number desc limit 1;
      -- Of a time before anybody is known: the first.
      new.household := coalesce(new.household, 1);
      return new;
    end
  $$`,
  ...byStart('event_result'),
  `alter table reward_entry disable trigger append_only`,
  ...byStart('reward_entry'),
  `alter table reward_entry enable trigger append_only`,
];
