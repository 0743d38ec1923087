import { expect, test } from 'vitest';
import { DAY, HOUR } from '../time/time.ts';
import type { DeviceShare, EventResult } from './event-result.ts';
import { latestResults } from './latest-result.ts';

const NOW = Date.parse('2026-11-16T18:00:00Z');

const share = (outcome: DeviceShare['outcome'], reductionWh: number | null): DeviceShare => ({
  deviceId: 'living',
  outcome,
  actualWh: null,
  reductionWh,
});

const result = (id: string, ago: number, devices: readonly DeviceShare[]): EventResult => ({
  eventId: id,
  dispatchId: id.slice(0, 1),
  type: 'tstat',
  startTime: NOW - ago - 2 * HOUR,
  endTime: NOW - ago,
  devices,
});

test('[CAL-2] the latest result is that of all events of the newest dispatch that is over', () => {
  const results = [
    result('a1', 3 * DAY, [share('responded', 900)]),
    result('b1', DAY, [share('responded', 500)]),
    result('b2', DAY - HOUR, [share('noResponse', -200), share('optedOut', null)]),
    // Still runs; the home took no part.
    result('c1', -HOUR, [share('pending', null)]),
    result('d1', HOUR, [share('excluded', null)]),
  ];
  expect(latestResults(results, NOW)[0]).toEqual({
    dispatchId: 'b',
    eventId: 'b2',
    startTime: NOW - DAY - 2 * HOUR,
    endTime: NOW - DAY + HOUR,
    savedWh: 300,
    settled: true,
  });
});

test('[CAL-2] a latest result may have no number, which is told once that is known, and is no longer news after a week', () => {
  const one = (ago: number, given: DeviceShare) => latestResults([result('a1', ago, [given])], NOW);
  expect(one(HOUR, share('responded', null))).toMatchObject([{ savedWh: null, settled: false }]);
  const reason = { code: 'window_too_short' } as const;
  expect(one(HOUR, { ...share('responded', null), reason })).toMatchObject([
    { savedWh: null, settled: true },
  ]);
  expect(one(7 * DAY, share('responded', 900))).toEqual([]);
  expect(one(7 * DAY - 1, share('responded', 900))).toHaveLength(1);
});

test('[CAL-2] who left an event with every device has no result of it, whatever the meters told', () => {
  const left = result('b1', HOUR, [share('optedOut', 420), share('excluded', null)]);
  expect(latestResults([left], NOW)).toEqual([]);
  const before = result('a1', DAY, [share('responded', 500)]);
  expect(latestResults([before, left], NOW)).toMatchObject([{ dispatchId: 'a', savedWh: 500 }]);
});

test('[CAL-2] the results of events that ran at the same time are all told, the newest first', () => {
  const [apart, first, second] = [
    result('a1', 5 * HOUR, [share('responded', 100)]),
    result('b1', 2 * HOUR, [share('responded', 200)]),
    result('c1', HOUR, [share('responded', 300)]),
  ];
  expect(latestResults([apart, first, second], NOW).map(({ dispatchId }) => dispatchId)).toEqual(['c', 'b']);
});
