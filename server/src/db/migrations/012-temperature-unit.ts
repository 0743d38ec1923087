/** The unit in which a person reads temperatures; null: that of the provider's region. */
export const temperatureUnit = [
  `alter table account add column temperature_unit text check (temperature_unit in ('F', 'C'))`,
];
