import { newAction } from '#domain/events/participation.ts';
import type { Receipt } from '#domain/results/receipt.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import { notifyCorrections } from '../../events/notices/notify-corrections.ts';
import { writeNotices } from '../../events/notices/write-notices.ts';
import { createJobs } from '../../jobs/queue.ts';
import { settleEvents } from '../../results/settle-events.ts';
import type { SettleDeps } from '../../results/settle-events.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { writeActions } from '../../stores/events/participations.ts';
import { startApp, TestClock, testKeys } from '../app.ts';
import type { TestDatabase } from '../database/databases.ts';
import { addDevice, addEndedEvent, denver, fillQuarters, onDaysBefore } from './ended-events.ts';
import { openSession } from '../auth/sessions.ts';
import { accountIdOf, insertTestData } from '../test-data.ts';
import type { Person } from '../test-data.ts';

/** A Tuesday: the rule of the water program compares it with all days, and adjusts by 13:00 to 15:00. */
const DAY_OF_EVENT = '2026-11-10';
export const [START, END] = [denver(`${DAY_OF_EVENT} 17:00`), denver(`${DAY_OF_EVENT} 18:00`)];
const HOURS = ['09:00', '18:00'] as const;
export const HOUSE = 'housea';
export const OTHER_HOUSE = 'houseb';

const DEVICES = [
  ['whole', 'hwh', 'rheem'],
  ['gaps', 'hwh', 'rheem'],
  ['new', 'hwh', 'rheem'],
  ['backwards', 'hwh', 'rheem'],
  ['offline', 'hwh', 'rheem'],
  ['twice', 'hwh', 'rheem'],
  ['solar', 'battery', 'sis'],
  ['unmetered', 'rac', 'ge'],
  ['night', 'hwh', 'rheem'],
  ['change', 'hwh', 'rheem'],
] as const;

/** Devices whose readings are whole, have gaps, came late or never, and the ended events that they took part in. */
const insertEndedEvents = async (db: Db, now: Date): Promise<void> => {
  await db.updateTable('account').set({ language: 'es' }).where('id', '=', accountIdOf('second')).execute();
  for (const [id, kind, mfg] of DEVICES) {
    const createdAt = id === 'new' ? denver('2026-11-09 08:00') : denver('2026-01-01 00:00');
    await addDevice(db, { houseId: HOUSE, id, kind, mfg }, new Date(createdAt));
  }
  const of = (deviceId: string) => ({ houseId: HOUSE, deviceId });
  // Heard last before the end of the events.
  await insertRows(
    db,
    'deviceState',
    ['whole', 'twice', 'night'].map((deviceId) => ({
      providerId: 'sunvale',
      ...of(deviceId),
      entries: '{}',
      reportedAt: new Date(END - HOUR / 2),
      meteredAt: new Date(denver(`${DAY_OF_EVENT} 14:00`)),
    })),
  );
  const daysBefore = onDaysBefore(DAY_OF_EVENT, 12, HOURS);
  const before = { from: denver(`${DAY_OF_EVENT} 09:00`), to: START };
  const heated = {
    before: { from: denver('2026-11-09 09:00'), to: denver('2026-11-09 17:00') },
    event: { from: denver('2026-11-09 17:00'), to: denver('2026-11-09 18:00') },
  };
  for (const id of ['typical', 'rated', 'away']) {
    const device = { houseId: OTHER_HOUSE, id, kind: 'tstat', mfg: 'honeywell' } as const;
    await addDevice(db, device, new Date(denver('2026-01-01 00:00')));
  }
  await insertRows(db, 'deviceSetting', [
    {
      providerId: 'sunvale',
      houseId: OTHER_HOUSE,
      deviceId: 'rated',
      key: 'tstat-rated-heat-power',
      value: '9000',
      updatedAt: now,
    },
  ]);
  await fillQuarters(db, [
    ...['whole', 'gaps', 'backwards', 'offline', 'twice'].flatMap((id) =>
      [...daysBefore, before].map((span) => ({ ...of(id), ...span, wh: 100 })),
    ),
    ...[...daysBefore.slice(0, 1), before].map((span) => ({ ...of('new'), ...span, wh: 100 })),
    ...['whole', 'new', 'twice', 'backwards'].map((id) => ({ ...of(id), from: START, to: END, wh: 60 })),
    { ...of('backwards'), from: START, to: START + QUARTER, wh: -5 },
    { ...of('gaps'), from: START, to: START + 2 * QUARTER, wh: 60 },
    // Gives 50 Wh a quarter at that time of day, and 150 in the event.
    ...[...daysBefore, before].map((span) => ({ ...of('solar'), ...span, wh: -50 })),
    { ...of('solar'), from: START, to: END, wh: -150 },
    ...onDaysBefore(DAY_OF_EVENT, 12, ['19:00', '01:00']).map((span) => ({
      ...of('night'),
      ...span,
      wh: 80,
    })),
    { ...of('night'), from: denver(`${DAY_OF_EVENT} 19:00`), to: denver(`${DAY_OF_EVENT} 23:00`), wh: 80 },
    { ...of('night'), from: denver(`${DAY_OF_EVENT} 23:00`), to: denver('2026-11-11 01:00'), wh: 20 },
    // Heats for 5 minutes of a quarter, in the event for one.
    ...['typical', 'rated'].flatMap((id) => [
      ...[...onDaysBefore('2026-11-09', 15, HOURS), heated.before].map((span) => ({
        houseId: OTHER_HOUSE,
        deviceId: id,
        ...span,
        heat: 5 * MINUTE,
      })),
      { houseId: OTHER_HOUSE, deviceId: id, ...heated.event, heat: MINUTE },
    ]),
    // Nothing is known of the last three weeks.
    ...[...onDaysBefore('2026-10-20', 12, HOURS), heated.before].map((span) => ({
      houseId: OTHER_HOUSE,
      deviceId: 'away',
      ...span,
      heat: 5 * MINUTE,
    })),
    { houseId: OTHER_HOUSE, deviceId: 'away', ...heated.event, heat: MINUTE },
    // On November 1 the hour from one to two comes twice.
    ...onDaysBefore('2026-11-01', 12, ['20:00', '03:00']).map((span) => ({
      ...of('change'),
      ...span,
      wh: 80,
    })),
    { ...of('change'), from: denver('2026-10-31 20:00'), to: denver('2026-11-01 00:30'), wh: 80 },
    {
      ...of('change'),
      from: denver('2026-11-01 00:30'),
      to: denver('2026-11-01 00:30') + 2 * HOUR,
      wh: 30,
    },
  ]);
  const taking = DEVICES.map(([id]) => id).filter((id) => id !== 'night' && id !== 'change');
  await addEndedEvent(
    db,
    { id: 'main', programId: 'water-heater', from: START, to: END },
    taking.map((id) => of(id)),
  );
  const earlier = { from: denver(`${DAY_OF_EVENT} 13:30`), to: denver(`${DAY_OF_EVENT} 14:30`) };
  await addEndedEvent(db, { id: 'earlier', programId: 'water-heater', ...earlier }, [of('twice')]);
  const night = { from: denver(`${DAY_OF_EVENT} 23:00`), to: denver('2026-11-11 01:00') };
  await addEndedEvent(db, { id: 'midnight', programId: 'water-heater', ...night }, [of('night')]);
  const left = { optOut: { at: heated.event.from, cause: 'person' }, optOutCounted: false } as const;
  await addEndedEvent(
    db,
    { id: 'heating', programId: 'winter-heating', kind: 'tstat', ...heated.event },
    ['typical', 'rated', 'away'].map((deviceId) => ({ houseId: OTHER_HOUSE, deviceId, change: left })),
  );
  const preparedAt = heated.event.from - 90 * MINUTE;
  await writeActions(db, [
    {
      providerId: 'sunvale',
      eventId: 'heating',
      houseId: OTHER_HOUSE,
      deviceId: 'rated',
      action: {
        ...newAction({ round: 1, phase: 'before', at: preparedAt, expiresAt: heated.event.from }),
        state: 'confirmed',
        sentAt: preparedAt,
        confirmedAt: preparedAt,
      },
      commandId: null,
    },
  ]);
  const change = { from: denver('2026-11-01 00:30'), to: denver('2026-11-01 00:30') + 2 * HOUR };
  await addEndedEvent(db, { id: 'clocks', programId: 'water-heater', ...change }, [of('change')]);
};

