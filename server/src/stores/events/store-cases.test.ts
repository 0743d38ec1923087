import { beforeEach, describe, expect, test } from 'vitest';
import { STORE_CASES } from '#domain/events/testing/store-cases.ts';
import { NOW } from '#domain/events/testing/store-under-test.ts';
import type { StoreUnderTest } from '#domain/events/testing/store-under-test.ts';
import { HOUR } from '#domain/time/time.ts';
import { readProviders } from '../../providers/registry.ts';
import { TestClock } from '../../testing/app.ts';
import { bothDatabases, reuseDatabase } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { insertTestData } from '../../testing/test-data.ts';
import { registerProviders } from '../system/provider.ts';
import { createEventStore } from './engine-store.ts';
import { findEvent, insertEvent } from './events.ts';

const PROVIDER = 'sunvale';

const storeIn = ({ db }: TestDatabase): StoreUnderTest => ({
  providerId: PROVIDER,
  devices: [
    { providerId: PROVIDER, houseId: 'housea', deviceId: 'houseahwh' },
    { providerId: PROVIDER, houseId: 'houseb', deviceId: 'housebhwh' },
  ],
  inStore: (work) => db.transaction().execute((tx) => work(createEventStore(tx, () => NOW))),
  addEvent: async (id, { createdAt = NOW - HOUR } = {}) => {
    const program = readProviders()
      .byId(PROVIDER)
      ?.programs.find((one) => one.id === 'water-heater');
    if (!program) throw new Error('no water program');
    await insertEvent(db, {
      providerId: PROVIDER,
      id,
      dispatchId: 'dispatch',
      program,
      kind: 'hwh',
      groups: null,
      intensity: 100,
      startTime: NOW + HOUR,
      endTime: NOW + 2 * HOUR,
      origin: 'test',
      cause: null,
      createdBy: null,
      optOutAllowed: true,
      createdAt,
      state: 'scheduled',
    });
  },
  readEvent: async (eventId) => {
    const event = await findEvent(db, { providerId: PROVIDER, eventId });
    if (!event) throw new Error(eventId);
    return event;
  },
});

describe.each(bothDatabases)('%s', (name, open) => {
  const reuse = reuseDatabase(open);
  let database: TestDatabase;
  beforeEach(async () => {
    database = await reuse();
    await registerProviders(database.db, readProviders().all, new Date(NOW));
    await insertTestData(database.db, { clock: new TestClock(new Date(NOW - 24 * HOUR).toISOString()) });
  });

  // The embedded database has one session: nobody can hold a lock beside it.
  const cases = STORE_CASES.filter(({ needsSessions }) => name === 'PostgreSQL' || needsSessions !== true);
  test.each(cases)('[T-35] $name', async ({ run, expected }) => {
    expect(await run(storeIn(database))).toEqual(expected);
  });
});
