import { expect, test } from 'vitest';
import type { HouseEvent } from '#contract/entities/event.ts';
import type { CurrentEvents } from './house-context.ts';
import { withCurrent } from './events-in-span.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 6, 14, hour)).toISOString();
const event = (id: string, from: number, to: number): HouseEvent =>
  ({ id, startTime: at(from), endTime: at(to) }) as HouseEvent;
const NONE: CurrentEvents = { active: [], upcoming: [], left: [], returning: [] };
const SPAN = { start: Date.parse(at(8)), end: Date.parse(at(20)) };

const timesOf = (read: readonly HouseEvent[], current: Partial<CurrentEvents>) =>
  withCurrent(read, { ...NONE, ...current }, SPAN).map(({ id, startTime, endTime }) => [
    id,
    new Date(startTime).getUTCHours(),
    new Date(endTime).getUTCHours(),
  ]);

test('[GRAPH-1] [PLOT-1] plots show an event as the banner does: cancelled, changed or left a moment ago', () => {
  const read = [event('past', 9, 10), event('tonight', 17, 19)];
  for (const list of ['active', 'upcoming', 'left', 'returning'] as const) {
    expect(timesOf(read, { [list]: [event('tonight', 17, 18)] }), list).toEqual([
      ['past', 9, 10],
      ['tonight', 17, 18],
    ]);
  }
  expect(timesOf(read, {})).toEqual([
    ['past', 9, 10],
    ['tonight', 17, 19],
  ]);
});

test('[GRAPH-1] [PLOT-1] events that do not reach into the span are none of it', () => {
  const read = [event('before', 6, 8), event('into', 7, 9)];
  expect(timesOf(read, { upcoming: [event('later', 20, 22)] })).toEqual([['into', 7, 9]]);
});
