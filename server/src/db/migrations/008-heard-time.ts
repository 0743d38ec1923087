/**
 * Roll-ups know how long the device was heard, so that silence differs from no use. Rows from before count as heard for their
 * whole hour; hours of before without a row stay unknown.
 *
 * `device_state` holds the sums of the quarter hour that is going on, whose start follows from `metered_at`: a quarter is
 * written to the roll-ups once, when it is over, instead of with every reading. An equipment status that is not known is
 * null. An entry of `device_state.entries` without a time was reported at `reported_at`.
 */
export const heardTime = [
  `alter table energy_hour add column heard_ms integer not null default 3600000`,
  `alter table energy_hour alter column heard_ms drop default`,
  `alter table runtime_hour add column heard_ms integer not null default 3600000`,
  `alter table runtime_hour alter column heard_ms drop default`,
  `create table energy_quarter (
    provider_id text not null,
    house_id text not null,
    device_id text not null,
    quarter timestamptz not null,
    taken_mj bigint not null,
    given_mj bigint not null,
    heard_ms integer not null,
    cool_ms integer not null,
    heat_ms integer not null,
    runtime_heard_ms integer not null,
    primary key (provider_id, house_id, device_id, quarter)
  )`,
  `create index on energy_quarter (quarter)`,
  `alter table device_state
    alter column cooling drop not null,
    alter column cooling drop default,
    alter column heating drop not null,
    alter column heating drop default,
    add column open_taken_mj bigint not null default 0,
    add column open_given_mj bigint not null default 0,
    add column open_heard_ms integer not null default 0,
    add column open_cool_ms integer not null default 0,
    add column open_heat_ms integer not null default 0,
    add column open_runtime_heard_ms integer not null default 0`,
  `update device_state s set cooling = null, heating = null from device d
    where d.provider_id = s.provider_id and d.house_id = s.house_id and d.id = s.device_id
      and (d.kind <> 'tstat' or s.metered_at is null or s.entries->'status'->>'value' = 'OFFLINE')`,
  `create table weather_hour (
    latitude_tenths integer not null,
    longitude_tenths integer not null,
    hour timestamptz not null,
    temperature real not null,
    condition integer not null,
    icon text not null,
    source text not null check (source in ('simulated', 'openweather')),
    primary key (latitude_tenths, longitude_tenths, hour)
  )`,
  `create index on weather_hour (hour)`,
  `create or replace function forget_history() returns trigger language plpgsql as $$
    begin
      delete from telemetry where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from telemetry_hour where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from energy_hour where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from energy_quarter where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from runtime_hour where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      delete from device_activity where (provider_id, house_id, device_id) = (old.provider_id, old.house_id, old.id);
      return null;
    end
  $$`,
];
