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
import { listenForLoops } from './wake-loops.ts';

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

  test.runIf(name === 'PostgreSQL')(
    '[T-31] what a loop has claimed can be locked and cancelled; another loop is given something else',
    async () => {
      const { inStore, addEvent, providerId } = storeIn(database);
      const ref = (eventId: string) => ({ providerId, eventId });
      const homes = ['housea', 'houseb'].map((houseId) => ({ providerId, houseId, dispatchId: 'dispatch' }));
      await addEvent('event1');
      await addEvent('event2');
      await inStore((store) => store.hastenHomes(homes, NOW));
      await inStore((store) => store.cancelEvents([ref('event1'), ref('event2')], NOW));
      await inStore(async (store) => {
        const walked = await store.claimWalk();
        expect(await store.claimDueEvent(NOW)).not.toBe(null);
        expect(await store.claimDueHomes(NOW, 1)).toHaveLength(1);
        await inStore(async (other) => {
          expect((await other.claimWalk())?.id).toBe(walked?.id === 'event1' ? 'event2' : 'event1');
          expect(await other.claimDueHomes(NOW, 9)).toHaveLength(1);
          expect(await other.lockEvents([ref('event1')], 'change', 'wait')).toHaveLength(1);
          expect(await other.lockHomes(homes)).toHaveLength(2);
          await inStore(async (third) => {
            expect(await third.claimWalk()).toBe(null);
            expect(await third.claimDueHomes(NOW, 9)).toEqual([]);
          });
        });
      });
    },
  );

  test('[T-28] whoever makes something due wakes its loop when the transaction commits', async () => {
    const { inStore, addEvent, providerId } = storeIn(database);
    const events = [{ providerId, eventId: 'event1' }];
    await addEvent('event1');
    const heard: string[] = [];
    const stop = await listenForLoops(
      database.engine,
      (loop) => heard.push(loop),
      ({ message }) => heard.push(message),
    );
    await inStore((store) => store.setEventDue(events, NOW + HOUR));
    await expect(
      inStore(async (store) => {
        await store.hastenEvents(events, NOW);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await inStore((store) =>
      store.hastenHomes([{ providerId, houseId: 'housea', dispatchId: 'dispatch' }], NOW),
    );
    await expect.poll(() => heard).toEqual(['notices']);
    await inStore((store) => store.cancelEvents(events, NOW));
    await expect.poll(() => heard).toEqual(['notices', 'returns', 'transitions']);
    await stop();
  });
});
