import { sql } from 'kysely';
import { Client } from 'pg';
import { vi } from 'vitest';
import type { Db, RootDb } from '../connection.ts';

/** Events that are over. */
const EVENTS = 600;

/** Tables with rows for each home, or for each event that ever was. */
const GROWING = [
  'account',
  'account_role',
  'command',
  'demand_event',
  'device',
  'device_state',
  'enrolment',
  'event_action',
  'event_notice',
  'event_participation',
  'house',
  'house_dispatch',
];

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

const scannedTables = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scannedTables),
];

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Of the event that the test home takes part in. */
const EVENT_ID = 'event1';

const OF_HEATER = `device_id = 'houseahwh'`;
/** Of which row each home, or event that is over, gets a copy, and with which values of its own. */
const COPIED: readonly (readonly [table: string, where: string, own?: Readonly<Record<string, string>>])[] = [
  ['house', `id = 'housea'`, { id: `'h' || n`, number: `100000 + n`, premise_id: `'h' || n` }],
  ['account', `first_name = 'neighbour'`, { id: `'a' || n`, email: `n || '@home.example'` }],
  ['account_role', `house_id = 'houseb' and role = 'house'`, { id: `'r' || n` }],
  ['device', `id = 'houseahwh'`, { id: `'d' || n` }],
  ['device_state', OF_HEATER],
  ['enrolment', OF_HEATER],
  ['event_participation', OF_HEATER],
  ['command', `${OF_HEATER} and event_id is not null`, { id: `'c' || n` }],
  ['event_action', OF_HEATER, { command_id: `'c' || n` }],
  ['house_dispatch', `house_id = 'housea'`],
  ['event_notice', `house_id = 'housea'`],
  ['demand_event', `id = '${EVENT_ID}'`, { id: `'e' || n`, dispatch_id: `'e' || n` }],
];

const copyRows = async (tx: Db, homes: number): Promise<void> => {
  // Without checks of keys: they would be planned while the tables are small, and read all of them for each row.
  await sql`set local session_replication_role = replica`.execute(tx);
  for (const [table, where, own] of COPIED) {
    const { rows } = await sql<{ readonly name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`.execute(tx);
    const values: Readonly<Record<string, string>> = {
      house_id: `'h' || n`,
      device_id: `'d' || n`,
      account_id: `'a' || n`,
      ...own,
    };
    const last = table === 'demand_event' ? EVENTS : homes;
    const { numAffectedRows } = await sql
      .raw(
        `insert into ${table} (${rows.map(({ name }) => name).join()})
        select ${rows.map(({ name }) => values[name] ?? `t.${name}`).join()}
        from (select * from ${table} where ${where} limit 1) t, generate_series(1, ${last}) n`,
      )
      .execute(tx);
    if (numAffectedRows !== BigInt(last)) throw new Error(`no rows of ${table} to copy`);
  }
  await sql`
    update demand_event set state = 'final', due_at = null, settle_at = null, created_at = created_at - interval '1 year',
      start_time = start_time - interval '1 year', end_time = end_time - interval '1 year'
    where id <> ${EVENT_ID}`.execute(tx);
};

/** The different statements of some work. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    const statements = query.mock.calls.flatMap(([config]: readonly unknown[]): Statement[] => {
      const { text, values } = config as Partial<Statement>;
      const isPlanned =
        text !== undefined && /^\W*(planned each time \W*)?(select|with|insert|update|delete)/i.test(text);
      return isPlanned ? [{ text, values: values ?? [] }] : [];
    });
    return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
  } finally {
    query.mockRestore();
  }
};

/** Growing tables that statements read as a whole, by the beginning of the statement; `without`: as if there were no such index. */
export const scansOf = async (
  url: string,
  statements: readonly Statement[],
  without?: string,
): Promise<string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  if (without !== undefined) await client.query(`drop index ${without}`);
  const scans: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (format json) ${text}`,
      values,
    );
    const tables = rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => scannedTables(Plan)) ?? [];
    const scanned = tables.filter((table) => GROWING.includes(table));
    if (scanned.length > 0) scans.push(`${scanned.join()}: ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  }
  await client.query('rollback');
  await client.end();
  return scans;
};

/** Rows of growing tables that a plan read when it was carried out, by whichever way. */
const rowsReadBy = (plan: Plan): number => {
  const isScan = plan['Node Type'].endsWith('Scan') && GROWING.includes(plan['Relation Name'] ?? '');
  const each =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = isScan ? each * (plan['Actual Loops'] ?? 0) : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsReadBy(part), own);
};

/** Statements that read more rows than so many, carried out again and undone. */
export const readsBeyond = async (
  url: string,
  statements: readonly Statement[],
  limit: number,
): Promise<string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const found: string[] = [];
  for (const { text, values } of statements) {
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    await client.query('rollback');
    const read = rows[0]?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + rowsReadBy(Plan), 0) ?? 0;
    if (read > limit) found.push(`${read}: ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  }
  await client.end();
  return found;
};

/** Changes the rows of many homes, however long it takes beside other tests, and counts them anew for the planner. */
export const changeRows = async (db: RootDb, change: (tx: Db) => Promise<unknown>): Promise<void> => {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await connection.transaction().execute(change);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
};

/** Makes homes like the test home, with one water heater in its event each, and events that are over. */
export const copyHomes = (db: RootDb, homes: number): Promise<void> =>
  changeRows(db, (tx) => copyRows(tx, homes));
