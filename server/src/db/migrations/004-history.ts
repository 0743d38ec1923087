/** What a device may tell in one row; the columns are those of `domain/src/telemetry/slots.ts`. */
const SLOTS = `
    power real,
    power_b real,
    power_c real,
    level real,
    capacity real,
    temperature real,
    low real,
    high real,
    mode text,
    detail text,
    activity text,
    note text,
    status text,
    flag boolean`;

/**
 * Rows of telemetry, hours and activity point to no device by a foreign key, which would be asked for every reading. They
 * are written only for devices that exist, and go with them.
 */
export const history = [
  `create schema days`,
  `create table telemetry (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    time timestamptz not null,
    ${SLOTS},
    primary key (provider_id, house_id, device_id, time)
  ) partition by range (time)`,
  `create table telemetry_hour (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    time timestamptz not null,
    ${SLOTS},
    primary key (provider_id, house_id, device_id, time)
  )`,
  `create table energy_hour (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    hour timestamptz not null,
    taken_mj bigint not null,
    given_mj bigint not null,
    primary key (provider_id, house_id, device_id, hour)
  )`,
  `create table runtime_hour (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    hour timestamptz not null,
    cool_ms bigint not null,
    heat_ms bigint not null,
    primary key (provider_id, house_id, device_id, hour)
  )`,
  `create table device_activity (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    time timestamptz not null,
    key text not null,
    value jsonb not null,
    primary key (provider_id, house_id, device_id, time, key)
  )`,
  `alter table device_state
    add column metered_at timestamptz,
    add column watts integer,
    add column cooling boolean not null default false,
    add column heating boolean not null default false`,
  `alter table active_schedule add column next_at timestamptz`,
  `create index on active_schedule (next_at)`,
  `create function forget_history() returns trigger language plpgsql as $$
    begin
      delete from telemetry where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from telemetry_hour where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from energy_hour where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from runtime_hour where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from device_activity where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      return null;
    end
  $$`,
  `create trigger forget_history after delete on device for each row execute function forget_history()`,
];
