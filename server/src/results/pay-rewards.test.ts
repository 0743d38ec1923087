import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/time/time.ts';
import { isWaitingForLock } from '../db/testing/lock-waits.ts';
import { insertEntries } from '../stores/results/reward-entries.ts';
import type { NewEntry } from '../stores/results/reward-entries.ts';
import { lockHouses } from '../stores/results/settlements.ts';
import { databases } from '../testing/database/databases.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { addEndedEvent } from '../testing/results/ended-events.ts';
import { END, HOUSE, openSettlingWorld } from '../testing/results/settling-world.ts';
import type { SettlingWorld } from '../testing/results/settling-world.ts';
import { accountIdOf } from '../testing/test-data.ts';

describe.each(databases)('%s', (_name, open) => {
  let world: SettlingWorld;

  beforeAll(async () => {
    world = await openSettlingWorld(open);
    // Provisional, and final two days later.
    await world.settleAfter(8 * HOUR);
    await world.settleAfter(2 * DAY);
  });
  afterAll(() => world.close());

  test('the operator lists balances, marks as paid what was confirmed by then, and once', async () => {
    const { db } = world.database;
    const operator = await openSession(db, world.app, 'operator');
    const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const answer = await world.app.call(method, `/api/operator/${path}`, { token: operator, body });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const { asOf, rows, next } = await call('GET', 'reward');
    const balance = { accrued: 0, confirmed: 200, reversed: 0, paid: 0, currency: 'USD' };
    const holder = { premiseId: HOUSE, accountNumber: null, feeder: null, group: null };
    const ofHouse = { ...holder, houseId: HOUSE, address: '1 Test Street', programId: 'water-heater' };
    expect([rows, next]).toEqual([[{ ...ofHouse, ...balance }], null]);
    const pay = (moment: string, programIds = ['water-heater']) =>
      call('POST', 'reward/mark-paid', { programIds, asOf: moment });
    const nothing = { houses: 0, amounts: [] };
    expect(await pay('2026-11-11T00:00:00Z')).toEqual(nothing);
    expect(await pay(asOf, ['winter-heating'])).toEqual(nothing);
    expect(await pay(asOf)).toEqual({ houses: 1, amounts: [{ currency: 'USD', amount: 200 }] });
    expect(await pay(asOf)).toEqual(nothing);
    expect((await world.get('reward')).balance).toEqual([{ ...balance, confirmed: 0, paid: 200 }]);
    const refused = await world.app.call('POST', '/api/operator/reward/mark-paid', {
      token: operator,
      body: { programIds: ['coast-cool'], asOf },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'program_unknown']);

    const { rows: devices } = await call('GET', 'event/main/participation');
    expect(devices).toHaveLength(8);
    expect(devices).toContainEqual(
      expect.objectContaining({ deviceId: 'whole', outcome: 'responded', version: 2, reductionWh: 160 }),
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
    const { eventId, houseId, programId, currency, cause, receipts } = await world.database.db
      .selectFrom('rewardEntry')
      .selectAll()
      .where('eventId', '=', 'main')
      .limit(1)
      .executeTakeFirstOrThrow();
    const entry = { eventId, houseId, programId, currency, cause, receipts, amount };
    const time = world.app.clock.now().getTime();
    return (['accrued', 'confirmed'] as const).map((kind) => ({ ...entry, kind, time }));
  };

  test('two operators who pay at the same moment pay once, and each is told what was paid', async () => {
    const { db } = world.database;
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
    const operators = [
      await openSession(db, world.app, 'operator'),
      await openSession(db, world.app, 'withTotp'),
    ];
    await insertEntries(db, 'sunvale', await earned(70));
    const body = { programIds: ['water-heater'], asOf: world.app.clock.now().toISOString() };
    const answers = await Promise.all(
      [...operators, ...operators].map((operator) =>
        world.app.call('POST', '/api/operator/reward/mark-paid', { token: operator, body }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.flatMap((answer) => answer.body.amounts)).toEqual([{ currency: 'USD', amount: 70 }]);
    expect(answers.map((answer) => answer.body.houses).filter((houses) => houses !== 0)).toEqual([1]);
    expect((await world.get('reward')).balance).toMatchObject([{ confirmed: 0, paid: 270 }]);
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
    const { db } = world.database;
    const operator = await openSession(db, world.app, 'operator');
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
    const list = world.app.call('GET', '/api/operator/reward', { token: operator }).finally(() => {
      state.isAnswered = true;
    });
    // The embedded database has one connection, for which the list waits in any case.
    while (world.database.url !== null && !state.isAnswered && !(await isWaitingForLock(db)));
    listed.resolve();
    await settlement;
    expect((await list).body.rows).toMatchObject([{ houseId: HOUSE, confirmed: 30, paid: 270 }]);

    const asOf = new Date(world.app.clock.now().getTime() + HOUR).toISOString();
    const early = await world.app.call('GET', `/api/operator/reward?asOf=${asOf}`, { token: operator });
    expect([early.status, early.body.detail]).toEqual([400, 'asOf: must not lie in the future']);
    const body = { programIds: ['water-heater'], asOf };
    const payment = await world.app.call('POST', '/api/operator/reward/mark-paid', { token: operator, body });
    expect([payment.status, payment.body.detail]).toEqual([400, 'asOf: must not lie in the future']);
    expect((await world.get('reward')).balance).toMatchObject([{ confirmed: 30, paid: 270 }]);
  });

  test('[T-25] rows of a home in which two households lived name each by its account, by who lived there when the event began', async () => {
    const { db } = world.database;
    const operator = await openSession(db, world.app, 'operator');
    const { premiseId } = await db
      .updateTable('house')
      .set({ feeder: 'F-7', groupName: 'north' })
      .where('id', '=', HOUSE)
      .returning('premiseId')
      .executeTakeFirstOrThrow();
    const move = new Date(END + HOUR);
    const ofHouse = { providerId: 'sunvale', houseId: HOUSE };
    await db
      .updateTable('household')
      .set({ accountNumber: 'A-1', until: move })
      .where('houseId', '=', HOUSE)
      .execute();
    await db
      .insertInto('household')
      .values({ ...ofHouse, number: 2, accountNumber: 'A-2', since: move })
      .execute();
    const later = { id: 'later', programId: 'water-heater', from: END + 2 * HOUR, to: END + 3 * HOUR };
    await addEndedEvent(db, later, [{ houseId: HOUSE, deviceId: 'whole' }]);
    await insertEntries(
      db,
      'sunvale',
      (await earned(5)).map((entry) => ({ ...entry, eventId: 'later' })),
    );
    const get = async (path: string) =>
      (await world.app.call('GET', `/api/operator/${path}`, { token: operator })).body.rows as Record<
        string,
        unknown
      >[];
    const place = { premiseId, feeder: 'F-7', group: 'north', houseId: HOUSE };
    const balances = (await get('reward')).filter(({ houseId }) => houseId === HOUSE);
    expect(balances).toHaveLength(2);
    expect(balances).toEqual([
      expect.objectContaining({ ...place, accountNumber: 'A-1', confirmed: 30, paid: 270 }),
      expect.objectContaining({ ...place, accountNumber: 'A-2', confirmed: 5, paid: 0 }),
    ]);
    const holdersOf = async (eventId: string) =>
      new Set((await get(`event/${eventId}/participation`)).map(({ accountNumber }) => accountNumber));
    expect([await holdersOf('main'), await holdersOf('later')]).toEqual([new Set(['A-1']), new Set(['A-2'])]);
  });
});
