import { expect, test } from 'vitest';
import type { HouseEvent } from '#contract/entities/event.ts';
import { bandsOf } from './event-bands.ts';

type Device = Pick<HouseEvent['devices'][number], 'excluded' | 'optOut'>;

const at = (hour: number): string => new Date(Date.UTC(2026, 6, 14, hour)).toISOString();
const joined: Device = { excluded: null, optOut: null };
const event = (id: string, from: number, to: number, devices: readonly Device[] = [joined]): HouseEvent =>
  ({ id, startTime: at(from), endTime: at(to), devices }) as unknown as HouseEvent;

const hoursOf = (events: readonly HouseEvent[]) =>
  bandsOf(events, 'Peak event').map(({ start, end }) => [
    new Date(start).getUTCHours(),
    new Date(end).getUTCHours(),
  ]);

test('[GRAPH-1] events of several kinds at one time are one band, others their own, in order', () => {
  expect(hoursOf([event('c', 20, 22), event('a', 10, 12), event('b', 11, 13)])).toEqual([
    [10, 13],
    [20, 22],
  ]);
});

test('[GRAPH-1] the band ends when the last device left, and there is none where no device took part', () => {
  const left: Device = { excluded: null, optOut: { at: at(11) } as Device['optOut'] };
  expect(hoursOf([event('a', 10, 14, [left, joined])])).toEqual([[10, 14]]);
  expect(hoursOf([event('a', 10, 14, [left])])).toEqual([[10, 11]]);
  expect(hoursOf([event('a', 10, 14, [{ excluded: 'offline', optOut: null } as unknown as Device])])).toEqual(
    [],
  );
});
