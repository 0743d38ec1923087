import { DAY } from '#domain/time/time.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import { addHomes, deleteDemoHomes, enrolInPrograms } from '../provisioning/homes.ts';
import { deleteDemo, insertRows, lockSeeding } from '../stores/system/demo.ts';
import { deleteFact, readFact, writeFact } from '../stores/system/installation.ts';
import { initHistory } from './past/history.ts';
import { FACT as HISTORY_FACT } from './past/history-progress.ts';
import { inboxRows } from './homes/inbox.ts';
import { historyEnd } from './initial-state.ts';
import { offerRows } from './homes/offers.ts';
import { DEMO_TABLES, demoRows } from './rows.ts';
import type { DemoRows, DemoTable, InitialStates, Seal } from './rows.ts';

const FACT = 'demo';
/** Version of the demo data; a database keeps the one it was seeded with. */
const VERSION = '1';

/** Before the first event of the demo's past. */
const ENROLLED = 500 * DAY;

export const isSeeded = async (db: Db): Promise<boolean> => (await readFact(db, FACT)) !== null;

interface Deps {
  readonly db: RootDb;
  /** The demo's times are relative to it. */
  readonly now: Date;
  readonly passwordHash: string;
  readonly seal: Seal;
  readonly states: InitialStates;
  readonly onProgress: (done: number, total: number, what: string) => void;
}

const insertTable = async <T extends DemoTable>(tx: Db, rows: DemoRows, table: T): Promise<void> => {
  await insertRows<T>(tx, table, rows[table]);
};

/** Homes, their people, and all else of them. `onTable` is told after each table. */
export const insertHomes = async (
  tx: Db,
  rows: DemoRows,
  onTable: (done: number, total: number) => void = () => {},
): Promise<void> => {
  const { house, programParticipant, device, accountRole } = rows;
  await addHomes(tx, { house, programParticipant, device });
  for (const [index, table] of DEMO_TABLES.entries()) {
    await insertTable(tx, rows, table);
    onTable(index + 1, DEMO_TABLES.length);
  }
  await addHomes(tx, { accountRole });
};

/** Seeds in one transaction, once only; the providers and their programs must be registered. */
export const seedDemo = async ({ db, onProgress, ...context }: Deps): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    if (await isSeeded(tx)) return;
    const { now } = context;
    await insertHomes(tx, demoRows(context), (done, total) => onProgress(done, total, 'demo houses'));
    await enrolInPrograms(tx, addMs(now, -ENROLLED), now);
    await insertRows(tx, 'message', inboxRows(now, historyEnd(now)));
    await insertRows(tx, 'marketingMessage', offerRows(now));
    await initHistory(tx, now);
    await writeFact(tx, FACT, VERSION);
  });

/** Undoes the seeding of an earlier start; returns how many accounts are gone. */
export const removeDemo = (db: RootDb): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    await deleteFact(tx, FACT);
    await deleteFact(tx, HISTORY_FACT);
    const accounts = await deleteDemo(tx);
    await deleteDemoHomes(tx);
    return accounts;
  });
