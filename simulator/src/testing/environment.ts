import type { Environment } from '../environment/environment.ts';

export const DAY_NUMBER = 20_000;

/** A cool day without sun, so many minutes after its midnight, unless said otherwise. */
export const environmentAt = (minute: number, more: Partial<Environment> = {}): Environment => ({
  day: DAY_NUMBER + Math.floor(minute / 1440),
  hour: (minute % 1440) / 60,
  outdoor: 60,
  sun: 0,
  mains: 55,
  appliances: 0,
  ...more,
});
