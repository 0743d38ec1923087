import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import { balanceOf } from '#domain/results/rewards/ledger.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import { findEvent } from '../stores/events/events.ts';
import { insertReceipts } from '../stores/results/receipts.ts';
import { insertEntries, ledgerOfEvents } from '../stores/results/reward-entries.ts';
import { insertRows } from '../stores/system/demo.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases, reuseDatabase } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { addEndedEvent, denver } from '../testing/results/ended-events.ts';
import { insertTestData } from '../testing/test-data.ts';
import { settleCancelled } from './settle-cancelled.ts';
import { settleRewards } from './settle-rewards.ts';

const PROVIDER = 'sunvale';
const HOUSE = 'housea';
const DEVICE = 'houseatstat';
const NAMES = ['earned', 'a', 'b', 'c'];
const COSTS: OptOutConsequence = { code: 'loses_amount', used: 1, free: 1, amount: 2_500, currency: 'USD' };
const FREE: OptOutConsequence = { code: 'free', used: 0, free: 1 };

describe.each(databases)('%s: what homes are charged for leaving', (_name, open) => {
  const openEmpty = reuseDatabase(open);
  let database: TestDatabase;
  let app: TestApp;

  const startOf = (name: string) => denver('2026-07-14 17:00') + NAMES.indexOf(name) * DAY;

  /** One event of $100, and three that the home left, a day after the other; one may be left for nothing. */
  beforeEach(async () => {
    database = await openEmpty();
    const { db } = database;
    app = await startApp(db);
    await insertTestData(db, app);
    await sql`update program_version set rules = jsonb_set(rules, '{optOut,freePerSeason}', '1')`.execute(db);
    for (const name of NAMES) {
      const from = startOf(name);
      const left = name === 'earned' ? {} : { optOut: { at: from, cause: 'person' }, optOutCounted: true };
      await addEndedEvent(
        db,
        { id: name, programId: 'summer-cooling', kind: 'tstat', from, to: from + HOUR },
        [{ houseId: HOUSE, deviceId: DEVICE, change: left as object }],
      );
    }
    const receipt = { deviceId: DEVICE, version: 1, state: 'final', reductionWh: 100_000 } as never;
    await insertReceipts(
      db,
      PROVIDER,
      NAMES.map((eventId) => ({ eventId, houseId: HOUSE, receipt })),
      app.clock.now(),
    );
    await insertRows(
      db,
      'eventResult',
      NAMES.map((eventId) => ({
        providerId: PROVIDER,
        eventId,
        houseId: HOUSE,
        dispatchId: eventId,
        programId: 'summer-cooling',
        kind: 'tstat' as const,
        startTime: new Date(startOf(eventId)),
        endTime: new Date(startOf(eventId) + HOUR),
        devices: '[]',
        takingPart: 1,
        responded: eventId === 'earned' ? 1 : 0,
        optedOut: eventId === 'earned' ? 0 : 1,
        actualWh: 0,
        reductionWh: 100_000,
      })),
    );
    return async () => {
      await app.close();
      await database.close();
    };
  });

  /** The home left these, in this order, and was told so. */
  const left = (told: readonly (readonly [string, OptOutConsequence | null])[]) =>
    database.db
      .insertInto('houseDispatch')
      .values(
        told.map(([dispatchId, price], order) => ({
          providerId: PROVIDER,
          houseId: HOUSE,
          dispatchId,
          optOuts: JSON.stringify({ 'summer-cooling': { at: order, cause: 'person', told: price } }),
        })),
      )
      .execute();
  const eventOf = async (eventId: string) => {
    const event = await findEvent(database.db, { providerId: PROVIDER, eventId });
    if (!event) throw new Error(eventId);
    return event;
  };
  const settle = async () => settleRewards(database.db, await eventOf('earned'), [HOUSE], app.clock.now());
  const ledger = () => ledgerOfEvents(database.db, PROVIDER, NAMES, [HOUSE]);
  const worth = async () => {
    const { accrued, confirmed, paid } = balanceOf(await ledger());
    return accrued + confirmed + paid;
  };

  test('[OPT-1] charged is what was told, in the order in which they left, whenever the events were', async () => {
    await left([
      ['c', FREE],
      ['a', COSTS],
      ['b', { ...COSTS, used: 2 }],
    ]);
    await settle();
    expect(await worth()).toBe(5_000);
    await settle();
    expect(await worth(), 'looking again changes nothing').toBe(5_000);
  });

  test('[OPT-1] who was told that it is free is not charged, and nothing that came late is counted', async () => {
    await left([
      ['a', { code: 'late_notice' }],
      ['b', FREE],
      ['c', FREE],
    ]);
    await settle();
    expect(await worth()).toBe(10_000);
  });

  test('[OPT-1] an event that is cancelled later frees what others were charged, but takes back nothing that was paid', async () => {
    await left([
      ['c', FREE],
      ['a', COSTS],
    ]);
    await settle();
    expect(await worth()).toBe(7_500);
    await insertEntries(
      database.db,
      PROVIDER,
      (await ledger())
        .filter(({ kind }) => kind === 'confirmed')
        .map((entry) => ({ ...entry, kind: 'paid' as const, programId: 'summer-cooling' })),
    );
    await database.db
      .updateTable('demandEvent')
      .set({ cancelledAt: app.clock.now() })
      .where('id', '=', 'c')
      .execute();
    const node = { db: database.db, clock: app.clock, isStopped: () => false };
    const lease = { event: await eventOf('c'), renew: async () => true };
    // A node that stops, or has lost the event to another, leaves the rest to that one.
    expect(await settleCancelled({ ...node, isStopped: () => true }, lease)).toBe('stopped');
    expect(await settleCancelled(node, { ...lease, renew: async () => false })).toBe('lost');
    expect(await worth()).toBe(7_500);
    expect(await settleCancelled(node, lease)).toBe('done');
    expect(await worth()).toBe(10_000);
    expect(balanceOf(await ledger())).toMatchObject({ paid: 7_500, confirmed: 2_500 });
    // Whatever is said to cost more afterwards: what was paid stays.
    await database.db.updateTable('demandEvent').set({ cancelledAt: null }).where('id', '=', 'c').execute();
    await database.db
      .updateTable('houseDispatch')
      .set({
        optOuts: JSON.stringify({
          'summer-cooling': { at: 1, cause: 'person', told: { ...COSTS, amount: 9_900 } },
        }),
      })
      .execute();
    await settle();
    expect(balanceOf(await ledger()).paid).toBe(7_500);
    expect(await worth()).toBeGreaterThanOrEqual(7_500);
  });
});
