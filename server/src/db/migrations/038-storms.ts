/** While a storm is expected, events leave the batteries of a provider's homes alone. The words are by language. */
export const storms = [
  `alter table provider add column storm_since timestamptz`,
  `alter table provider add column storm_until timestamptz`,
  `alter table provider add column storm_cause text`,
];
