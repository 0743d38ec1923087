import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionOf, participationOf } from '../events/testing/participation.ts';
import { cooling, eventOf, START } from '../events/testing/facts.ts';
import { runs } from '../testing/property-runs.ts';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { eventDays, performanceOf, weatherOf } from './event-day.ts';
import { deviceEventLogs, eventResult } from './event-result.ts';
import type { DeviceShare, EventResult } from './event-result.ts';
import { receiptContent } from './receipt.ts';
import type { Receipt } from './receipt.ts';
import { monthlyResults, savedSince, savingsByMonth } from './savings.ts';
import { fill, inputOf, usesOf, WINDOW, ZONE } from './testing/uses.ts';

const shareOf = (
  outcome: DeviceShare['outcome'],
  actualWh: number | null = null,
  reductionWh: number | null = null,
): DeviceShare => ({
  deviceId: `device-${outcome}`,
  outcome,
  actualWh,
  reductionWh,
});
/** From START on, Tuesday the 14th of July, 18:00 to 20:00 in Denver. */
const resultOf = (
  id: string,
  devices: readonly DeviceShare[],
  more: Partial<EventResult> = {},
): EventResult => ({
  eventId: id,
  dispatchId: 'dispatch-1',
  type: 'tstat',
  startTime: START,
  endTime: START + 2 * HOUR,
  devices,
  ...more,
});
const air = resultOf('air', [
  shareOf('responded', 1_000, 600),
  shareOf('optedOut', 900, -100),
  shareOf('noResponse'),
  shareOf('excluded'),
]);
const water = resultOf('water', [shareOf('responded', 200, 450)], {
  type: 'hwh',
  startTime: START + HOUR,
  endTime: START + 3 * HOUR,
});
const midnight = START - 18 * HOUR;
/** 60 °F and one more with each hour of the day; some hours of the days before and after, too. */
const hours = Array.from({ length: 30 }, (_, index) => index - 3).map((hour) => ({
  time: midnight + hour * HOUR,
  temperature: hour < 0 || hour > 23 ? 20 : 60 + hour,
  description: hour < 18 ? 'clear sky' : 'few clouds',
}));

