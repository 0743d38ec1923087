import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASELINE_RULE_TABLE } from '#domain/results/baseline/baseline-rules.ts';
import { correctableSince } from '#domain/results/settling.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import { RETENTION } from '../telemetry/retention.ts';
import { bothDatabases } from '../testing/database/databases.ts';
import { fillQuarters } from '../testing/results/ended-events.ts';
import { END, HOUSE, START, openSettlingWorld } from '../testing/results/settling-world.ts';
import type { SettlingWorld } from '../testing/results/settling-world.ts';
import { settleEvents } from './settle-events.ts';
import type { SettleDeps } from './settle-events.ts';
import { LEASE, takeLease } from './settlement-lease.ts';

test.each(BASELINE_RULE_TABLE)(
  '$name $version: the days it looks back to are kept as long as a result may be corrected',
  ({ lookBackDays, adjustment }) => {
    const longest = -correctableSince(0) + lookBackDays * DAY + (adjustment?.fromMinutes ?? 0) * MINUTE;
    // A day of the house begins up to half a day before that of UTC, and the clocks change.
    expect(longest + DAY).toBeLessThanOrEqual(RETENTION.quarters);
  },
);

/** For `isStopped`, which is asked before each piece of work. */
const stopsAfter = (pieces: number) => {
  let checks = 0;
  return () => {
    checks += 1;
    return checks > pieces;
  };
};

/** A process that dies after some effects: what is not committed then never is, and it does nothing any more. */
const diesAfter = (db: RootDb, effects: number): { readonly db: RootDb; readonly isDead: () => boolean } => {
  let done = 0;
  const isDead = () => done >= effects;
  const breathe = (): void => {
    if (isDead()) throw new Error('killed');
  };
  const live = async <T>(work: () => Promise<T>): Promise<T> => {
    breathe();
    const result = await work();
    done += 1;
    breathe();
    return result;
  };
  const begin = () => {
    const transaction = db.transaction();
    const execute: typeof transaction.execute = transaction.execute.bind(transaction);
    transaction.execute = (work) => live(() => execute(work));
    return transaction;
  };
  const update: RootDb['updateTable'] = (...given) => {
    done += 1;
    breathe();
    return db.updateTable(...given);
  };
  const mortal = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return begin;
      if (name === 'updateTable') return update;
      breathe();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db: mortal, isDead };
};

describe.each(bothDatabases)('%s', (_name, open) => {
  let world: SettlingWorld;
  /** Where nobody is killed. */
  let calm: SettlingWorld;

  beforeAll(async () => {
    world = await openSettlingWorld(open);
    calm = await openSettlingWorld(open);
  });
  afterAll(async () => {
    await world.close();
    await calm.close();
  });

  /** All that settling writes, without the times at which it was written. */
  const written = async ({ database: { db } }: SettlingWorld) => {
    const read = async (statement: string) => (await sql.raw(statement).execute(db)).rows;
    return {
      receipts: await read(
        `select event_id, house_id, device_id, version, receipt from event_receipt order by 1, 2, 3, 4`,
      ),
      ledger: await read(
        `select event_id, house_id, number, kind, amount, currency, cause, receipts from reward_entry order by 1, 2, 3`,
      ),
      results: await read(
        `select event_id, house_id, devices, actual_wh, reduction_wh from event_result order by 1, 2`,
      ),
      notices: await read(`select dispatch_id, house_id, notice from event_notice order by 1, 2, 3`),
      messages: await read(
        `select event_id, account_id, subject, plain_text_body from message order by 1, 2, 3, 4`,
      ),
      states: await read(`select id, state, delivered_wh from demand_event order by 1`),
    };
  };

  test('an event is left alone while a node works on it, and until its time is over when that was killed; a node that stops leaves it at once', async () => {
    const before = (await world.stored()).length;
    world.app.clock.advance(8 * HOUR);
    const killed = await takeLease(world.deps);
    const eventId = killed?.event.id ?? '';
    await settleEvents({ ...world.deps, isStopped: stopsAfter(1) });
    await settleEvents({ ...world.deps, isStopped: stopsAfter(1) });
    expect(await world.stored()).toHaveLength(before);
    world.app.clock.advance(LEASE / 2 + MINUTE);
    expect(await killed?.renew()).toBe(true);
    world.app.clock.advance(LEASE - MINUTE);
    const others = [];
    for (let lease = await takeLease(world.deps); lease; lease = await takeLease(world.deps))
      others.push(lease);
    expect(others.map(({ event }) => event.id)).not.toContain(eventId);
    expect(others.length).toBeGreaterThan(2);
    world.app.clock.advance(MINUTE);
    expect((await takeLease(world.deps))?.event.id).toBe(eventId);
    // It is another's now, whose time stays.
    expect(await killed?.renew()).toBe(false);
    await killed?.end(null);
    world.app.clock.advance(LEASE);
    expect((await takeLease(world.deps))?.event.id).toBeDefined();
    world.app.clock.advance(LEASE);
    calm.app.clock.advance(world.app.clock.now().getTime() - calm.app.clock.now().getTime());
  });

  test.each([
    ['the first results', 0, 60],
    ['the final ones', 2 * DAY, 60],
    ['corrections', 2 * DAY, 70],
  ])(
    '[T-35] %s are the same, each written once, when their nodes are killed between any two effects',
    async (_what, later, wh) => {
      for (const { app, database } of [world, calm]) {
        app.clock.advance(later);
        await fillQuarters(database.db, [{ houseId: HOUSE, deviceId: 'whole', from: START, to: END, wh }]);
      }
      await settleEvents(calm.deps);
      let kills = 0;
      for (let effects = 1; ; effects += 1) {
        const { db, isDead } = diesAfter(world.database.db, effects);
        const deps: SettleDeps = { ...world.deps, db, onError: () => {} };
        await settleEvents(deps).catch(() => {});
        if (!isDead()) break;
        kills += 1;
        world.app.clock.advance(LEASE);
      }
      expect(kills).toBeGreaterThan(3);
      expect(await written(world)).toEqual(await written(calm));
      calm.app.clock.advance(world.app.clock.now().getTime() - calm.app.clock.now().getTime());
    },
  );

  test('[T-35] two nodes that correct the same results at once, one with a clock ahead, write one version', async () => {
    const rounds = 10;
    const versionsOf = async () =>
      (await world.stored()).filter(({ receipt }) => receipt.deviceId === 'whole');
    const before = (await versionsOf()).length;
    for (let round = 0; round < rounds; round += 1) {
      const wh = 71 + round;
      await fillQuarters(world.database.db, [
        { houseId: HOUSE, deviceId: 'whole', from: START, to: END, wh },
      ]);
      await sql`update demand_event set settle_at = ${world.app.clock.now().toISOString()} where id = 'main'`.execute(
        world.database.db,
      );
      // To it every lease of the other is over.
      const ahead = { now: () => addMs(world.app.clock.now(), LEASE + MINUTE) };
      await Promise.all([settleEvents(world.deps), settleEvents({ ...world.deps, clock: ahead })]);
      expect(await versionsOf()).toHaveLength(before + round + 1);
    }
    const { rows } = await sql`
      select event_id, house_id, device_id, version from event_receipt
      group by 1, 2, 3, 4 having count(*) > 1`.execute(world.database.db);
    expect(rows).toEqual([]);
  });
});
