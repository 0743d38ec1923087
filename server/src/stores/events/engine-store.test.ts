import { beforeEach, describe, expect, test } from 'vitest';
import { FIRST } from '#domain/events/engine/rows.ts';
import type { EventStore } from '#domain/events/engine/ports.ts';
import type { ParticipationWrite } from '#domain/events/engine/rows.ts';
import { newParticipation } from '#domain/events/participation.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { readProviders } from '../../providers/registry.ts';
import { TestClock } from '../../testing/app.ts';
import { bothDatabases, reuseDatabase } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { insertTestData } from '../../testing/test-data.ts';
import { registerProviders } from '../system/provider.ts';
import { createEventStore } from './engine-store.ts';
import { findEvent, insertEvent } from './events.ts';
import { listenForLoops } from './wake-loops.ts';

const NOW = Date.UTC(2026, 5, 10, 18);
const PROVIDER = 'sunvale';
type Store = Omit<EventStore, 'readFacts'>;

const ref = (eventId: string) => ({ providerId: PROVIDER, eventId });
const home = (houseId: string) => ({ providerId: PROVIDER, houseId, dispatchId: 'd1' });
const HEATERS = ['housea', 'houseb'].map((houseId) => ({
  providerId: PROVIDER,
  houseId,
  deviceId: `${houseId}hwh`,
}));

const written = (
  device: (typeof HEATERS)[number],
  eventId: string,
  more: Partial<ParticipationWrite> = {},
): ParticipationWrite => ({
  ...device,
  eventId,
  participation: newParticipation({ eventId, ...device }, { steps: [], moved: [] }),
  planRevision: 0,
  dueAt: NOW,
  returning: false,
  awaitsReading: false,
  actions: [],
  ...more,
});