describe('[CAL-2] [API-4] an event day', () => {
  test('[UX-47] a day without a number carries the reason of one of its devices; with a number it needs none', () => {
    const reason = { code: 'data_missing', missing: 3, of: 8 } as const;
    const silent = resultOf('silent', [{ ...shareOf('noResponse'), reason }]);
    const reasonsOf = (...results: EventResult[]) => eventDays(results, [], ZONE).map((day) => day.reason);
    expect(reasonsOf(silent)).toEqual([reason]);
    expect(reasonsOf(silent, water)).toEqual([null]);
    expect(reasonsOf(resultOf('open', [shareOf('responded')]))).toEqual([null]);
  });

  test('carries every field, with the weather, both energies and the counts of each event', () => {
    expect(eventDays([water, air], hours, ZONE)).toEqual([
      {
        id: '2026-07-14',
        startTime: '2026-07-15T00:00:00.000Z',
        endTime: '2026-07-15T03:00:00.000Z',
        // Mean of 60 … 83, and of 78, 79 and 80.
        weather: { description: 'few clouds', avgTemperature: 71.5, eventTemperature: 79 },
        // 1,000 + 900 + 200 and 600 - 100 + 450.
        performance: { eventEnergy: 2_100, reductionEnergy: 950 },
        reason: null,
        events: [
          {
            id: 'air',
            dispatchId: 'dispatch-1',
            category: 'event',
            type: 'tstat',
            startTime: '2026-07-15T00:00:00.000Z',
            endTime: '2026-07-15T02:00:00.000Z',
            devicesContactedCount: 3,
            respondedCount: 1,
            noResponseCount: 1,
            optOutCount: 1,
          },
          {
            id: 'water',
            dispatchId: 'dispatch-1',
            category: 'event',
            type: 'hwh',
            startTime: '2026-07-15T01:00:00.000Z',
            endTime: '2026-07-15T03:00:00.000Z',
            devicesContactedCount: 1,
            respondedCount: 1,
            noResponseCount: 0,
            optOutCount: 0,
          },
        ],
      },
    ]);
  });

  test('performance by type', () => {
    expect(performanceOf([air, water], 'hwh')).toEqual({ eventEnergy: 200, reductionEnergy: 450 });
    expect(performanceOf([air, water], 'tstat')).toEqual({ eventEnergy: 1_900, reductionEnergy: 500 });
  });

  test('the weather of one type: of the hours of its own event', () => {
    expect(weatherOf('2026-07-14', [water], hours, ZONE)).toEqual({
      description: 'few clouds',
      avgTemperature: 71.5,
      // 79 and 80.
      eventTemperature: 79.5,
    });
  });

  test('what is not known is null, never left out and never 0', () => {
    const [day] = eventDays([resultOf('a', [shareOf('responded')])], [], ZONE);
    expect(day?.weather).toEqual({ description: null, avgTemperature: null, eventTemperature: null });
    expect(day?.performance).toEqual({ eventEnergy: null, reductionEnergy: null });
    expect(performanceOf([air], 'rac')).toEqual({ eventEnergy: null, reductionEnergy: null });
  });

  test('[CAL-3] newest first; an event belongs to the day of its start in the zone of the house', () => {
    const late = { startTime: START + 5 * HOUR, endTime: START + 7 * HOUR };
    const days = [
      resultOf('a', []),
      resultOf('b', [], late),
      resultOf('c', [], { startTime: START + 6 * HOUR }),
    ];
    expect(eventDays(days, [], ZONE).map(({ id, events }) => [id, events.map((one) => one.id)])).toEqual([
      ['2026-07-15', ['c']],
      ['2026-07-14', ['a', 'b']],
    ]);
  });

  test('does not depend on the order of events', () => {
    const anyResults = fc.array(
      fc.record({
        hour: fc.integer({ min: 0, max: 200 }),
        wh: fc.option(fc.integer({ min: -500, max: 500 })),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(anyResults, (rows) => {
        const results = rows.map(({ hour, wh }, index) =>
          resultOf(`event-${index}`, [shareOf('responded', wh, wh)], {
            startTime: START + hour * HOUR,
            endTime: START + (hour + 1) * HOUR,
          }),
        );
        expect(eventDays(results.toReversed(), hours, ZONE)).toEqual(eventDays(results, hours, ZONE));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('from participations and receipts', () => {
  const uses = usesOf(() => 100);
  fill(uses, WINDOW.from, WINDOW.to, 60);
  const content = receiptContent(inputOf(uses));
  const receiptOf = (version: number, more: Partial<Receipt> = {}): Receipt => ({
    ...content,
    version,
    state: 'final',
    cause: 'settled',
    ...more,
  });
  const event = eventOf(cooling, { startTime: WINDOW.from, endTime: WINDOW.to });
  const responded = participationOf(event, { actions: [actionOf('during', 'confirmed')] });
  const silent = {
    ...participationOf(event, { actions: [actionOf('during', 'sent')] }),
    deviceId: 'device-2',
  };
  const left = {
    ...participationOf(event, { optOut: { at: WINDOW.from - MINUTE, cause: 'person' } }),
    deviceId: 'device-3',
  };
  const excluded = {
    ...participationOf(event, { plan: { excluded: { code: 'life_support' } } }),
    deviceId: 'device-4',
  };
  const result = eventResult(
    event,
    [responded, silent, left, excluded],
    [receiptOf(3, { actualWh: 250, reductionWh: 150 }), receiptOf(1), receiptOf(2)],
    WINDOW.to,
  );

  test('the newest version of a receipt counts, whatever the order', () => {
    expect(result.devices).toEqual([
      { deviceId: 'device-1', outcome: 'responded', actualWh: 250, reductionWh: 150 },
      { deviceId: 'device-2', outcome: 'noResponse', actualWh: null, reductionWh: null },
      { deviceId: 'device-3', outcome: 'optedOut', actualWh: null, reductionWh: null },
      { deviceId: 'device-4', outcome: 'excluded', actualWh: null, reductionWh: null },
    ]);
  });

  test('[API-4] logs of devices that are not excluded, with the energy of the event', () => {
    expect(deviceEventLogs(result)).toEqual([
      { deviceId: 'device-1', optout: false, eventEnergy: 250 },
      { deviceId: 'device-2', optout: false, eventEnergy: null },
      { deviceId: 'device-3', optout: true, eventEnergy: null },
    ]);
  });

  test('an event that was cancelled while it ran ended then', () => {
    const cancelled = eventResult({ ...event, cancelledAt: WINDOW.from + MINUTE }, [], [], WINDOW.to);
    expect(cancelled.endTime).toBe(WINDOW.from + MINUTE);
  });
});

describe('months', () => {
  const at = (
    id: string,
    startTime: number,
    wh: number | null,
    outcome: DeviceShare['outcome'] = 'responded',
  ) => resultOf(id, [shareOf(outcome, null, wh)], { dispatchId: id, startTime, endTime: startTime + HOUR });
  /** 23:30 of the 31st of July in Denver, which is August in UTC. */
  const lastOfJuly = Date.parse('2026-08-01T05:30:00Z');
  const results = [
    at('a', START, 900),
    at('b', START + DAY, -200),
    at('c', lastOfJuly, 50),
    at('d', Date.parse('2025-12-10T00:00:00Z'), 300),
    at('e', Date.parse('2026-09-10T00:00:00Z'), null),
  ];

  test('[API-4] savings by year and month abbreviation, in the zone of the house; a month without a result is null', () => {
    const savings = savingsByMonth(results, ZONE);
    expect(Object.keys(savings)).toEqual(['2025', '2026']);
    const { Jul, ...others } = savings['2026'] ?? {};
    expect([Jul, Object.keys(others).join(' ')]).toEqual([
      750,
      'Jan Feb Mar Apr May Jun Aug Sep Oct Nov Dec',
    ]);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(savings['2025']?.Dec).toBe(300);
  });

  test('[LEAD-3] savings of events at or after a start', () => {
    expect(savedSince(results, START)).toBe(750);
    expect(savedSince(results, START + 1)).toBe(-150);
    expect(savedSince(results, Date.parse('2026-09-01T00:00:00Z'))).toBeNull();
  });

  test('[DASH-3] results of the current month: events that are over, each dispatch once', () => {
    const july = [
      ...results,
      at('left', START + 2 * DAY, null, 'optedOut'),
      resultOf('a2', [shareOf('noResponse', null, 25)], { dispatchId: 'a' }),
      at('running', lastOfJuly - HOUR / 2, 700),
    ];
    expect(monthlyResults(july, ZONE, lastOfJuly)).toEqual({
      month: '2026-07',
      eventCount: 3,
      responseCount: 2,
      optOutCount: 1,
      savedWh: 725,
    });
    expect(monthlyResults(july, ZONE, START + 60 * DAY)).toMatchObject({ month: '2026-09', savedWh: null });
  });
});
