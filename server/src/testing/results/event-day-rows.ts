import { DAY, HOUR } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { writeEventResults } from '../../stores/results/event-results.ts';
import { addDevice, addEndedEvent, denver, fillQuarters, onDaysBefore } from './ended-events.ts';

const PROGRAM = 'water-heater';
/** The own house takes no part in it. */
export const OTHER_PROGRAM = 'summer-cooling';
const on = (day: string, from: string, to: string) => ({
  from: denver(`2026-11-${day} ${from}`),
  to: denver(`2026-11-${day} ${to}`),
});
/** With the two houses of the test data sixteen homes of one program. */
export const OTHERS = Array.from({ length: 14 }, (_, index) => `other${index}`);
export const MANY = 200;
const OPTED_OUT = {
  optOut: { at: denver('2026-11-09 16:00'), cause: 'person' },
  optOutCounted: true,
} as const;

const addHomes = async (db: RootDb): Promise<void> => {
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const place = {
    latitude: 40,
    longitude: -105,
    zipcode: '80302',
    country: 'US',
    timezone: 'America/Denver',
  };
  await insertRows(
    db,
    'house',
    OTHERS.map((id, index) => ({
      providerId: 'sunvale',
      id,
      number: 100 + index,
      address: `${index} Other Street`,
      nickname: null,
      ...place,
      settings: null,
      createdAt,
    })),
  );
  await insertRows(db, 'house', [
    {
      providerId: 'sunvale',
      id: 'elsewhere',
      number: 777,
      address: '7 Other Street',
      nickname: null,
      ...place,
      settings: null,
      createdAt,
    },
  ]);
  await db
    .deleteFrom('programParticipant')
    .where('houseId', '=', 'housea')
    .where('programId', '=', OTHER_PROGRAM)
    .execute();
  await insertRows(db, 'programParticipant', [
    { providerId: 'sunvale', houseId: 'elsewhere', programId: OTHER_PROGRAM },
  ]);
  const participants = OTHERS.map((houseId) => ({ providerId: 'sunvale', houseId, programId: PROGRAM }));
  await insertRows(db, 'programParticipant', participants);
  for (const houseId of ['housea', ...OTHERS]) {
    await addDevice(db, { houseId, id: `tank-${houseId}`, kind: 'hwh', mfg: 'rheem' }, createdAt);
  }
  await addDevice(db, { houseId: 'other0', id: 'second', kind: 'hwh', mfg: 'rheem' }, createdAt);
  await insertRows(db, 'leaderboardListing', [
    { providerId: 'sunvale', houseId: 'housea', listed: false, alias: 'Quiet', changedAt: createdAt },
    { providerId: 'sunvale', houseId: 'other0', listed: true, alias: 'SunnyFox', changedAt: createdAt },
    { providerId: 'sunvale', houseId: 'elsewhere', listed: true, alias: 'Elsewhere', changedAt: createdAt },
    { providerId: 'sunvale', houseId: 'other1', listed: true, alias: null, changedAt: createdAt },
    { providerId: 'sunvale', houseId: 'other2', listed: false, alias: 'Hidden', changedAt: createdAt },
  ]);
};

const addEvents = async (db: RootDb): Promise<void> => {
  const own = { houseId: 'housea', deviceId: 'tank-housea' };
  const others = OTHERS.map((houseId) => ({ houseId, deviceId: `tank-${houseId}` }));
  const add = (
    id: string,
    span: { from: number; to: number },
    devices: Parameters<typeof addEndedEvent>[2],
  ) => addEndedEvent(db, { id, programId: PROGRAM, ...span }, devices);
  // One of two devices was taken out: the home responded all the same.
  const second = { houseId: 'other0', deviceId: 'second', change: OPTED_OUT };
  await add('evening', on('10', '17:00', '18:00'), [own, ...others.slice(0, 3), second]);
  await add('morning', on('10', '06:00', '07:00'), [own]);
  await add('left', on('09', '17:00', '18:00'), [{ ...own, change: OPTED_OUT }, ...others.slice(0, 1)]);
  await add('excluded', on('07', '17:00', '18:00'), [
    { ...own, change: { plan: { excluded: { code: 'life_support' } } } },
  ]);
  await add('cancelled', on('08', '17:00', '18:00'), [own]);
  await db
    .updateTable('demandEvent')
    .set({ state: 'cancelled', cancelledAt: new Date(denver('2026-11-08 12:00')) })
    .where('id', '=', 'cancelled')
    .execute();
  // 100 Wh each quarter on other days; 60 in the evening of the event, 130 in its morning, 90 on the day that was left.
  await fillQuarters(
    db,
    [own, ...others.slice(0, 1)].flatMap((device) => [
      ...onDaysBefore('2026-11-11', 25, ['01:00', '19:00']).map((span) => ({
        ...device,
        ...span,
        wh: 100,
      })),
      { ...device, ...on('10', '17:00', '18:00'), wh: 60 },
      { ...device, ...on('10', '06:00', '07:00'), wh: 130 },
      { ...device, ...on('09', '17:00', '18:00'), wh: 90 },
    ]),
  );
};

/** Results in another program, of a home that is only in that one, and of one that is in both. */
const addOtherProgram = async (db: RootDb): Promise<void> => {
  const span = on('06', '17:00', '18:00');
  await addEndedEvent(db, { id: 'other-program', programId: OTHER_PROGRAM, kind: 'tstat', ...span }, []);
  const devices = [{ deviceId: 'any', outcome: 'responded', actualWh: 1, reductionWh: 9_000 }] as const;
  const result = { eventId: 'other-program', dispatchId: 'other-program', type: 'tstat', devices } as const;
  await writeEventResults(
    db,
    { providerId: 'sunvale', programId: OTHER_PROGRAM },
    ['elsewhere', 'other0'].map((houseId) => ({
      houseId,
      result: { ...result, startTime: span.from, endTime: span.to },
    })),
  );
};

/** A house with a result on each of many days. */
const addManyDays = async (db: RootDb): Promise<void> => {
  const start = (index: number) => denver('2026-03-01 17:00') - index * DAY;
  const ids = Array.from({ length: MANY }, (_, index) => `many${index}`);
  await insertRows(
    db,
    'demandEvent',
    ids.map((id, index) => ({
      providerId: 'sunvale',
      id,
      dispatchId: id,
      programId: PROGRAM,
      programVersion: 1,
      kind: 'hwh' as const,
      groups: null,
      startTime: new Date(start(index)),
      endTime: new Date(start(index) + HOUR),
      intensity: 100,
      origin: 'test' as const,
      cause: null,
      optOutAllowed: true,
      createdAt: new Date(start(index)),
      createdBy: null,
      state: 'final' as const,
      notifiedAt: null,
      cancelledAt: null,
      settleAt: null,
    })),
  );
  await writeEventResults(
    db,
    { providerId: 'sunvale', programId: PROGRAM },
    ids.map((eventId, index) => ({
      houseId: 'houseb',
      result: {
        eventId,
        dispatchId: eventId,
        type: 'hwh',
        startTime: start(index),
        endTime: start(index) + HOUR,
        devices: [{ deviceId: 'any', outcome: 'responded', actualWh: 100, reductionWh: index }],
      },
    })),
  );
};

/** Homes of two programs, their ended events, and a house with two hundred results. */
export const insertEventDays = async (db: RootDb): Promise<void> => {
  await addHomes(db);
  await addEvents(db);
  await addOtherProgram(db);
  await addManyDays(db);
};