describe.each(bothDatabases)('%s', (name, open) => {
  const reuse = reuseDatabase(open);
  let database: TestDatabase;
  const inStore = <T>(work: (store: Store) => Promise<T>): Promise<T> =>
    database.db.transaction().execute((tx) => work(createEventStore(tx, () => NOW)));
  const eventOf = async (id: string) => {
    const event = await findEvent(database.db, ref(id));
    if (!event) throw new Error(`no event ${id}`);
    return event;
  };
  const addEvent = async (id: string, createdAt = NOW - HOUR): Promise<void> => {
    const program = readProviders()
      .byId(PROVIDER)
      ?.programs.find((one) => one.id === 'water-heater');
    if (!program) throw new Error('no water program');
    await insertEvent(database.db, {
      providerId: PROVIDER,
      id,
      dispatchId: 'd1',
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
  };
  beforeEach(async () => {
    database = await reuse();
    await registerProviders(database.db, readProviders().all, new Date(NOW));
    await insertTestData(database.db, { clock: new TestClock(new Date(NOW - 24 * HOUR).toISOString()) });
    await addEvent('event1');
  });

  test('[T-35] events are claimed the longest due first, and not before they are due', async () => {
    await addEvent('event2', NOW - 2 * HOUR);
    await inStore(async (store) => {
      expect(await store.claimDueEvent(NOW)).toMatchObject({ id: 'event2', dueAt: NOW - 2 * HOUR });
      await store.setEventDue([ref('event2')], NOW + MINUTE);
      expect(await store.claimDueEvent(NOW)).toMatchObject({ id: 'event1' });
      await store.setEventDue([ref('event1')], null);
      expect(await store.claimDueEvent(NOW)).toBe(null);
      await store.hastenEvents([ref('event1'), ref('event2')], NOW);
      expect(await store.claimDueEvent(NOW)).not.toBe(null);
    });
    const joining = { phase: 'homes', after: { houseId: 'housea', deviceId: 'x' }, since: NOW } as const;
    await inStore((store) => store.setJoining(ref('event1'), joining));
    expect(await eventOf('event1')).toMatchObject({ joining, walk: null, revision: 0 });
  });

  test('[T-32] the devices of a cancelled event are made due page by page, for the loop of returns', async () => {
    const later = HEATERS.map((device) => written(device, 'event1', { dueAt: NOW + HOUR }));
    await inStore((store) => store.insertParticipations(later, NOW));
    const before = await eventOf('event1');
    await inStore(async (store) => {
      expect(await store.cancelEvents([ref('event1'), ref('none')], NOW)).toEqual(['event1']);
      expect(await store.cancelEvents([ref('event1')], NOW)).toEqual([]);
      const event = await store.claimWalk();
      expect(event).toMatchObject({ revision: 1, dueAt: NOW, walk: { pass: 1, after: FIRST } });
      if (!event) return;
      const last = await store.makeOutdatedDue(event, FIRST, 1, NOW);
      expect(last).toEqual({ houseId: 'housea', deviceId: 'houseahwh' });
      expect(await store.claimDueDevices('steps', NOW, 9)).toEqual([]);
      expect(await store.claimDueDevices('returns', NOW, 9)).toEqual([{ ...HEATERS[0], eventId: 'event1' }]);
      const looked = { planRevision: 1, dueAt: null, returning: true };
      await store.updateParticipations(HEATERS.map((device) => written(device, 'event1', looked)));
      expect(await store.makeOutdatedDue(event, FIRST, 1, NOW)).toBe(null);
      expect(await store.summarize(ref('event1'))).toMatchObject({ openReturns: 0, hasSentSteps: false });
      // What was read before the cancellation does not end the walk that it began.
      await store.setWalk(before, null);
      expect(await store.claimWalk()).not.toBe(null);
      await store.setWalk(event, null);
      expect(await store.claimWalk()).toBe(null);
      await store.noteStop([ref('event1')], { reason: 'Smoke', returnNowAt: NOW });
      await store.noteStop([ref('event1')], { reason: null, returnNowAt: NOW });
    });
    expect(await eventOf('event1')).toMatchObject({ revision: 2, walk: { pass: 1 }, returnNowAt: NOW });
  });

  test('[OPT-1] an event that is being written when all are stopped is cancelled, once', async () => {
    await inStore(async (store) => {
      await store.writeStop(PROVIDER, { at: NOW, reason: 'Smoke', returnNowAt: null });
      expect(await store.cancelStopped(null)).toEqual([{ ...ref('event1'), cancelledAt: NOW }]);
      expect(await store.cancelStopped(PROVIDER)).toEqual([]);
    });
    expect(await eventOf('event1')).toMatchObject({ revision: 1, cancelledAt: NOW, walk: { pass: 1 } });
  });

  test('enrolled devices are taken in after a place, and those that changed since are found', async () => {
    const event = await eventOf('event1');
    await database.db
      .updateTable('enrolment')
      .set({ changedAt: new Date(NOW) })
      .where('deviceId', '=', 'housebhwh')
      .execute();
    await inStore(async (store) => {
      expect(await store.enrolledAfter(event, FIRST, 1)).toEqual([HEATERS[0]]);
      expect(await store.enrolledAfter(event, { houseId: 'housea', deviceId: 'z' }, 9)).toEqual([HEATERS[1]]);
      expect(await store.enrolledSince(event, NOW, 9)).toEqual([HEATERS[1]]);
      const [, second] = HEATERS;
      if (second) await store.insertParticipations([written(second, 'event1')], NOW);
      expect(await store.enrolledSince(event, NOW, 9)).toEqual([]);
      expect(await store.stillEnrolled(event, HEATERS)).toEqual(HEATERS);
    });
  });

  test('devices are due for one loop; what failed is postponed, and a reading finds who awaits one', async () => {
    const [first, second] = HEATERS.map((device) => ({ ...device, eventId: 'event1' }));
    if (!first || !second) throw new Error('no devices');
    await inStore(async (store) => {
      await store.insertParticipations(
        [
          written(first, 'event1', { awaitsReading: true }),
          written(second, 'event1', { returning: true, dueAt: NOW - MINUTE }),
        ],
        NOW,
      );
      expect(await store.claimDueDevices('steps', NOW, 9)).toEqual([first]);
      expect(await store.claimDueDevices('returns', NOW, 9)).toEqual([second]);
      expect(await store.toObserve(HEATERS)).toEqual([first]);
      await store.postpone([first, second], NOW + MINUTE);
      expect(await store.claimDueDevices('steps', NOW, 9)).toEqual([]);
      expect(await store.lockParticipations([second])).toMatchObject([{ ...second, dueAt: NOW + MINUTE }]);
      expect(await store.participationsOfHouse(first, 'd1')).toEqual([first]);
      expect(await store.participationsOfHouse(second, null)).toEqual([second]);
    });
  });

  test('[T-33] homes are told when they are due, with what was written and what their devices do', async () => {
    await inStore(async (store) => {
      await store.insertParticipations(
        HEATERS.map((device) => written(device, 'event1')),
        NOW,
      );
      await store.hastenHomes([home('houseb'), home('housea')], NOW + MINUTE);
      expect(await store.claimDueHomes(NOW, 9)).toEqual([]);
      expect(await store.hastenHomesAfter(home(''), '', 1, NOW)).toBe('housea');
      expect(await store.claimDueHomes(NOW, 9)).toEqual([home('housea')]);
      expect(await store.hastenHomesAfter(home(''), 'housea', 9, NOW)).toBe(null);
      expect(await store.claimDueHomes(NOW, 9)).toEqual([home('housea'), home('houseb')]);
      expect(await store.homesToTell([home('housea')])).toEqual([
        {
          ...home('housea'),
          written: [],
          devices: [
            {
              eventId: 'event1',
              deviceId: 'houseahwh',
              planRevision: 0,
              isExcluded: false,
              isOptedOut: false,
            },
          ],
        },
      ]);
      await store.setHomesDue([
        { ...home('housea'), dueAt: NOW + HOUR, toldAt: NOW },
        { ...home('houseb'), dueAt: null, toldAt: null },
      ]);
      expect(await store.claimDueHomes(NOW, 9)).toEqual([]);
      expect(await store.hastenHomesAfter(home(''), '', 9, NOW)).toBe(null);
      expect(await store.claimDueHomes(NOW, 9)).toEqual([home('housea')]);
      expect(await store.lockHomes([home('housea')])).toMatchObject([{ toldAt: NOW, leftAt: null }]);
    });
  });

  test.runIf(name === 'PostgreSQL')(
    '[T-31] what a loop has claimed can be locked and cancelled; another loop is given something else',
    async () => {
      await addEvent('event2', NOW - MINUTE);
      await inStore((store) => store.hastenHomes([home('housea'), home('houseb')], NOW));
      await inStore((store) => store.cancelEvents([ref('event1'), ref('event2')], NOW));
      await inStore(async (store) => {
        expect(await store.claimDueEvent(NOW)).toMatchObject({ id: 'event1' });
        expect(await store.claimWalk()).toMatchObject({ id: 'event1' });
        expect(await store.claimDueHomes(NOW, 1)).toHaveLength(1);
        await inStore(async (other) => {
          expect(await other.claimDueEvent(NOW)).toMatchObject({ id: 'event2' });
          expect(await other.claimWalk()).toMatchObject({ id: 'event2' });
          expect(await other.claimDueHomes(NOW, 9)).toHaveLength(1);
          expect(await other.lockEvents([ref('event1')], 'change', 'wait')).toHaveLength(1);
          expect(await other.lockHomes([home('housea'), home('houseb')])).toHaveLength(2);
          await inStore(async (third) => {
            expect(await third.claimDueEvent(NOW)).toBe(null);
            expect(await third.claimWalk()).toBe(null);
            expect(await third.claimDueHomes(NOW, 9)).toEqual([]);
            expect(await third.lockEvents([ref('event1')], 'carry', 'skip')).toEqual([]);
          });
        });
      });
    },
  );

  test.runIf(name === 'PostgreSQL')(
    '[T-31] cancelling waits for nobody who carries the event out, and the walk passes devices that are held',
    async () => {
      await inStore((store) =>
        store.insertParticipations(
          HEATERS.map((device) => written(device, 'event1')),
          NOW,
        ),
      );
      await inStore(async (store) => {
        await store.lockEvents([ref('event1')], 'carry', 'wait');
        const [held] = await store.claimDueDevices('steps', NOW, 1);
        await inStore((other) => other.cancelEvents([ref('event1')], NOW));
        await inStore(async (other) => {
          const event = await other.claimWalk();
          if (!event) throw new Error('no walk');
          expect(await other.makeOutdatedDue(event, FIRST, 9, NOW)).toBe(null);
          const due = await other.claimDueDevices('returns', NOW, 9);
          expect(due.map(({ deviceId }) => deviceId)).toEqual(
            HEATERS.map(({ deviceId }) => deviceId).filter((id) => id !== held?.deviceId),
          );
          const changing = inStore((third) => third.lockEvents([ref('event1')], 'change', 'skip'));
          expect(await changing).toEqual([]);
        });
      });
    },
  );

  test('[T-28] whoever makes something due wakes its loop when the transaction commits', async () => {
    const heard: string[] = [];
    const stop = await listenForLoops(
      database.engine,
      (loop) => heard.push(loop),
      ({ message }) => heard.push(message),
    );
    const [first] = HEATERS;
    if (!first) throw new Error('no device');
    await inStore(async (store) => {
      await store.insertParticipations([written(first, 'event1', { dueAt: NOW + HOUR })], NOW);
      await store.setEventDue([ref('event1')], NOW + HOUR);
    });
    await expect(
      inStore(async (store) => {
        await store.hastenEvents([ref('event1')], NOW);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await inStore((store) => store.hastenHomes([home('housea')], NOW));
    await expect.poll(() => heard).toEqual(['notices']);
    await inStore((store) => store.cancelEvents([ref('event1')], NOW));
    await expect.poll(() => heard).toEqual(['notices', 'returns', 'transitions']);
    await stop();
  });
});
