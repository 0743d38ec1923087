/**
 * °F that an event leaves in the tank, null: the default. A column of its own, so that servers of the version before, which write
 * the other limits as one value, leave it.
 */
export const hotWaterMinimum = [
  `alter table house add column hot_water_minimum double precision
    check (hot_water_minimum between 110 and 120)`,
];
