import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { STORE_CASES } from '#domain/events/testing/store-cases.ts';
import { NOW } from '#domain/events/testing/store-under-test.ts';
import type { Store, StoreUnderTest } from '#domain/events/testing/store-under-test.ts';
import { newParticipation } from '#domain/events/participation.ts';
import { HOUR } from '#domain/time/time.ts';
import { waitingForLocks } from '../../db/testing/held-locks.ts';
import { loadFacts } from '../../events/load-facts.ts';
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
  inStore: (work) =>
    db.transaction().execute((tx) =>
      work({
        ...createEventStore(tx, () => NOW),
        readFacts: async (devices, now, known) => [
          ...(await loadFacts(tx, devices, new Date(now), { runningLinks: [], known })).values(),
        ],
      }),
    ),
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
  endEnrolment: async ({ houseId, deviceId }) => {
    await db
      .updateTable('enrolment')
      .set({ state: 'ended', until: new Date(NOW), changedAt: new Date(NOW) })
      .where('houseId', '=', houseId)
      .where('deviceId', '=', deviceId)
      .execute();
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
        const walked = await store.claimWalk(NOW);
        expect(await store.claimDueEvent(NOW)).not.toBe(null);
        expect(await store.claimDueHomes(NOW, 1)).toHaveLength(1);
        await inStore(async (other) => {
          expect((await other.claimWalk(NOW))?.id).toBe(walked?.id === 'event1' ? 'event2' : 'event1');
          expect(await other.claimDueHomes(NOW, 9)).toHaveLength(1);
          expect(await other.lockEvents([ref('event1')], 'change', 'wait')).toHaveLength(1);
          expect(await other.lockHomes(homes)).toHaveLength(2);
          await inStore(async (third) => {
            expect(await third.claimWalk(NOW)).toBe(null);
            expect(await third.claimDueHomes(NOW, 9)).toEqual([]);
          });
        });
      });
    },
  );

  const HOMES = ['housea', 'houseb'].map((houseId) => ({
    providerId: PROVIDER,
    houseId,
    dispatchId: 'dispatch',
  }));
  const EVENTS = [{ providerId: PROVIDER, eventId: 'event1' }];
  const HEATER = { providerId: PROVIDER, houseId: 'housea', deviceId: 'houseahwh' };
  const lockDevice = (store: Store) => store.lockDevices([HEATER], 'wait');
  const lockParticipation = (store: Store) => store.lockParticipations([{ ...HEATER, eventId: 'event1' }]);
  const takeIn = (store: Store) => {
    const ref = { ...HEATER, eventId: 'event1' };
    const participation = newParticipation(ref, { steps: [], moved: [] });
    const times = { planRevision: 0, dueAt: NOW, returning: false, awaitsReading: false };
    return store.insertParticipations([{ ...ref, ...times, participation, actions: [] }], NOW);
  };

  test
    .runIf(name === 'PostgreSQL')
    .each<[string, (store: Store) => Promise<unknown>, (store: Store) => Promise<unknown>]>([
      ['a home', (store) => store.lockHomes(HOMES), (store) => store.lockHomes(HOMES.slice(1))],
      ['a device', lockDevice, lockDevice],
      ['the devices of a house', (store) => store.lockDevicesOfHouse(HEATER), lockDevice],
      ['a device, all of its house', lockDevice, (store) => store.lockDevicesOfHouse(HEATER)],
      ['a participation', lockParticipation, lockParticipation],
      [
        'an event that is carried out',
        (store) => store.lockEvents(EVENTS, 'carry', 'wait'),
        (store) => store.lockEvents(EVENTS, 'change', 'wait'),
      ],
      [
        'an event that is changed',
        (store) => store.lockEvents(EVENTS, 'change', 'wait'),
        (store) => store.lockEvents(EVENTS, 'carry', 'wait'),
      ],
    ])('[T-31] who locks %s waits for who has', async (_, first, second) => {
    const { inStore, addEvent } = storeIn(database);
    await addEvent('event1');
    await inStore(takeIn);
    await inStore((store) => store.hastenHomes(HOMES, NOW));
    let waiting: Promise<unknown> = Promise.resolve();
    await inStore(async (store) => {
      await first(store);
      let isGranted = false;
      waiting = inStore(second).then(() => (isGranted = true));
      await waitingForLocks(database.db, 1, [waiting]);
      expect(isGranted).toBe(false);
    });
    await waiting;
  });

  test.runIf(name === 'PostgreSQL')(
    '[T-32] an event that two transactions find to be stopped is cancelled by one of them',
    async () => {
      const { inStore, addEvent, readEvent } = storeIn(database);
      await addEvent('event1');
      await inStore((store) => store.writeStop(PROVIDER, { at: NOW, reason: null, returnNowAt: null }));
      let second: Promise<unknown> = Promise.resolve();
      await inStore(async (store) => {
        expect(await store.cancelStopped(null)).toHaveLength(1);
        second = inStore((other) => other.cancelStopped(null));
        await waitingForLocks(database.db, 1, [second]);
      });
      expect(await second).toEqual([]);
      expect((await readEvent('event1')).revision).toBe(1);
    },
  );

  /** Its claims come after whoever has this lock. */
  const LATE = 4_711;
  const claimLate = <T>(work: (store: ReturnType<typeof createEventStore>) => Promise<T>): Promise<T> =>
    database.db.transaction().execute(async (tx) => {
      await sql`set local search_path = late, pg_catalog, public`.execute(tx);
      return work(createEventStore(tx, () => NOW));
    });

  test
    .runIf(name === 'PostgreSQL')
    .each<
      [
        string,
        (store: ReturnType<typeof createEventStore>) => Promise<unknown>,
        (store: Store) => Promise<unknown>,
      ]
    >([
      ['an event', (store) => store.claimDueEvent(NOW), (store) => store.setEventDue(EVENTS, null)],
      [
        'a walk',
        (store) => store.claimWalk(NOW),
        async (store) => {
          const [event] = await store.findEvents(EVENTS);
          if (event) await store.setWalk(event, null);
        },
      ],
      [
        'a home',
        async (store) => (await store.claimDueHomes(NOW, 9)).at(0) ?? null,
        (store) => store.setHomesDue(HOMES.map((home) => ({ ...home, dueAt: null, toldAt: null }))),
      ],
    ])(
    '[T-30] %s that was done with since the claiming statement began is not claimed',
    async (_, claim, finish) => {
      const { inStore, addEvent } = storeIn(database);
      await addEvent('event1');
      await inStore((store) => store.cancelEvents(EVENTS, NOW));
      await inStore((store) => store.hastenHomes(HOMES, NOW));
      await sql`create schema late`.execute(database.db);
      await sql`create function late.pg_try_advisory_xact_lock(key bigint) returns boolean language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${sql.lit(LATE)});
        return pg_catalog.pg_try_advisory_xact_lock(key);
      end $$`.execute(database.db);
      try {
        expect(await claimLate(claim)).not.toBeNull();
        let late: Promise<unknown> = Promise.resolve();
        await database.db.transaction().execute(async (tx) => {
          await sql`select pg_advisory_xact_lock(${LATE})`.execute(tx);
          late = claimLate(claim);
          await waitingForLocks(database.db, 1, [late]);
          await inStore(finish);
        });
        expect(await late).toBeNull();
      } finally {
        await sql`drop schema late cascade`.execute(database.db);
      }
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
