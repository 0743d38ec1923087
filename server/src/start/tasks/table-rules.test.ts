import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { Database } from '../../db/tables.ts';
import { tables } from '../../db/tables.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { noMetrics } from '../../lib/metrics.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { prune } from '../../stores/system/prune.ts';
import { ensureDays } from '../../stores/telemetry/telemetry-days.ts';
import { snakeCase } from '../../stores/sql/snake-case.ts';
import type { TestApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { applyRetention } from '../../testing/telemetry/retention.ts';
import { accountIdOf } from '../../testing/test-data.ts';
import { createHousekeeping } from './housekeeping.ts';
import { tableRules } from './table-rules.ts';
import type { TableRule } from './table-rules.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

const rules = Object.entries<TableRule>(tableRules);
const pruned = rules.flatMap(([table, rule]) =>
  'pruned' in rule ? rule.pruned.map(({ column }) => `${snakeCase(table)}.${snakeCase(column)}`) : [],
);
const withParent = rules.flatMap(([table, rule]) =>
  'goesWith' in rule ? [`${snakeCase(table)} ${snakeCase(rule.goesWith)}`] : [],
);
const partitioned = rules.flatMap(([table, rule]) => ('partitioned' in rule ? [snakeCase(table)] : []));

/** Tables that others look after: the job queue deletes its own rows, and the migrator has one per migration. */
const ofOthers = (schema: string, table: string): boolean => schema === 'jobs' || table.startsWith('kysely_');

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    return houses.close;
  });

  test('every table of tables.ts and of the database has exactly one rule', async () => {
    await ensureDays(database.db, [app.clock.now().getTime()]);
    const { rows } = await sql<{ schema: string; table: string; parent: string | null }>`
      select n.nspname as schema, c.relname as table, p.relname as parent
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_inherits i on i.inhrelid = c.oid
      left join pg_class p on p.oid = i.inhparent
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname not like 'pg_toast%' and n.nspname not like 'pg_temp%'`.execute(database.db);
    const ofTables = rows.filter(({ schema, table }) => !ofOthers(schema, table));
    const names = new Set(ofTables.map(({ table, parent }) => parent ?? table));
    expect([...names].toSorted()).toEqual(rules.map(([table]) => snakeCase(table)).toSorted());
    expect(Object.keys(tables).toSorted()).toEqual(rules.map(([table]) => table).toSorted());
    expect(rules.map(([, rule]) => Object.keys(rule).length)).toEqual(rules.map(() => 1));
    expect(ofTables.some(({ schema, parent }) => schema === 'days' && parent === 'telemetry')).toBe(true);
  });

  test('[T-39] every column that rows are deleted by is the first of an index', async () => {
    const { rows } = await sql<{ at: string }>`
      select c.relname || '.' || a.attname as at
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indpred is null`.execute(database.db);
    const indexed = rows.map(({ at }) => at);
    expect(pruned.length).toBeGreaterThan(10);
    expect(pruned.filter((column) => !indexed.includes(column))).toEqual([]);
  });

  test('rows that go with a parent have a foreign key that deletes them', async () => {
    const { rows } = await sql<{ pair: string }>`
      select c.relname || ' ' || p.relname as pair
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and k.confdeltype = 'c'`.execute(database.db);
    const pairs = rows.map(({ pair }) => pair);
    expect(withParent.length).toBeGreaterThan(5);
    expect(withParent.filter((pair) => !pairs.includes(pair))).toEqual([]);
  });

  test('partitioned tables are', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`.execute(
      database.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(partitioned);
  });

  test('commands and browsers are deleted after 400 days, open commands never', async () => {
    const { db } = database;
    const now = app.clock.now();
    const command = (id: string, version: number, days: number, state: Database['command']['state']) => ({
      providerId: 'sunvale',
      houseId: 'houseb',
      deviceId: 'housebtstat',
      id,
      accountId: null,
      origin: 'person' as const,
      command: JSON.stringify({ deviceId: 'housebtstat', kind: 'tstat', body: {} }),
      version,
      state,
      acceptedAt: addMs(now, -days * DAY),
      expiresAt: addMs(now, -days * DAY + 2 * MINUTE),
    });
    await insertRows(db, 'command', [
      command('old', 101, 401, 'confirmed'),
      command('expired', 102, 401, 'expired'),
      command('open', 103, 401, 'sent'),
      command('newer', 104, 399, 'failed'),
    ]);
    const browser = (secretHash: string, days: number) => ({
      providerId: 'sunvale',
      accountId: accountIdOf('owner'),
      secretHash,
      usedAt: addMs(now, -days * DAY),
    });
    await insertRows(db, 'knownBrowser', [browser('unused', 401), browser('used', 399)]);
    await applyRetention({ db, clock: app.clock });
    const commands = await db
      .selectFrom('command')
      .select('id')
      .where('deviceId', '=', 'housebtstat')
      .where('version', '>', 100)
      .orderBy('version')
      .execute();
    expect(commands.map(({ id }) => id)).toEqual(['open', 'newer']);
    const browsers = await db.selectFrom('knownBrowser').select('secretHash').execute();
    expect(browsers).toEqual([{ secretHash: 'used' }]);
  });

  test('sessions that no call accepts any more are deleted, and no others', async () => {
    const { db } = database;
    const now = app.clock.now();
    const session = (id: string, seen: number, expires: number) => ({
      providerId: 'sunvale',
      accountId: accountIdOf('owner'),
      id,
      tokenHash: id,
      userAgent: null,
      createdAt: addMs(now, -29 * DAY),
      seenAt: addMs(now, seen),
      expiresAt: addMs(now, expires),
    });
    await insertRows(db, 'session', [
      session('good', -6 * DAY, DAY),
      session('expired', -MINUTE, -MINUTE),
      session('idle', -8 * DAY, DAY),
    ]);
    await applyRetention({ db, clock: app.clock });
    expect(await db.selectFrom('session').select('id').execute()).toEqual([{ id: 'good' }]);
  });

  test('[T-39] budgets of a lock that lasts stay', async () => {
    const { db } = database;
    const now = app.clock.now();
    const budget = (subject: string, lockedUntil: Date | null) => ({
      providerId: 'sunvale',
      kind: 'pin',
      subject,
      tries: [],
      lockedUntil,
      touchedAt: addMs(now, -2 * DAY),
    });
    await insertRows(db, 'authBudget', [
      budget('free', null),
      budget('over', addMs(now, -MINUTE)),
      budget('locked', addMs(now, MINUTE)),
    ]);
    await applyRetention({ db, clock: app.clock });
    const left = await db.selectFrom('authBudget').select('subject').where('kind', '=', 'pin').execute();
    expect(left).toEqual([{ subject: 'locked' }]);
  });

  test('[T-39] many rows are deleted in several statements, and a stop ends it in between', async () => {
    const { db } = database;
    await sql`
      insert into device_activity (provider_id, house_id, device_id, time, key, value)
      select 'sunvale', 'housea', 'houseatstat', '2020-01-01'::timestamptz + n * interval '1 second', 'status', '"ONLINE"'
      from generate_series(1, 12000) n`.execute(db);
    const count = async () =>
      (await db.selectFrom('deviceActivity').select('time').where('deviceId', '=', 'houseatstat').execute())
        .length;
    const rule = { column: 'time', age: 90 * DAY } as const;
    let checks = 0;
    const isStopped = () => (checks += 1) > 1;
    expect(await prune(db, 'deviceActivity', rule, { now: app.clock.now(), isStopped })).toBe(5_000);
    expect(await count()).toBe(7_000);
    await applyRetention({ db, clock: app.clock });
    expect(await count()).toBe(0);
  });

  test('[T-39] one node in an hour deletes old rows', async () => {
    const { db } = database;
    const { clock } = app;
    await applyRetention({ db, clock });
    const node = () =>
      createHousekeeping({
        db,
        clock,
        metrics: noMetrics,
        snapshots: null,
        onError: (error) => expect(error).toBeNull(),
      });
    const nodes = [node(), node()] as const;
    const addOld = (subject: string) =>
      insertRows(db, 'authBudget', [
        {
          providerId: 'sunvale',
          kind: 'confirm',
          subject,
          tries: [],
          lockedUntil: null,
          touchedAt: addMs(clock.now(), -2 * DAY),
        },
      ]);
    const left = async () =>
      (await db.selectFrom('authBudget').select('subject').where('kind', '=', 'confirm').execute()).length;
    await addOld('one');
    clock.advance(50 * MINUTE);
    for (const one of nodes) await one.round();
    expect(await left()).toBe(1);
    clock.advance(10 * MINUTE);
    await nodes[1].round();
    expect(await left()).toBe(0);
    await addOld('two');
    await nodes[0].round();
    expect(await left()).toBe(1);
    clock.advance(-60 * MINUTE);
  });
});