/** A home with ended events that wait for their results, and a node that settles them. */
export const openSettlingWorld = async (open: () => Promise<TestDatabase>) => {
  const database = await open();
  const app = await startApp(database.db, { clock: new TestClock(new Date(END + MINUTE).toISOString()) });
  const { db } = database;
  await insertTestData(db, app);
  let token = await openSession(db, app, 'owner');
  const jobs = createJobs(database.engine, () => {});
  await jobs.start();
  const { random, providers } = app;
  const notifyDeps = {
    jobs,
    keys: testKeys,
    random,
    providers,
    publicUrl: () => 'https://portal.example/',
  };
  const deps: SettleDeps = {
    db,
    clock: app.clock,
    isStopped: () => false,
    onError: (error, what) => {
      throw new Error(what, { cause: error });
    },
    writeNotices: (tx, event, notices, now) => writeNotices(tx, notifyDeps, event, notices, now),
    writeCorrections: (tx, event, corrections, now) =>
      notifyCorrections(tx, notifyDeps, event, corrections, now),
  };
  await insertEndedEvents(db, app.clock.now());

  const get = async (path: string) => {
    const answer = await app.call('GET', `/api/house/${HOUSE}/${path}`, { token });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const receiptOf = async (eventId: string, deviceId: string) =>
    (await get(`event/${eventId}/receipt`)).find(
      (one: { eventId: string; deviceId: string }) => one.eventId === eventId && one.deviceId === deviceId,
    );
  const state = async (id: string) =>
    (
      await database.db
        .selectFrom('demandEvent')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).state;
  const stored = (): Promise<{ receipt: Receipt }[]> =>
    database.db.selectFrom('eventReceipt').select('receipt').orderBy('createdAt').execute();
  /** All that a person was told, by event and time. */
  const messagesTo = async (person: Person, eventId?: string) => {
    const messages = await database.db
      .selectFrom('message')
      .select(['eventId', 'subject', 'plainTextBody'])
      .where('accountId', '=', accountIdOf(person))
      .orderBy('eventId')
      .orderBy('createdAt')
      .execute();
    return messages.filter((one) => eventId === undefined || one.eventId === eventId);
  };
  const lastTo = async (person: Person, eventId: string) =>
    (await messagesTo(person, eventId)).at(-1)?.plainTextBody.split('\n').filter(Boolean) ?? [];
  /** What a node does once results may be due again. */
  const settleAfter = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    token = await openSession(database.db, app, 'owner');
    await settleEvents(deps);
  };
  const close = async () => {
    await jobs.stop();
    await app.close();
    await database.close();
  };
  return { database, app, deps, get, receiptOf, state, stored, messagesTo, lastTo, settleAfter, close };
};

export type SettlingWorld = Awaited<ReturnType<typeof openSettlingWorld>>;
