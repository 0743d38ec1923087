/**
 * Housekeeping deletes rows by age alone, and the primary keys begin with the provider. B-trees instead of BRIN: a BRIN range
 * never narrows when its pages are used again, so after the first deletions every one of them would read the whole table.
 */
export const indexesByTime = [
  `create index on telemetry_hour (time)`,
  `create index on energy_hour (hour)`,
  `create index on runtime_hour (hour)`,
  `create index on device_activity (time)`,
  `create index on command (accepted_at)`,
  `create index on known_browser (used_at)`,
  `create index on session (seen_at)`,
];
