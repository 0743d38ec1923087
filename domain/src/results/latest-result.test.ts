import { expect, test } from 'vitest';
import { DAY, HOUR } from '../time/time.ts';
import type { DeviceShare, EventResult } from './event-result.ts';
import { latestResult } from './latest-result.ts';

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
  expect(latestResult(results, NOW)).toEqual({
    dispatchId: 'b',
    eventId: 'b2',
    startTime: NOW - DAY - 2 * HOUR,
    endTime: NOW - DAY + HOUR,
    savedWh: 300,
  });
});

test('[CAL-2] a latest result may have no number, and is no longer news after a week', () => {
  expect(latestResult([result('a1', HOUR, [share('responded', null)])], NOW)).toMatchObject({
    savedWh: null,
  });
  expect(latestResult([result('a1', 7 * DAY, [share('responded', 900)])], NOW)).toBeNull();
  expect(latestResult([result('a1', 7 * DAY - 1, [share('responded', 900)])], NOW)).not.toBeNull();
});
