import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAction } from '#domain/events/participation.ts';
import { canonicalJson } from '#domain/results/canonical-json.ts';
import { recompute } from '#domain/results/receipt.ts';
import type { Receipt } from '#domain/results/receipt.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { DAY, HOUR, MINUTE } from '#domain/time.ts';
import { isWaitingForLock } from '../db/testing/lock-waits.ts';
import { notifyCorrections } from '../events/notify-corrections.ts';
import { writeNotices } from '../events/write-notices.ts';
import { createJobs } from '../jobs/queue.ts';
import type { Jobs } from '../jobs/queue.ts';
import { insertRows } from '../stores/demo.ts';
import { readFact, writeFact } from '../stores/installation.ts';
import { writeActions } from '../stores/participations.ts';
import { insertReceipts, newestReceipts } from '../stores/receipts.ts';
import { insertEntries } from '../stores/reward-entries.ts';
import type { NewEntry } from '../stores/reward-entries.ts';
import { lockHouses, scheduleSettlement } from '../stores/settlements.ts';
import { startApp, TestClock, testKeys } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { addDevice, addEndedEvent, denver, fillQuarters, onDaysBefore } from '../testing/ended-events.ts';
import { openSession } from '../testing/sessions.ts';
import { accountIdOf, insertTestData } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import { FACT, reviewRules } from './review-rules.ts';
import { settleEvents } from './settle-events.ts';
import type { SettleDeps } from './settle-events.ts';

