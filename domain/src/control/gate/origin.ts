/** On whose behalf a command is sent; restore: back to what held before an event. */
export const ORIGINS = ['person', 'schedule', 'event', 'restore', 'safety'] as const;
export type Origin = (typeof ORIGINS)[number];
