import { beforeEach } from 'vitest';
import type { HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import type { EngineDeps } from '../../events/deps.ts';
import type { NewEvent } from '../../stores/events/events.ts';
import { startApp } from '../app.ts';
import type { Answer, TestApp } from '../app.ts';
import { createRecordingJobs } from '../access-matrix/calls.ts';
import { reuseDatabase } from '../database/databases.ts';
import type { TestDatabase } from '../database/databases.ts';
import { createEventWorld } from './event-world.ts';
import type { EventWorld } from './event-world.ts';
import { insertTestData, signIn } from '../test-data.ts';

export const THERMOSTAT = 'houseatstat';
export const HEATER = 'houseahwh';
export const ROOM_EVENT = 'event1';
export const WATER_EVENT = 'event2';

/** The test houses with thermostats that heat, an app, and a node that carries events out when a test says so. */
export interface EventCalls {
  readonly db: RootDb;
  /** For a second pool on the same data; null on the embedded database. */
  readonly url: string | null;
  readonly app: TestApp;
  readonly world: EventWorld;
  readonly token: () => string;
  /** After days the session is over. */
  readonly signInAgain: () => Promise<void>;
  readonly get: (path: string, token?: string) => Promise<Answer>;
  readonly post: (path: string, body?: object, token?: string) => Promise<Answer>;
  readonly put: (path: string, body: object) => Promise<Answer>;
  readonly events: (query: string) => Promise<HouseEvent[]>;
  /** Newest value of a resource as it was reported. */
  readonly reading: (deviceId: string, key: string) => Promise<unknown>;
  /** One dispatch of a room event and one of water heaters, in three hours, announced. */
  readonly announce: (more?: Partial<NewEvent>) => Promise<void>;
  /** From the announcement to ten minutes after the start. */
  readonly begin: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const HOUSE = '/api/house/housea';

/** What else is stored before the simulated devices begin to run. */
export type Prepare = (db: RootDb, app: TestApp) => Promise<void>;

export const openEventCalls = async (
  database: TestDatabase,
  prepare: Prepare = async () => {},
  onError?: EngineDeps['onError'],
): Promise<EventCalls> => {
  const { db } = database;
  const queue = createRecordingJobs();
  const app = await startApp(db, { jobs: queue.jobs });
  await insertTestData(db, app);
  await prepare(db, app);
  const time = app.clock.now().toISOString();
  const entries = {
    status: { value: 'ONLINE', time },
    'thermostat-mode': { value: 'heat', time },
    'thermostat-fan-mode': { value: 'auto', time },
    'thermostat-heat-setpoint': { value: 70, time },
    'thermostat-cool-setpoint': { value: 78, time },
    'thermostat-actual-temperature': { value: 70, time },
  };
  await db
    .updateTable('deviceState')
    .set({ entries: JSON.stringify(entries) })
    .where('deviceId', 'like', '%tstat')
    .execute();
  const world = await createEventWorld(db, app, queue, onError);
  await world.round();
  let token = await signIn(app, 'owner');
  const get = (path: string, as = token) => app.call('GET', `${HOUSE}/${path}`, { token: as });
  return {
    db,
    url: database.url,
    app,
    world,
    token: () => token,
    signInAgain: async () => {
      token = await signIn(app, 'owner');
    },
    get,
    post: (path, body, as = token) => app.call('POST', `${HOUSE}/${path}`, { token: as, body }),
    put: (path, body) => app.call('PUT', `${HOUSE}/${path}`, { token, body }),
    events: async (query) => (await get(`event${query}`)).body as HouseEvent[],
    reading: async (deviceId, key) => {
      const { body } = await get(`device/${deviceId}/realtime`);
      return (body as { key: string; value: unknown }[]).find((one) => one.key === key)?.value;
    },
    announce: async (more = {}) => {
      await world.addEvent('winter-heating', more);
      await world.addEvent('water-heater', { ...more, id: WATER_EVENT });
      await world.run(MINUTE);
    },
    begin: async () => {
      app.clock.advance(3 * HOUR - MINUTE);
      await world.run(12 * MINUTE, 3 * MINUTE);
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};

/** For all tests of a `describe`: each begins with `openEventCalls` on an empty database. */
export const eventCallsPerTest = (
  open: () => Promise<TestDatabase>,
  prepare?: Prepare,
  onError?: EngineDeps['onError'],
): EventCalls => {
  const openEmpty = reuseDatabase(open);
  const calls: Partial<EventCalls> = {};
  beforeEach(async () => {
    const opened = Object.assign(calls, await openEventCalls(await openEmpty(), prepare, onError));
    return opened.close;
  });
  return calls as EventCalls;
};
