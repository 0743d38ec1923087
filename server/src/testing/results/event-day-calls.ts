import { expect } from 'vitest';
import type { EventDay, Leaderboard } from '#contract/entities/result.ts';
import { HOUR } from '#domain/time/time.ts';
import { settleEvents } from '../../results/settle-events.ts';
import { areaAt, writeWeatherHours } from '../../stores/weather/weather-hours.ts';
import { startApp, TestClock } from '../app.ts';
import { openSession } from '../auth/sessions.ts';
import type { TestDatabase } from '../database/databases.ts';
import { insertTestData } from '../test-data.ts';
import { denver } from './ended-events.ts';
import { insertEventDays } from './event-day-rows.ts';

const NOW = new Date(denver('2026-11-14 12:00'));

/** The settled events of `insertEventDays`, and calls of people who ask for what came of them. */
export const openEventDayCalls = async (open: () => Promise<TestDatabase>) => {
  const database = await open();
  const { db } = database;
  const app = await startApp(db, { clock: new TestClock(NOW.toISOString()) });
  await insertTestData(db, app);
  await insertEventDays(db);
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    ...areaAt(40, -105),
    hour: new Date(denver('2026-11-10 00:00') + hour * HOUR),
    temperature: hour,
    condition: hour === 6 ? 800 : 502,
    icon: '01d',
    source: 'simulated' as const,
  }));
  await writeWeatherHours(db, hours);
  await settleEvents({
    db,
    clock: app.clock,
    isStopped: () => false,
    writeNotices: async () => {},
    writeCorrections: async () => {},
    onError: (error) => {
      throw error;
    },
  });
  const tokens = {
    owner: await openSession(db, app, 'owner'),
    neighbour: await openSession(db, app, 'neighbour'),
    foreign: await openSession(db, app, 'foreign'),
  };
  const call = (who: keyof typeof tokens, path: string, headers: Record<string, string> = {}) =>
    app.call('GET', `/api/house/${path}`, { token: tokens[who], headers });
  const get = async (who: keyof typeof tokens, path: string, headers?: Record<string, string>) => {
    const answer = await call(who, path, headers);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  return {
    db,
    app,
    call,
    get,
    put: (who: keyof typeof tokens, path: string, body: object) =>
      app.call('PUT', `/api/house/${path}`, { token: tokens[who], body }),
    days: (query = ''): Promise<EventDay[]> => get('owner', `housea/event-day${query}`),
    board: (): Promise<Leaderboard> => get('owner', 'housea/program-leaderboard'),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};

export type EventDayCalls = Awaited<ReturnType<typeof openEventDayCalls>>;
