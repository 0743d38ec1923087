import { HOUR } from '#domain/time/durations.ts';
import type { CurrentEvents } from '#web/api/house-context.ts';

/** Whether an event runs or begins within the hour: then the page belongs to it. */
export const isEventNear = ({ active, upcoming }: CurrentEvents, now: Date): boolean =>
  active.length > 0 || upcoming.some(({ startTime }) => Date.parse(startTime) - now.getTime() <= HOUR);
