import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#domain/results/canonical-json.ts';
import { recompute } from '#domain/results/receipt.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { readFact, writeFact } from '../stores/system/installation.ts';
import { insertReceipts, newestReceipts } from '../stores/results/receipts.ts';
import { scheduleSettlement } from '../stores/results/settlements.ts';
import { databases } from '../testing/database/databases.ts';
import { addEndedEvent, denver, fillQuarters } from '../testing/results/ended-events.ts';
import { END, HOUSE, openSettlingWorld, OTHER_HOUSE, START } from '../testing/results/settling-world.ts';
import type { SettlingWorld } from '../testing/results/settling-world.ts';
import { FACT, reviewRules } from './review-rules.ts';
import { settleEvents } from './settle-events.ts';

describe.each(databases)('%s', (_name, open) => {
  let world: SettlingWorld;

  beforeAll(async () => {
    world = await openSettlingWorld(open);
  });
  afterAll(() => world.close());

  test('[DASH-3] who took part is known at once; energies wait until the devices have told them, an hour at most', async () => {
    await settleEvents(world.deps);
    expect(await world.state('main')).toBe('ended');
    expect(await world.get('event/main/receipt')).toEqual([]);
    const { monthlyResults, latestResult } = await world.get('dashboard');
    expect(monthlyResults).toMatchObject({ month: '2026-11', eventCount: 3, responseCount: 3 });
    // Without a number as long as devices are waited for.
    expect(latestResult).toMatchObject({
      eventId: 'main',
      dispatchId: 'main',
      savedWh: null,
      settled: false,
    });
    expect(await world.messagesTo('owner', 'main')).toEqual([]);
  });

  test('two nodes at once write every first version once', async () => {
    world.app.clock.advance(8 * HOUR);
    await Promise.all([settleEvents(world.deps), settleEvents(world.deps)]);
    expect(await world.state('main')).toBe('provisional');
    expect(await world.state('midnight')).toBe('provisional');
    // Its settling time of two days is over.
    expect(await world.state('clocks')).toBe('final');
    const receipts = await world.stored();
    expect(receipts.filter(({ receipt }) => receipt.version > 1)).toEqual([]);
    expect(receipts).toHaveLength(14);
    const subjects = (await world.messagesTo('owner')).map(({ subject }) => subject);
    expect(subjects.filter((subject) => / kWh saved, /.test(subject))).toEqual(
      ['0.40', '0.00', '0.72', '0.48'].map((energy) => `${energy} kWh saved, $0.50 earned`),
    );
  });

  test('[LANG-1] the notice of a result says its figures, or why a device has none, in the language of its reader', async () => {
    const open = 'Late readings may still change this until Thursday, November 12.';
    expect(await world.lastTo('owner', 'main')).toEqual([
      'Peak event of Tuesday, November 10 · Provisional',
      '- backwards: No energy result: the meter ran backwards during the event.',
      '- gaps: No energy result: 2 of 4 quarter hours of the event were not reported. What was not reported never counts as saved.',
      '- new: No energy result yet: only 1 comparable day is known, and 5 are needed.',
      '- offline: No energy result: the device was offline during the event.',
      '- unmetered: No energy result: this device reports neither energy nor running time.',
      open,
    ]);
    const [lead, ...others] = await world.lastTo('second', 'main');
    expect(lead).toBe('Evento de máxima demanda del martes, 10 de noviembre · Provisional');
    expect(others).toContain(
      '- offline: Sin resultado de energía: el dispositivo estuvo sin conexión durante el evento.',
    );
    expect(await world.lastTo('owner', 'midnight')).toEqual([
      'Peak event of Tuesday, November 10 · Provisional',
      open.replace('Thursday, November 12', 'Friday, November 13'),
    ]);
    // Final when it was told.
    expect(await world.lastTo('owner', 'clocks')).toEqual(['Peak event of Sunday, November 1']);
  });

  test('a whole result by hand: ten days of 400 Wh, 240 Wh used', async () => {
    expect(await world.receiptOf('main', 'whole')).toMatchObject({
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
    expect(await world.receiptOf('main', deviceId)).toMatchObject({
      reason,
      baselineWh: null,
      reductionWh: null,
    });
  });

  test('a thermostat without a meter by its runtime and the power that the installer entered, a typical one else', async () => {
    const newest = await newestReceipts(world.database.db, 'sunvale', ['heating'], [OTHER_HOUSE]);
    const ofDevice = (id: string) => newest.find(({ receipt }) => receipt.deviceId === id)?.receipt;
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
    const [left] = await world.messagesTo('neighbour', 'heating');
    expect(left).toMatchObject({
      subject: 'You opted out, so there is no result',
      plainTextBody: 'Peak event of Monday, November 9',
    });
  });

  test('a device that gives energy has a baseline below zero, and what it gave more is saved', async () => {
    const { adjustment, ...receipt } = await world.receiptOf('main', 'solar');
    expect(receipt).toMatchObject({ baselineWh: -200, actualWh: -600, reductionWh: 400, reason: null });
    expect(adjustment).toMatchObject({ type: 'additive', applied: 0 });
  });

  test('of two events on one day the later one is not adjusted by hours of the earlier one', async () => {
    const later = await world.receiptOf('main', 'twice');
    expect(later).toMatchObject({ reductionWh: 160, adjustment: { raw: null, reason: 'other_event' } });
    expect(await world.receiptOf('earlier', 'twice')).toMatchObject({ actualWh: 400, reason: null });
  });

  test('[T-35] an event over midnight, and one in which the clocks change, have numbers', async () => {
    expect(await world.receiptOf('midnight', 'night')).toMatchObject({
      baselineWh: 640,
      actualWh: 160,
      reductionWh: 480,
    });
    const change = await world.receiptOf('clocks', 'change');
    expect(change).toMatchObject({ state: 'final', baselineWh: 640, actualWh: 240, reductionWh: 400 });
    expect(change.intervals).toHaveLength(8);
  });

  test('every stored receipt computed again has the same bytes', async () => {
    const receipts = await world.stored();
    expect(receipts.length).toBeGreaterThan(10);
    for (const { receipt } of receipts) {
      expect(canonicalJson(recompute(receipt))).toBe(canonicalJson(receipt));
    }
  });

  test('looking again changes nothing; late readings give another version, of which the home is told, and nothing is overwritten', async () => {
    await world.settleAfter(7 * HOUR);
    expect(await world.stored()).toHaveLength(14);
    expect(await world.messagesTo('owner', 'main')).toHaveLength(1);
    await fillQuarters(world.database.db, [
      { houseId: HOUSE, deviceId: 'gaps', from: START + 2 * QUARTER, to: END, wh: 60 },
    ]);
    await world.settleAfter(7 * HOUR);
    expect(await world.receiptOf('main', 'gaps')).toMatchObject({
      version: 2,
      state: 'provisional',
      cause: 'late_readings',
      reductionWh: 160,
      versions: [
        { version: 2, cause: 'late_readings', reductionWh: 160 },
        { version: 1, cause: 'readings_in', reductionWh: null },
      ],
    });
    expect(await world.messagesTo('owner', 'main')).toHaveLength(2);
    const [lead, before, ...others] = await world.lastTo('owner', 'main');
    expect(lead).toBe(
      'The result of the peak event at 1 Test Street on Tuesday, November 10 was calculated again, and it has changed. Your home saved 0.88 kWh. You earned $0.50.',
    );
    expect(before).toBe('Until now it said: 0.72 kWh saved, $0.50 earned.');
    expect(others.join(' ')).not.toContain('gaps');
    expect((await world.lastTo('second', 'main'))[1]).toMatch(
      /^Hasta ahora decía: 0[.,]72 kWh de ahorro, .*0[.,]50/,
    );
  });

  test('after the settling time the results are final, rewards are confirmed, and later readings correct them', async () => {
    const before = await world.get('reward');
    expect(before.balance).toEqual([{ currency: 'USD', accrued: 150, confirmed: 50, reversed: 0, paid: 0 }]);
    await world.settleAfter(2 * DAY);
    expect(await world.state('main')).toBe('final');
    const reward = await world.get('reward');
    expect(reward.balance).toEqual([{ currency: 'USD', accrued: 0, confirmed: 200, reversed: 0, paid: 0 }]);
    expect(reward.seasons).toMatchObject([
      { programId: 'winter-heating', balance: { confirmed: 0 } },
      { programId: 'water-heater', balance: { accrued: 0, confirmed: 200, paid: 0 } },
    ]);
    expect(await world.receiptOf('main', 'whole')).toMatchObject({
      version: 2,
      state: 'final',
      cause: 'settled',
    });

    expect(await world.messagesTo('owner', 'main'), 'nothing that is shown has changed').toHaveLength(2);

    await fillQuarters(world.database.db, [
      { houseId: HOUSE, deviceId: 'whole', from: START, to: END, wh: 70 },
    ]);
    await world.settleAfter(DAY + HOUR);
    expect(await world.receiptOf('main', 'whole')).toMatchObject({
      version: 3,
      state: 'corrected',
      cause: 'late_readings',
      reductionWh: 120,
    });
    expect((await world.get('reward')).entries).toHaveLength(reward.entries.length);
    expect(await world.messagesTo('owner', 'main')).toHaveLength(3);
    expect((await world.lastTo('owner', 'main'))[0]).toMatch(
      /Your home saved 0\.84 kWh\. You earned \$0\.50\.$/,
    );
  });

  test('a correction by less than what is shown is a version, and no notice', async () => {
    await fillQuarters(world.database.db, [
      { houseId: HOUSE, deviceId: 'solar', from: START, to: START + QUARTER, wh: -153 },
    ]);
    await world.settleAfter(2 * DAY);
    expect(await world.receiptOf('main', 'solar')).toMatchObject({
      version: 3,
      state: 'corrected',
      reductionWh: 403,
    });
    expect(await world.messagesTo('owner', 'main')).toHaveLength(3);
  });

  test('corrections of two devices of an event, one after the other, are both told', async () => {
    for (const [deviceId, version, told] of [
      ['gaps', 4, 4],
      // Its version is no higher than that of the other.
      ['twice', 3, 5],
    ] as const) {
      await fillQuarters(world.database.db, [{ houseId: HOUSE, deviceId, from: START, to: END, wh: 90 }]);
      await scheduleSettlement(
        world.database.db,
        { providerId: 'sunvale', eventId: 'main' },
        world.app.clock.now(),
      );
      await settleEvents(world.deps);
      expect(await world.receiptOf('main', deviceId)).toMatchObject({
        version,
        state: 'corrected',
        reductionWh: 40,
      });
      expect(await world.messagesTo('owner', 'main')).toHaveLength(told);
    }
  });

  test('results of a rule that a new release has changed are computed again at once, and no others', async () => {
    const { db } = world.database;
    const [newest] = await newestReceipts(db, 'sunvale', ['midnight'], [HOUSE]);
    if (!newest) throw new Error('no receipt');
    const { receipt } = newest;
    const older = { ...receipt, ruleVersion: 0, version: receipt.version + 1, reductionWh: 1 };
    await insertReceipts(db, 'sunvale', [{ ...newest, receipt: older }], world.app.clock.now());
    await settleEvents(world.deps);
    expect((await world.receiptOf('midnight', 'night')).ruleVersion, 'not due for days').toBe(0);
    await reviewRules(world.deps);
    await settleEvents(world.deps);
    expect(
      (await world.receiptOf('midnight', 'night')).ruleVersion,
      'the first release that notes them',
    ).toBe(0);
    const versions = JSON.parse((await readFact(db, FACT)) ?? '{}') as Record<string, number>;
    for (const [changed, ruleVersion] of [
      ['pjm-high-4-of-5', 0],
      ['aemo-all-days', 1],
    ] as const) {
      await writeFact(db, FACT, JSON.stringify({ ...versions, [changed]: 0 }));
      await reviewRules(world.deps);
      await settleEvents(world.deps);
      expect((await world.receiptOf('midnight', 'night')).ruleVersion, changed).toBe(ruleVersion);
    }
    expect(await world.receiptOf('midnight', 'night')).toMatchObject({
      cause: 'rule_changed',
      state: 'corrected',
      reductionWh: 480,
      version: receipt.version + 2,
    });
    const count = (await world.stored()).length;
    await reviewRules(world.deps);
    await settleEvents(world.deps);
    expect(await world.stored()).toHaveLength(count);
  });

  test('[API-1] [API-4] [LEAD-3] event lists, savings, the month and the next plan say what the receipts say', async () => {
    const all = await Promise.all(
      ['main', 'earlier', 'midnight', 'clocks'].map((id) => world.get(`event/${id}/receipt`)),
    );
    const saved = all
      .flat()
      .reduce((sum: number, { reductionWh }: { reductionWh: number | null }) => sum + (reductionWh ?? 0), 0);
    const { byMonth, savedWh } = await world.get('savings');
    expect(byMonth).toEqual({ 2026: expect.objectContaining({ Oct: null, Nov: saved, Dec: null }) });
    expect(savedWh).toBe(saved);
    const { monthlyResults, latestResult } = await world.get('dashboard');
    expect(latestResult).toEqual({
      dispatchId: 'midnight',
      eventId: 'midnight',
      startTime: '2026-11-11T06:00:00.000Z',
      endTime: '2026-11-11T08:00:00.000Z',
      savedWh: 480,
      settled: true,
    });
    expect(monthlyResults).toEqual({
      month: '2026-11',
      eventCount: 4,
      responseCount: 4,
      optOutCount: 0,
      savedWh: saved,
    });
    const events = await world.get('event?start=2026-11-10T00:00:00Z&end=2026-11-12T00:00:00Z');
    const main = events.find(({ id }: { id: string }) => id === 'main');
    expect(main.deviceEventLogs).toContainEqual({ deviceId: 'whole', optout: false, eventEnergy: 280 });
    expect(main.deviceEventLogs).toContainEqual({ deviceId: 'offline', optout: false, eventEnergy: null });
    const next = { from: denver('2026-11-20 17:00'), to: denver('2026-11-20 18:00') };
    await addEndedEvent(world.database.db, { id: 'next', programId: 'water-heater', ...next }, [
      { houseId: HOUSE, deviceId: 'whole' },
      { houseId: HOUSE, deviceId: 'offline' },
    ]);
    const expectedOf = async (id: string) =>
      (await world.get(`event/${id}/plan`)).map(({ expected }: { expected: unknown }) => expected);
    // The typical figure of the program for a device without results, and the last result of the other.
    const typical = { wh: 450, amount: 25, currency: 'USD' };
    expect(await expectedOf('next')).toEqual([typical, { ...typical, wh: 120 }]);
    // Its people were told when it was ordered: results that came later change nothing of that.
    const later = { from: next.from + DAY, to: next.to + DAY, orderedAt: denver('2026-11-10 12:00') };
    await addEndedEvent(world.database.db, { id: 'later', programId: 'water-heater', ...later }, [
      { houseId: HOUSE, deviceId: 'whole' },
      { houseId: HOUSE, deviceId: 'offline' },
    ]);
    expect(await expectedOf('later')).toEqual([typical, typical]);
  });

  test('an event without a whole quarter hour has no number and says so, and what is paid for each event is paid for it', async () => {
    const { db } = world.database;
    const window = { from: denver('2026-11-15 17:05'), to: denver('2026-11-15 17:29') };
    await addEndedEvent(db, { id: 'short', programId: 'water-heater', ...window }, [
      { houseId: HOUSE, deviceId: 'whole' },
    ]);
    await settleEvents(world.deps);
    const reason = { code: 'window_too_short' };
    expect(await world.receiptOf('short', 'whole')).toMatchObject({
      reason,
      reductionWh: null,
      intervals: [],
    });
    const { entries } = await world.get('reward');
    expect(entries.filter(({ eventId }: { eventId: string }) => eventId === 'short')).toMatchObject([
      { kind: 'accrued', amount: 50, cause: 'result', receipts: [{ deviceId: 'whole', version: 1 }] },
    ]);
    const [lead, why] = await world.lastTo('owner', 'short');
    expect(lead).toMatch(/^Peak event of Sunday, November 15/);
    expect((await world.messagesTo('owner', 'short')).at(-1)?.subject).toBe('$0.50 earned');
    expect(why).toMatch(/only whole quarter hours count, and the event has none\.$/);
  });

  test('of an event whose quarter hours are no longer kept a known result stays, and one that was never computed says so', async () => {
    const { db } = world.database;
    const before = await world.receiptOf('main', 'whole');
    const span = { from: denver('2026-11-18 17:00'), to: denver('2026-11-18 18:00') };
    await addEndedEvent(db, { id: 'late', programId: 'water-heater', ...span }, [
      { houseId: HOUSE, deviceId: 'whole' },
    ]);
    await world.settleAfter(130 * DAY);
    await db.deleteFrom('energyQuarter').execute();
    await scheduleSettlement(db, { providerId: 'sunvale', eventId: 'main' }, world.app.clock.now());
    await scheduleSettlement(db, { providerId: 'sunvale', eventId: 'late' }, world.app.clock.now());
    await settleEvents(world.deps);
    expect(await world.receiptOf('main', 'whole')).toEqual(before);
    expect(await world.receiptOf('late', 'whole')).toMatchObject({
      version: 1,
      state: 'final',
      reason: { code: 'readings_deleted' },
      reductionWh: null,
    });
    expect((await world.messagesTo('owner', 'late')).map(({ subject }) => subject)).toEqual([]);
  });

  test('a home reads of all events of a dispatch at once, when the last of them has its results', async () => {
    const now = world.app.clock.now().getTime();
    const dispatchId = 'pair';
    for (const [id, deviceId, from, to] of [
      ['pair1', 'gaps', now - 4 * HOUR, now - 3 * HOUR],
      ['pair2', 'whole', now - 2 * HOUR, now - MINUTE],
    ] as const) {
      const devices = [{ houseId: HOUSE, deviceId }];
      await addEndedEvent(
        world.database.db,
        { id, dispatchId, programId: 'water-heater', from, to },
        devices,
      );
    }
    const ofPair = async () =>
      (await world.messagesTo('owner')).filter(({ eventId }) => eventId?.startsWith('pair') === true);
    await settleEvents(world.deps);
    expect([await world.state('pair1'), await world.state('pair2')]).toEqual(['provisional', 'ended']);
    expect(await ofPair()).toEqual([]);
    await world.settleAfter(2 * HOUR);
    expect(await world.state('pair2')).toBe('provisional');
    const [told, ...others] = await ofPair();
    expect(others).toEqual([]);
    expect(told?.plainTextBody).toMatch(/- gaps: .*\n- whole: /);
    // One reward for the dispatch, whichever of its events is settled.
    const { entries } = await world.get('reward');
    expect(entries.filter(({ eventId }: { eventId: string }) => eventId.startsWith('pair'))).toMatchObject([
      { eventId: 'pair1', kind: 'accrued', amount: 50 },
    ]);
  });

  test('receipts and the ledger cannot be changed, only go with their event', async () => {
    const { db } = world.database;
    await expect(db.updateTable('eventReceipt').set({ version: 9 }).execute()).rejects.toThrow(/added to/);
    await expect(db.deleteFrom('eventReceipt').execute()).rejects.toThrow(/added to/);
    await expect(db.deleteFrom('rewardEntry').execute()).rejects.toThrow(/added to/);
    await db.deleteFrom('demandEvent').where('id', '=', 'clocks').execute();
    expect((await world.stored()).some(({ receipt }) => receipt.deviceId === 'change')).toBe(false);
  });
});
