import { DAY, HOUR } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { startApp } from '../app.ts';
import type { Answer, TestApp } from '../app.ts';
import type { TestDatabase } from '../database/databases.ts';
import { asDeclared } from '../access-matrix/declared-errors.ts';
import { openSession } from '../auth/sessions.ts';
import { insertTestData, reportAllDevices } from '../test-data.ts';

export type OperatorCalls = Awaited<ReturnType<typeof openOperatorCalls>>;

/** The test data, and the calls of an operator who has just signed in. */
export const openOperatorCalls = async (database: TestDatabase) => {
  const { db } = database;
  const app: TestApp = await startApp(db);
  await insertTestData(db, app);
  let token = '';
  const at = (milliseconds: number): string => addMs(app.clock.now(), milliseconds).toISOString();
  /** An order of an event in two hours. */
  const water = (more: object = {}) => ({
    programIds: ['water-heater'],
    startTime: at(2 * HOUR),
    minutes: 60,
    ...more,
  });
  const post = (path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
    asDeclared(
      'POST',
      `/api/operator${path}`,
      app.call('POST', `/api/operator${path}`, { token, headers, ...(body ? { body } : {}) }),
    );
  const order = (body: object, headers?: Record<string, string>) => post('/event', body, headers);
  const signIn = async (): Promise<void> => {
    token = await openSession(db, app, 'operator');
  };
  return {
    db,
    app,
    /** Another day, so that no test meets the counts of the one before; 11:00 in Denver. */
    startAfresh: async () => {
      app.clock.advance(DAY);
      await reportAllDevices(db, app.clock.now());
      await db.deleteFrom('demandEvent').execute();
      await db.updateTable('operator').set({ largestKw: 1_000, largestHomes: 1_000 }).execute();
      await signIn();
    },
    signIn,
    token: () => token,
    useToken: (other: string) => {
      token = other;
    },
    at,
    water,
    post,
    order,
    put: (id: string, body: object) => app.call('PUT', `/api/operator/event/${id}`, { token, body }),
    get: async (path: string) => (await app.call('GET', `/api/operator${path}`, { token })).body,
    stored: () => db.selectFrom('demandEvent').selectAll().orderBy('id').execute(),
    /** The id of the event that was ordered. */
    orderOne: async (body: object = water()): Promise<string> => {
      const answer = await order(body);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.events[0].id;
    },
    audited: (action: string) =>
      db
        .selectFrom('audit')
        .select(['accountId', 'detail'])
        .where('action', '=', action as 'event-ordered')
        .where('at', '>=', app.clock.now())
        .execute(),
    setEvent: (id: string, values: object) =>
      db.updateTable('demandEvent').set(values).where('id', '=', id).execute(),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};
