import { expect, test } from 'vitest';
import type { DeviceRef } from '../../../ports/device-link.ts';
import { HOUR } from '../../../time/time.ts';
import { FIRST } from '../../engine/rows.ts';
import { eventOf, home, readingsAt, water } from '../facts.ts';
import { STORE_CASES } from '../store-cases.ts';
import { NOW } from '../store-under-test.ts';
import type { StoreUnderTest } from '../store-under-test.ts';
import { createDatabase, runTransaction } from './database.ts';
import type { FactsBesideEvents } from './devices-store.ts';
import { PROVIDER } from './keys.ts';
import { createStore } from './store.ts';

const DEVICES = [
  { providerId: PROVIDER, houseId: 'h1', deviceId: 'd1' },
  { providerId: PROVIDER, houseId: 'h2', deviceId: 'd2' },
] as const;

const factsBesideEvents = ({ deviceId: id }: DeviceRef): FactsBesideEvents => ({
  device: {
    id,
    kind: 'hwh',
    mfg: 'rheem',
    type: null,
    deviceSettings: null,
    hasLink: true,
    readings: readingsAt(NOW, {}),
  },
  version: 0,
  home,
  isClosed: false,
  history: { commands: [], schedule: null },
});

/** Nothing runs beside a case, so that nothing ever waits. */
const openStore = (): StoreUnderTest => {
  const db = createDatabase(
    async () => {},
    () => Promise.reject(new Error('nobody is left to wait for')),
  );
  for (const { houseId, deviceId } of DEVICES) {
    const since = NOW - 24 * HOUR;
    const row = { houseId, deviceId, programId: water.id, groupName: 'all', since, changedAt: since };
    db.tables.enrolment.set(`${water.id}/${houseId}/${deviceId}`, row);
  }
  const surroundings = {
    kindOf: () => 'hwh' as const,
    devicesOfHouse: (id: string) =>
      DEVICES.filter(({ houseId }) => houseId === id).map(({ deviceId }) => deviceId),
    factsOf: factsBesideEvents,
  };
  return {
    providerId: PROVIDER,
    devices: DEVICES,
    inStore: (work) => runTransaction(db, (tx) => work(createStore(tx, surroundings))),
    addEvent: async (id, { createdAt = NOW - HOUR } = {}) => {
      const window = { startTime: NOW + HOUR, endTime: NOW + 2 * HOUR, createdAt };
      const event = eventOf(water, {
        id,
        dispatchId: 'dispatch',
        state: 'scheduled',
        notifiedAt: null,
        ...window,
      });
      db.tables.event.set(id, {
        ...event,
        providerId: PROVIDER,
        groups: null,
        dueAt: createdAt,
        joining: { phase: 'devices', after: FIRST, since: null },
        walk: null,
        walkPostponedUntil: null,
        stopReason: null,
      });
    },
    endEnrolment: async ({ houseId, deviceId }) => {
      db.tables.enrolment.delete(`${water.id}/${houseId}/${deviceId}`);
    },
    readEvent: async (id) => {
      const event = db.tables.event.get(id);
      if (!event) throw new Error(id);
      return event;
    },
  };
};

test.each(STORE_CASES)('[T-35] in memory: $name', async ({ run, expected }) => {
  expect(await run(openStore())).toEqual(expected);
});

test('who waits for each other is told so', async () => {
  let waiting: (() => void)[] = [];
  const db = createDatabase(
    async () => {},
    (register) => new Promise((resolve) => register(() => waiting.push(resolve))),
  );
  const lock = async (first: string, second: string, meanwhile: () => Promise<unknown>) =>
    runTransaction(db, async (tx) => {
      await tx.lock('device', first, 'update');
      await meanwhile();
      await tx.lock('device', second, 'update');
    });
  const both = Promise.withResolvers<void>();
  const first = lock('a', 'b', () => both.promise);
  const other = lock('b', 'a', async () => both.resolve());
  await expect(Promise.race([first, other])).rejects.toThrow('update of device');
  for (const resume of waiting) resume();
  waiting = [];
  await Promise.allSettled([first, other]);
});

test.each([
  ['event', 'keyShare', 'home', 'update'],
  ['event', 'update', 'device', 'update'],
  ['event', 'update', 'participation', 'update'],
  ['event', 'update', 'home', 'update'],
  ['device', 'update', 'event', 'update'],
  ['device', 'update', 'participation', 'update'],
  ['device', 'update', 'home', 'update'],
  ['participation', 'update', 'event', 'update'],
  ['participation', 'update', 'home', 'update'],
] as const)('nobody waits for %s (%s) who has locked %s (%s)', async (table, mode, before, modeBefore) => {
  const db = createDatabase(
    async () => {},
    () => Promise.reject(new Error('nobody is left to wait for')),
  );
  const locks = runTransaction(db, async (tx) => {
    await tx.lock(before, 'one', modeBefore);
    expect(tx.tryLock(table, 'two', mode)).toBe(true);
    await tx.lock(table, 'two', mode);
    await tx.lock(table, 'three', mode);
  });
  await expect(locks).rejects.toThrow('three after');
});
