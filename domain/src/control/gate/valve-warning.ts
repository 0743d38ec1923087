/**
 * The warning that a person confirms before a mixing valve counts. Its words stand in locales/ under `valve.warning.`;
 * whoever changes them gives it a new version, so that a confirmation always names the words that were read.
 */
export const VALVE_WARNING = {
  version: '2026-11-15.2',
  points: ['scald', 'installed', 'tested', 'household'],
} as const;
