import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventDay } from '#contract/entities/result.ts';
import { databases } from '../testing/database/databases.ts';
import { denver } from '../testing/results/ended-events.ts';
import { openEventDayCalls } from '../testing/results/event-day-calls.ts';
import type { EventDayCalls } from '../testing/results/event-day-calls.ts';
import { MANY } from '../testing/results/event-day-rows.ts';
import { openSession } from '../testing/auth/sessions.ts';

describe.each(databases)('%s', (_name, open) => {
  let calls: EventDayCalls;
  const call = (...args: Parameters<EventDayCalls['call']>) => calls.call(...args);
  const get = (...args: Parameters<EventDayCalls['get']>) => calls.get(...args);
  const days = (query?: string) => calls.days(query);
  const board = () => calls.board();

  beforeAll(async () => {
    calls = await openEventDayCalls(open);
  });
  afterAll(() => calls.close());

  test('[CAL-2] [API-4] an event day carries every field; two events of a day are one, and what happened to no device of the house is none', async () => {
    const listed = await days();
    expect(listed.map(({ id }) => id)).toEqual(['2026-11-10', '2026-11-09']);
    expect(listed[0]).toEqual({
      id: '2026-11-10',
      eventDay: '2026-11-10',
      startTime: new Date(denver('2026-11-10 06:00')).toISOString(),
      endTime: new Date(denver('2026-11-10 18:00')).toISOString(),
      // The mean of 0 to 23, and of the hours that begin at 6 and 17.
      weather: { description: 'clear sky', avgTemperature: 11.5, eventTemperature: 11.5 },
      // The adjustment of the morning's baseline lies in hours of 100 Wh like all others.
      performance: { eventEnergy: 4 * 60 + 4 * 130, reductionEnergy: 4 * 40 - 4 * 30 },
      events: [
        {
          id: 'morning',
          dispatchId: 'morning',
          category: 'event',
          type: 'hwh',
          startTime: new Date(denver('2026-11-10 06:00')).toISOString(),
          endTime: new Date(denver('2026-11-10 07:00')).toISOString(),
          devicesContactedCount: 1,
          respondedCount: 1,
          noResponseCount: 0,
          optOutCount: 0,
        },
        expect.objectContaining({ id: 'evening', devicesContactedCount: 1, respondedCount: 1 }),
      ],
      reason: null,
    });
    expect(listed[1]).toMatchObject({
      weather: { description: null, avgTemperature: null, eventTemperature: null },
      events: [{ id: 'left', respondedCount: 0, noResponseCount: 0, optOutCount: 1 }],
    });
  });

  test('[API-4] what an event delivered is the sum of its results, for the operator', async () => {
    const token = await openSession(calls.db, calls.app, 'operator');
    const { body } = await calls.app.call('GET', '/api/operator/event/evening', { token });
    // Two homes saved 160 Wh in an hour.
    expect(body).toMatchObject({
      delivered: { kwh: 0.32, kw: 0.32 },
      cutNow: null,
      counts: { enrolled: 5, excluded: 0, leftBefore: 0, contacted: 5, responded: 4, optedOut: 1 },
    });
  });

  test('[CAL-2] the weather is described in the language of the reader', async () => {
    const [day] = await get('owner', 'housea/event-day', { 'accept-language': 'es' });
    expect(day.weather.description).toBe('cielo claro');
  });

  test('[CAL-4] a range of time is kept to, and without one it is the month of the house', async () => {
    const at = (day: string) => encodeURIComponent(new Date(denver(`2026-11-${day} 00:00`)).toISOString());
    expect((await days(`?start=${at('10')}&end=${at('11')}`)).map(({ id }) => id)).toEqual(['2026-11-10']);
    expect((await days(`?start=${at('09')}&end=${at('10')}`)).map(({ id }) => id)).toEqual(['2026-11-09']);
    expect(await days(`?start=${at('01')}&end=${at('09')}`)).toEqual([]);
    expect(await get('neighbour', 'houseb/event-day')).toEqual([]);
    // Days of the house's own calendar, as the specification writes a month; the last one is part of it.
    const idsOf = async (query: string) => (await days(query)).map(({ id }) => id);
    expect(await idsOf('?start=2026-11-1&end=2026-11-30')).toEqual(['2026-11-10', '2026-11-09']);
    expect(await idsOf('?start=2026-11-01&end=2026-11-9')).toEqual(['2026-11-09']);
    expect(await idsOf('?start=2026-11-11&end=2026-11-30')).toEqual([]);
  });

  test('[CAL-3] two hundred event days come in one answer, the newest first', async () => {
    const start = new Date(denver('2025-01-01 00:00')).toISOString();
    const listed: EventDay[] = await get('neighbour', `houseb/event-day?start=${start}`);
    expect(listed).toHaveLength(MANY);
    expect(listed.map(({ id }) => id)).toEqual(
      listed
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(listed.map(({ performance }) => performance.reductionEnergy)).toEqual(
      Array.from({ length: MANY }, (_, index) => index),
    );
  });

  test('[API-1] the performance of a day is that of one type where one is asked for', async () => {
    const path = 'housea/event-day/2026-11-10/performance';
    const [day] = await days();
    const whole = { performance: day?.performance, weather: day?.weather };
    expect(await get('owner', path)).toEqual(whole);
    expect(await get('owner', `${path}?type=hwh`)).toEqual(whole);
    expect((await get('owner', `${path}?type=tstat`)).performance).toEqual({
      eventEnergy: null,
      reductionEnergy: null,
    });
    expect((await call('owner', `${path}?type=boat`)).status).toBe(400);
    for (const none of [
      '2026-11-08',
      '2026-11-07',
      '2026-02-31',
      'yesterday',
      '0000-00-00',
      '0000-01-01',
      '9999-12-31',
    ]) {
      expect((await call('owner', `housea/event-day/${none}/performance`)).status, none).toBe(404);
    }
  });

  test.each(['event-day', 'event-day/2026-11-10/performance', 'program-leaderboard'])(
    '[API-3] [T-8] %s of a house of another person or provider does not exist',
    async (path) => {
      expect((await call('neighbour', `housea/${path}`)).status).toBe(404);
      expect((await call('foreign', `housea/${path}`)).status).toBe(404);
    },
  );

  test('[API-3] times and days that mean nothing are refused or empty, never an error of the server', async () => {
    const iso = (text: string) => encodeURIComponent(text);
    for (const [query, status] of [
      ['?start=1970-01-01T00:00:00Z&end=2199-12-31T23:59:59Z', 200],
      ['?start=0001-01-01T00:00:00Z', 400],
      ['?end=9999-12-31T23:59:59Z', 400],
      [`?start=${iso('2026-11-11T00:00:00Z')}&end=${iso('2026-11-10T00:00:00Z')}`, 200],
      ['?start=0000-01-01T00:00:00Z', 400],
      ['?start=tomorrow', 400],
      ['?start=2026-02-30T00:00:00Z', 400],
      ['?start=1e99', 400],
      ['?start=%00', 400],
      ['?start=2026-11-01T00:00:00Z&start=2026-11-02T00:00:00Z', 400],
      ['?start[]=2026-11-01T00:00:00Z', 200],
    ] as const) {
      const answer = await call('owner', `housea/event-day${query}`);
      expect(answer.status, `${query} ${answer.text}`).toBe(status);
    }
    for (const day of ['0000-01-01', '9999-12-31', '2026-11-10%00', '%2e%2e', '2026-11-10T00:00']) {
      const { status } = await call('owner', `housea/event-day/${day}/performance`);
      expect([400, 404], day).toContain(status);
    }
    for (const eventId of ['evening%00', '%2e%2e', 'a'.repeat(500), '0']) {
      const { status } = await call('owner', `housea/event/${eventId}/receipt`);
      expect([400, 404, 414], eventId).toContain(status);
    }
  });

  test('[API-3] [T-8] the receipt of an event is that of the own house, also where others took part in it', async () => {
    const own = await call('owner', 'housea/event/evening/receipt');
    expect(JSON.stringify(own.body)).not.toContain('tank-other0');
    expect((await call('neighbour', 'houseb/event/morning/receipt')).status).toBe(404);
  });

  test('[API-4] [T-35] event days, months, leaderboard, receipts and rows agree', async () => {
    const start = encodeURIComponent(new Date(denver('2026-01-01 00:00')).toISOString());
    const ofDays = (await days(`?start=${start}`)).map(({ performance }) => performance.reductionEnergy ?? 0);
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    const receipts = await Promise.all(
      ['evening', 'morning', 'left'].map((id) => get('owner', `housea/event/${id}/receipt`)),
    );
    const savings = await get('owner', 'housea/savings');
    const { own, totalWh } = await board();
    const { monthlyResults } = await get('owner', 'housea/dashboard');
    const saved = sum(ofDays);
    expect(saved).toBe(80);
    expect(sum(receipts.flat().map(({ reductionWh }: { reductionWh: number }) => reductionWh))).toBe(saved);
    expect(savings).toMatchObject({ savedWh: saved, byMonth: { 2026: { Nov: saved, Oct: null } } });
    expect(own.savedWh).toBe(saved);
    expect(monthlyResults).toMatchObject({ savedWh: saved, eventCount: 3, responseCount: 2, optOutCount: 1 });
    const newest = await calls.db
      .selectFrom('eventReceipt')
      .select(({ fn }) => fn.sum<string>('reductionWh').as('wh'))
      .where('houseId', '<>', 'houseb')
      .executeTakeFirstOrThrow();
    const inYear = await calls.db
      .selectFrom('eventResult')
      .select(({ fn }) => fn.sum<string>('reductionWh').as('wh'))
      .where('houseId', '=', 'houseb')
      .where('startTime', '>=', new Date(denver('2026-01-01 00:00')))
      .executeTakeFirstOrThrow();
    expect(totalWh).toBe(Number(newest.wh) + Number(inYear.wh));
  });
});