/** A Tuesday; the rule of the water program compares it with all days, and adjusts by 13:00 to 15:00. */
const DAY_OF_EVENT = '2026-11-10';
const [START, END] = [denver(`${DAY_OF_EVENT} 17:00`), denver(`${DAY_OF_EVENT} 18:00`)];
const HOURS = ['09:00', '18:00'] as const;
const HOUSE = 'housea';
const OTHER_HOUSE = 'houseb';

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

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let jobs: Jobs;
  let deps: SettleDeps;

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db, { clock: new TestClock(new Date(END + MINUTE).toISOString()) });
    const { db } = database;
    await insertTestData(db, app);
    token = await openSession(db, app, 'owner');
    jobs = createJobs(database.engine, () => {});
    await jobs.start();
    const { random, providers } = app;
    const notifyDeps = {
      jobs,
      keys: testKeys,
      random,
      providers,
      publicUrl: () => 'https://portal.example/',
    };
    deps = {
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
        updatedAt: app.clock.now(),
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
  });
  afterAll(async () => {
    await jobs.stop();
    await app.close();
    await database.close();
  });

  const get = async (path: string) => {
    const answer = await app.call('GET', `/api/house/${HOUSE}/${path}`, { token });
    expect(answer.status, answer.text).toBe(200);
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
    const found = await database.db
      .selectFrom('message')
      .select(['eventId', 'subject', 'plainTextBody'])
      .where('accountId', '=', accountIdOf(person))
      .orderBy('eventId')
      .orderBy('createdAt')
      .execute();
    return found.filter((one) => eventId === undefined || one.eventId === eventId);
  };
  const lastTo = async (person: Person, eventId: string) =>
    (await messagesTo(person, eventId)).at(-1)?.plainTextBody.split('\n').filter(Boolean) ?? [];
  /** What a node does once results may be due again. */
  const settleAfter = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    token = await openSession(database.db, app, 'owner');
    await settleEvents(deps);
  };

  test('[DASH-3] who took part is known at once; energies wait until the devices have told them, an hour at most', async () => {
    await settleEvents(deps);
    expect(await state('main')).toBe('ended');
    expect(await get('event/main/receipt')).toEqual([]);
    const { monthlyResults, latestResult } = await get('dashboard');
    expect(monthlyResults).toMatchObject({ month: '2026-11', eventCount: 3, responseCount: 3 });
    // Without a number as long as devices are waited for.
    expect(latestResult).toMatchObject({ eventId: 'main', dispatchId: 'main', savedWh: null });
    expect(await messagesTo('owner', 'main')).toEqual([]);
  });

  test('what a node leaves when it stops is done by others ten minutes later; two at once write every first version once', async () => {
    app.clock.advance(8 * HOUR);
    await settleEvents({ ...deps, isStopped: () => true });
    await settleEvents(deps);
    expect(await state('main')).toBe('ended');
    app.clock.advance(10 * MINUTE);
    await Promise.all([settleEvents(deps), settleEvents(deps)]);
    expect(await state('main')).toBe('provisional');
    expect(await state('midnight')).toBe('provisional');
    // Its settling time of two days is over.
    expect(await state('clocks')).toBe('final');
    const receipts = await stored();
    expect(receipts.filter(({ receipt }) => receipt.version > 1)).toEqual([]);
    expect(receipts).toHaveLength(14);
    const subjects = (await messagesTo('owner')).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('The result of'))).toEqual([
      'The result of your peak event on Sunday, November 1',
      ...Array.from({ length: 3 }, () => 'The result of your peak event on Tuesday, November 10'),
    ]);
  });

  test('[LANG-1] the notice of a result says its figures, or why a device has none, in the language of its reader', async () => {
    const open = 'Readings that come in late may still change this until Thursday, November 12.';
    expect(await lastTo('owner', 'main')).toEqual([
      'Your home saved 0.72 kWh in the peak event at 1 Test Street on Tuesday, November 10. You earned $0.50.',
      '- backwards: There is no number: the meter ran backwards during the event.',
      '- gaps: There is no number: 2 of 4 quarter hours of the event were not reported. What was not heard is never counted as saved.',
      '- new: There is no number yet: only 1 comparable day is known, and 5 are needed.',
      '- offline: There is no number: the device was offline during the event.',
      '- unmetered: There is no number: this device reports neither energy nor running time.',
      open,
    ]);
    const [lead, ...others] = await lastTo('second', 'main');
    expect(lead).toMatch(/^Su hogar ahorró 0[.,]72 kWh en el evento .* Ganó .*0[.,]50/);
    expect(others).toContain(
      '- offline: No hay cifra: el dispositivo estuvo desconectado durante el evento.',
    );
    expect(await lastTo('owner', 'midnight')).toEqual([
      'Your home saved 0.48 kWh in the peak event at 1 Test Street on Tuesday, November 10. You earned $0.50.',
      open.replace('Thursday, November 12', 'Friday, November 13'),
    ]);
    // Final when it was told.
    expect(await lastTo('owner', 'clocks')).toEqual([
      'Your home saved 0.40 kWh in the peak event at 1 Test Street on Sunday, November 1. You earned $0.50.',
    ]);
  });

  test('a whole result by hand: ten days of 400 Wh, 240 Wh used', async () => {
    expect(await receiptOf('main', 'whole')).toMatchObject({
      type: 'hwh',
      outcome: 'responded',
      rule: 'aemo-all-days',
      version: 1,
      state: 'provisional',
      cause: 'readings_in',
      estimated: false,
      adjustment: { raw: 1, applied: 1, actualWh: 800, baselineWh: 800, reason: null },
      baselineWh: 400,
      actualWh: 240,
      reductionWh: 160,
      reason: null,
      versions: [{ version: 1, state: 'provisional', cause: 'readings_in', reductionWh: 160 }],
    });
  });

  test.each([
    ['gaps', { code: 'data_missing', missing: 2, of: 4 }],
    ['new', { code: 'too_few_days', found: 1, needed: 5 }],
    ['backwards', { code: 'meter_ran_backwards' }],
    ['offline', { code: 'offline' }],
    ['unmetered', { code: 'no_energy_data' }],
  ])('%s: there is no number, and a reason', async (deviceId, reason) => {
    expect(await receiptOf('main', deviceId)).toMatchObject({ reason, baselineWh: null, reductionWh: null });
  });

  test('a thermostat without a meter by its runtime and the power that the installer entered, a typical one else', async () => {
    const found = await newestReceipts(database.db, 'sunvale', ['heating'], [OTHER_HOUSE]);
    const ofDevice = (id: string) => found.find(({ receipt }) => receipt.deviceId === id)?.receipt;
    // 20 minutes less 4: 16 minutes of 4,500 W, and of 9,000 W.
    const typical = { baselineWh: 1_500, actualWh: 300, reductionWh: 1_200 };
    expect(ofDevice('typical')).toMatchObject({ ...typical, estimated: true, reason: null });
    const rated = { baselineWh: 3_000, actualWh: 600, reductionWh: 2_400 };
    expect(ofDevice('rated')).toMatchObject({ ...rated, estimated: true, reason: null });
    // Prepared in the hours by which the baseline would be adjusted.
    expect(ofDevice('typical')?.adjustment).toMatchObject({ reason: null, raw: 1 });
    expect(ofDevice('rated')?.adjustment).toMatchObject({ reason: 'preparation', raw: null, applied: 1 });
    // Days further back count where newer ones are missing.
    expect(ofDevice('away')).toMatchObject({ ...typical, reason: null });
    expect(ofDevice('away')?.daysUsed.at(0)?.day).toBe('2026-10-19');
    // Whose people had left is told so, and no figures.
    expect((await lastTo('neighbour', 'heating'))[0]).toMatch(
      /^Your home had left the peak event at .* on Monday, November 9, so there is no result\.$/,
    );
  });

  test('a device that gives energy has a baseline below zero, and what it gave more is saved', async () => {
    const { adjustment, ...receipt } = await receiptOf('main', 'solar');
    expect(receipt).toMatchObject({ baselineWh: -200, actualWh: -600, reductionWh: 400, reason: null });
    expect(adjustment).toMatchObject({ type: 'additive', applied: 0 });
  });

  test('of two events on one day the later one is not adjusted by hours of the earlier one', async () => {
    const later = await receiptOf('main', 'twice');
    expect(later).toMatchObject({ reductionWh: 160, adjustment: { raw: null, reason: 'other_event' } });
    expect(await receiptOf('earlier', 'twice')).toMatchObject({ actualWh: 400, reason: null });
  });

  test('[T-35] an event over midnight, and one in which the clocks change, have numbers', async () => {
    expect(await receiptOf('midnight', 'night')).toMatchObject({
      baselineWh: 640,
      actualWh: 160,
      reductionWh: 480,
    });
    const change = await receiptOf('clocks', 'change');
    expect(change).toMatchObject({ state: 'final', baselineWh: 640, actualWh: 240, reductionWh: 400 });
    expect(change.intervals).toHaveLength(8);
  });

  test('every stored receipt computed again has the same bytes', async () => {
    const receipts = await stored();
    expect(receipts.length).toBeGreaterThan(10);
    for (const { receipt } of receipts) {
      expect(canonicalJson(recompute(receipt))).toBe(canonicalJson(receipt));
    }
  });

  test('looking again changes nothing; late readings give another version, of which the home is told, and nothing is overwritten', async () => {
    await settleAfter(7 * HOUR);
    expect(await stored()).toHaveLength(14);
    expect(await messagesTo('owner', 'main')).toHaveLength(1);
    await fillQuarters(database.db, [
      { houseId: HOUSE, deviceId: 'gaps', from: START + 2 * QUARTER, to: END, wh: 60 },
    ]);
    await settleAfter(7 * HOUR);
    expect(await receiptOf('main', 'gaps')).toMatchObject({
      version: 2,
      state: 'provisional',
      cause: 'late_readings',
      reductionWh: 160,
      versions: [
        { version: 2, cause: 'late_readings', reductionWh: 160 },
        { version: 1, cause: 'readings_in', reductionWh: null },
      ],
    });
    expect(await messagesTo('owner', 'main')).toHaveLength(2);
    const [lead, before, ...others] = await lastTo('owner', 'main');
    expect(lead).toBe(
      'The result of the peak event at 1 Test Street on Tuesday, November 10 was computed again, and it has changed. Your home saved 0.88 kWh. You earned $0.50.',
    );
    expect(before).toBe('Until now it said: 0.72 kWh saved, $0.50 earned.');
    expect(others.join(' ')).not.toContain('gaps');
    expect((await lastTo('second', 'main'))[1]).toMatch(
      /^Hasta ahora decía: 0[.,]72 kWh de ahorro, .*0[.,]50/,
    );
  });

  test('after the settling time the results are final, rewards are confirmed, and later readings correct them', async () => {
    const before = await get('reward');
    expect(before.balance).toEqual([{ currency: 'USD', accrued: 150, confirmed: 50, reversed: 0, paid: 0 }]);
    await settleAfter(2 * DAY);
    expect(await state('main')).toBe('final');
    const reward = await get('reward');
    expect(reward.balance).toEqual([{ currency: 'USD', accrued: 0, confirmed: 200, reversed: 0, paid: 0 }]);
    expect(reward.seasons).toMatchObject([
      { programId: 'winter-heating', balance: { confirmed: 0 } },
      { programId: 'water-heater', balance: { accrued: 0, confirmed: 200, paid: 0 } },
    ]);
    expect(await receiptOf('main', 'whole')).toMatchObject({ version: 2, state: 'final', cause: 'settled' });

    expect(await messagesTo('owner', 'main'), 'nothing that is shown has changed').toHaveLength(2);

    await fillQuarters(database.db, [{ houseId: HOUSE, deviceId: 'whole', from: START, to: END, wh: 70 }]);
    await settleAfter(DAY + HOUR);
    expect(await receiptOf('main', 'whole')).toMatchObject({
      version: 3,
      state: 'corrected',
      cause: 'late_readings',
      reductionWh: 120,
    });
    expect((await get('reward')).entries).toHaveLength(reward.entries.length);
    expect(await messagesTo('owner', 'main')).toHaveLength(3);
    expect((await lastTo('owner', 'main'))[0]).toMatch(/Your home saved 0\.84 kWh\. You earned \$0\.50\.$/);
  });

  test('a correction by less than what is shown is a version, and no notice', async () => {
    await fillQuarters(database.db, [
      { houseId: HOUSE, deviceId: 'solar', from: START, to: START + QUARTER, wh: -153 },
    ]);
    await settleAfter(2 * DAY);
    expect(await receiptOf('main', 'solar')).toMatchObject({
      version: 3,
      state: 'corrected',
      reductionWh: 403,
    });
    expect(await messagesTo('owner', 'main')).toHaveLength(3);
  });

  test('corrections of two devices of an event, one after the other, are both told', async () => {
    for (const [deviceId, version, told] of [
      ['gaps', 4, 4],
      // Its version is no higher than that of the other.
      ['twice', 3, 5],
    ] as const) {
      await fillQuarters(database.db, [{ houseId: HOUSE, deviceId, from: START, to: END, wh: 90 }]);
      await scheduleSettlement(database.db, { providerId: 'sunvale', eventId: 'main' }, app.clock.now());
      await settleEvents(deps);
      expect(await receiptOf('main', deviceId)).toMatchObject({
        version,
        state: 'corrected',
        reductionWh: 40,
      });
      expect(await messagesTo('owner', 'main')).toHaveLength(told);
    }
  });

  test('results of a rule that a new release has changed are computed again at once, and no others', async () => {
    const { db } = database;
    const [newest] = await newestReceipts(db, 'sunvale', ['midnight'], [HOUSE]);
    if (!newest) throw new Error('no receipt');
    const { receipt } = newest;
    const older = { ...receipt, ruleVersion: 0, version: receipt.version + 1, reductionWh: 1 };
    await insertReceipts(db, 'sunvale', [{ ...newest, receipt: older }], app.clock.now());
    await settleEvents(deps);
    expect((await receiptOf('midnight', 'night')).ruleVersion, 'not due for days').toBe(0);
    await reviewRules(deps);
    await settleEvents(deps);
    expect((await receiptOf('midnight', 'night')).ruleVersion, 'the first release that notes them').toBe(0);
    const versions = JSON.parse((await readFact(db, FACT)) ?? '{}') as Record<string, number>;
    for (const [changed, ruleVersion] of [
      ['pjm-high-4-of-5', 0],
      ['aemo-all-days', 1],
    ] as const) {
      await writeFact(db, FACT, JSON.stringify({ ...versions, [changed]: 0 }));
      await reviewRules(deps);
      await settleEvents(deps);
      expect((await receiptOf('midnight', 'night')).ruleVersion, changed).toBe(ruleVersion);
    }
    expect(await receiptOf('midnight', 'night')).toMatchObject({
      cause: 'rule_changed',
      state: 'corrected',
      reductionWh: 480,
      version: receipt.version + 2,
    });
    const count = (await stored()).length;
    await reviewRules(deps);
    await settleEvents(deps);
    expect(await stored()).toHaveLength(count);
  });

  test('[API-1] [API-4] [LEAD-3] event lists, savings, the month and the next plan say what the receipts say', async () => {
    const all = await Promise.all(
      ['main', 'earlier', 'midnight', 'clocks'].map((id) => get(`event/${id}/receipt`)),
    );
    const saved = all
      .flat()
      .reduce((sum: number, { reductionWh }: { reductionWh: number | null }) => sum + (reductionWh ?? 0), 0);
    const { byMonth, savedWh } = await get('savings');
    expect(byMonth).toEqual({ 2026: expect.objectContaining({ Oct: null, Nov: saved, Dec: null }) });
    expect(savedWh).toBe(saved);
    const { monthlyResults, latestResult } = await get('dashboard');
    expect(latestResult).toEqual({
      dispatchId: 'midnight',
      eventId: 'midnight',
      startTime: '2026-11-11T06:00:00.000Z',
      endTime: '2026-11-11T08:00:00.000Z',
      savedWh: 480,
    });
    expect(monthlyResults).toEqual({
      month: '2026-11',
      eventCount: 4,
      responseCount: 4,
      optOutCount: 0,
      savedWh: saved,
    });
    const events = await get('event?start=2026-11-10T00:00:00Z&end=2026-11-12T00:00:00Z');
    const main = events.find(({ id }: { id: string }) => id === 'main');
    expect(main.deviceEventLogs).toContainEqual({ deviceId: 'whole', optout: false, eventEnergy: 280 });
    expect(main.deviceEventLogs).toContainEqual({ deviceId: 'offline', optout: false, eventEnergy: null });
    const next = { from: denver('2026-11-20 17:00'), to: denver('2026-11-20 18:00') };
    await addEndedEvent(database.db, { id: 'next', programId: 'water-heater', ...next }, [
      { houseId: HOUSE, deviceId: 'whole' },
      { houseId: HOUSE, deviceId: 'offline' },
    ]);
    const plan = await get('event/next/plan');
    // The last result of one device, and the typical figure of the program for one without any.
    expect(plan.map(({ expected }: { expected: unknown }) => expected)).toEqual([
      { wh: 450, amount: 25, currency: 'USD' },
      { wh: 120, amount: 25, currency: 'USD' },
    ]);
  });

  test('the operator lists balances, marks as paid what was confirmed by then, and once', async () => {
    const { db } = database;
    const operator = await openSession(db, app, 'operator');
    const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const answer = await app.call(method, `/api/operator/${path}`, { token: operator, body });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const { asOf, rows, next } = await call('GET', 'reward');
    const balance = { accrued: 0, confirmed: 200, reversed: 0, paid: 0, currency: 'USD' };
    const ofHouse = { houseId: HOUSE, address: '1 Test Street', programId: 'water-heater' };
    expect([rows, next]).toEqual([[{ ...ofHouse, ...balance }], null]);
    const pay = (moment: string, programIds = ['water-heater']) =>
      call('POST', 'reward/mark-paid', { programIds, asOf: moment });
    const nothing = { houses: 0, amounts: [] };
    expect(await pay('2026-11-11T00:00:00Z')).toEqual(nothing);
    expect(await pay(asOf, ['winter-heating'])).toEqual(nothing);
    expect(await pay(asOf)).toEqual({ houses: 1, amounts: [{ currency: 'USD', amount: 200 }] });
    expect(await pay(asOf)).toEqual(nothing);
    expect((await get('reward')).balance).toEqual([{ ...balance, confirmed: 0, paid: 200 }]);
    const refused = await app.call('POST', '/api/operator/reward/mark-paid', {
      token: operator,
      body: { programIds: ['coast-cool'], asOf },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'program_unknown']);

    const { rows: devices } = await call('GET', 'event/main/participation');
    expect(devices).toHaveLength(8);
    expect(devices).toContainEqual(
      expect.objectContaining({ deviceId: 'whole', outcome: 'responded', version: 3, reductionWh: 120 }),
    );
    expect(devices).toContainEqual(
      expect.objectContaining({ deviceId: 'offline', reductionWh: null, noResult: 'offline' }),
    );
    const acts = await db
      .selectFrom('audit')
      .select('action')
      .where('accountId', '=', accountIdOf('operator'))
      .where('action', 'in', ['rewards-exported', 'rewards-paid', 'participation-exported'])
      .orderBy('action')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual([
      'participation-exported',
      'rewards-exported',
      'rewards-paid',
    ]);
  });

  /** What a settlement would add to the ledger of the house. */
  const earned = async (amount: number): Promise<NewEntry[]> => {
    const { eventId, houseId, programId, currency, cause, receipts } = await database.db
      .selectFrom('rewardEntry')
      .selectAll()
      .where('eventId', '=', 'main')
      .limit(1)
      .executeTakeFirstOrThrow();
    const entry = { eventId, houseId, programId, currency, cause, receipts, amount };
    const time = app.clock.now().getTime();
    return (['accrued', 'confirmed'] as const).map((kind) => ({ ...entry, kind, time }));
  };

  test('two operators who pay at the same moment pay once, and each is told what was paid', async () => {
    const { db } = database;
    const accountId = accountIdOf('withTotp');
    const [rights] = await db
      .selectFrom('operator')
      .selectAll()
      .where('providerId', '=', 'sunvale')
      .execute();
    if (!rights) throw new Error('no operator');
    await db
      .insertInto('operator')
      .values({ ...rights, accountId })
      .execute();
    const operators = [await openSession(db, app, 'operator'), await openSession(db, app, 'withTotp')];
    await insertEntries(db, 'sunvale', await earned(70));
    const body = { programIds: ['water-heater'], asOf: app.clock.now().toISOString() };
    const answers = await Promise.all(
      [...operators, ...operators].map((operator) =>
        app.call('POST', '/api/operator/reward/mark-paid', { token: operator, body }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.flatMap((answer) => answer.body.amounts)).toEqual([{ currency: 'USD', amount: 70 }]);
    expect(answers.map((answer) => answer.body.houses).filter((houses) => houses !== 0)).toEqual([1]);
    expect((await get('reward')).balance).toMatchObject([{ confirmed: 0, paid: 270 }]);
    const paidBy = await db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'rewards-paid')
      .execute();
    // The payment of the test before, and this one.
    expect(new Set(paidBy.map(({ detail }) => detail?.['amount']))).toEqual(new Set([200, 70]));
    expect(paidBy).toHaveLength(2);
    await db.deleteFrom('operator').where('accountId', '=', accountId).execute();
  });

  test('a list has what was being written at its moment, and nothing is listed or paid by a moment to come', async () => {
    const { db } = database;
    const operator = await openSession(db, app, 'operator');
    const entries = await earned(30);
    const [written, listed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const settlement = db.transaction().execute(async (tx) => {
      await lockHouses(tx, 'sunvale', [HOUSE]);
      await insertEntries(tx, 'sunvale', entries);
      written.resolve();
      await listed.promise;
    });
    await written.promise;
    const state = { isAnswered: false };
    const list = app.call('GET', '/api/operator/reward', { token: operator }).finally(() => {
      state.isAnswered = true;
    });
    // The embedded database has one connection, for which the list waits in any case.
    while (database.url !== null && !state.isAnswered && !(await isWaitingForLock(db)));
    listed.resolve();
    await settlement;
    expect((await list).body.rows).toMatchObject([{ houseId: HOUSE, confirmed: 30, paid: 270 }]);

    const asOf = new Date(app.clock.now().getTime() + HOUR).toISOString();
    const early = await app.call('GET', `/api/operator/reward?asOf=${asOf}`, { token: operator });
    expect([early.status, early.body.detail]).toEqual([400, 'asOf: must not lie in the future']);
    const body = { programIds: ['water-heater'], asOf };
    const payment = await app.call('POST', '/api/operator/reward/mark-paid', { token: operator, body });
    expect([payment.status, payment.body.detail]).toEqual([400, 'asOf: must not lie in the future']);
    expect((await get('reward')).balance).toMatchObject([{ confirmed: 30, paid: 270 }]);
  });

  test('of an event whose quarter hours are no longer kept a known result stays, and one that was never computed says so', async () => {
    const { db } = database;
    const before = await receiptOf('main', 'whole');
    const asked = { from: denver('2026-11-18 17:00'), to: denver('2026-11-18 18:00') };
    await addEndedEvent(db, { id: 'late', programId: 'water-heater', ...asked }, [
      { houseId: HOUSE, deviceId: 'whole' },
    ]);
    await settleAfter(130 * DAY);
    await db.deleteFrom('energyQuarter').execute();
    await scheduleSettlement(db, { providerId: 'sunvale', eventId: 'main' }, app.clock.now());
    await scheduleSettlement(db, { providerId: 'sunvale', eventId: 'late' }, app.clock.now());
    await settleEvents(deps);
    expect(await receiptOf('main', 'whole')).toEqual(before);
    expect(await receiptOf('late', 'whole')).toMatchObject({
      version: 1,
      state: 'final',
      reason: { code: 'readings_deleted' },
      reductionWh: null,
    });
    expect((await messagesTo('owner', 'late')).map(({ subject }) => subject)).toEqual([]);
  });

  test('a home reads of all events of a dispatch at once, when the last of them has its results', async () => {
    const now = app.clock.now().getTime();
    const dispatchId = 'pair';
    for (const [id, deviceId, from, to] of [
      ['pair1', 'gaps', now - 4 * HOUR, now - 3 * HOUR],
      ['pair2', 'whole', now - 2 * HOUR, now - MINUTE],
    ] as const) {
      const devices = [{ houseId: HOUSE, deviceId }];
      await addEndedEvent(database.db, { id, dispatchId, programId: 'water-heater', from, to }, devices);
    }
    const ofPair = async () =>
      (await messagesTo('owner')).filter(({ eventId }) => eventId?.startsWith('pair') === true);
    await settleEvents(deps);
    expect([await state('pair1'), await state('pair2')]).toEqual(['provisional', 'ended']);
    expect(await ofPair()).toEqual([]);
    await settleAfter(2 * HOUR);
    expect(await state('pair2')).toBe('provisional');
    const [told, ...others] = await ofPair();
    expect(others).toEqual([]);
    expect(told?.plainTextBody).toMatch(/- gaps: .*\n- whole: /);
    // One reward for the dispatch, whichever of its events is settled.
    const { entries } = await get('reward');
    expect(entries.filter(({ eventId }: { eventId: string }) => eventId.startsWith('pair'))).toMatchObject([
      { eventId: 'pair1', kind: 'accrued', amount: 50 },
    ]);
  });

  test('receipts and the ledger cannot be changed, only go with their event', async () => {
    const { db } = database;
    await expect(db.updateTable('eventReceipt').set({ version: 9 }).execute()).rejects.toThrow(/added to/);
    await expect(db.deleteFrom('eventReceipt').execute()).rejects.toThrow(/added to/);
    await expect(db.deleteFrom('rewardEntry').execute()).rejects.toThrow(/added to/);
    await db.deleteFrom('demandEvent').where('id', '=', 'clocks').execute();
    expect((await stored()).some(({ receipt }) => receipt.deviceId === 'change')).toBe(false);
  });
});
