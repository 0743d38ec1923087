/**
 * What events may do with a home's battery: how much they leave in it, and whether it feeds or is charged from the grid. Its own
 * parameters are those of the last command that gave some.
 */
export const batteriesInEvents = [
  `alter table house add column battery_reserve integer check (battery_reserve between 10 and 100)`,
  `alter table house add column may_export boolean not null default false`,
  `alter table house add column may_charge_from_grid boolean not null default false`,
  `create index command_with_parameters on command (provider_id, house_id, device_id, accepted_at)
    where command -> 'body' -> 'parameters' is not null`,
];
