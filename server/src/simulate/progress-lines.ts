import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import type { Clock } from '../lib/clock/clock.ts';

const INTERVAL = 5 * SECOND;

/** Says a line at most every five seconds, however often it is asked to. */
export const createProgressLines = (clock: Clock, say: (line: string) => void) => {
  let last = clock.now().getTime();
  return (line: (sinceLast: number) => string): void => {
    const now = clock.now().getTime();
    if (now - last < INTERVAL) return;
    say(line(now - last));
    last = now;
  };
};

const grouped = new Intl.NumberFormat('en');
export const amount = (count: number): string => grouped.format(count);

/** `3 h 5 min`, `4 min`, `12 s`. */
export const duration = (milliseconds: number): string => {
  if (milliseconds < MINUTE) return `${Math.round(milliseconds / SECOND)} s`;
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  return milliseconds < HOUR ? `${minutes} min` : `${Math.floor(milliseconds / HOUR)} h ${minutes} min`;
};
