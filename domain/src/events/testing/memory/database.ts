import type { Stop } from '../../engine/ports.ts';
import type { EngineEvent, HomeRef, ParticipationWrite, StoredHome } from '../../engine/rows.ts';
import { createLocks } from './locks.ts';
import type { LockMode, Locks } from './locks.ts';

export interface EventRow extends EngineEvent {
  readonly stopReason: string | null;
  readonly walkPostponedUntil: number | null;
}

/** `commandIds`: by round and phase of the action. */
export interface ParticipationRow extends Omit<ParticipationWrite, 'actions'> {
  readonly commandIds: Readonly<Record<string, string>>;
}

export interface HomeRow extends StoredHome {
  readonly leftBy: string | null;
  readonly dueAt: number | null;
}

export interface EnrolmentRow {
  readonly houseId: string;
  readonly deviceId: string;
  readonly programId: string;
  readonly groupName: string;
  readonly since: number;
  readonly changedAt: number;
}

export interface Rows {
  readonly event: EventRow;
  readonly transition: { readonly at: number };
  readonly participation: ParticipationRow;
  readonly home: HomeRow;
  readonly enrolment: EnrolmentRow;
  readonly notice: HomeRef & { readonly name: string; readonly at: number };
  readonly stop: Stop;
}
export type Table = keyof Rows;
type Lockable = Table | 'device' | 'claim';

type Tables = { readonly [table in Table]: Map<string, Rows[table]> };

/** A store in memory whose transactions read what is committed, wait for row locks and may be undone. */
export interface Database {
  readonly tables: Tables;
  readonly locks: Locks;
  /** Called before every statement: others run meanwhile. */
  readonly pause: () => Promise<void>;
}

const emptyTables = (): Tables => ({
  event: new Map(),
  transition: new Map(),
  participation: new Map(),
  home: new Map(),
  enrolment: new Map(),
  notice: new Map(),
  stop: new Map(),
});

export const createDatabase = (
  pause: () => Promise<void>,
  park: (register: (resume: () => void) => void) => Promise<void>,
): Database => ({ tables: emptyTables(), locks: createLocks(park), pause });

/** One transaction. Writes are its own until it is committed. */
export interface Transaction {
  /** Begins a statement. */
  readonly statement: () => Promise<void>;
  readonly find: <T extends Table>(table: T, key: string) => Rows[T] | undefined;
  readonly list: <T extends Table>(table: T) => Rows[T][];
  readonly lock: (table: Lockable, key: string, mode: LockMode) => Promise<void>;
  readonly tryLock: (table: Lockable, key: string, mode: LockMode) => boolean;
  /** The first of the rows that can be locked at once. */
  readonly tryLocks: <Row>(
    table: Lockable,
    rows: readonly Row[],
    keyOf: (row: Row) => string,
    limit: number,
  ) => Row[];
  /** Locks the row and changes it as it is then; nothing happens where `change` returns it as it is, or it does not exist. */
  readonly update: <T extends Table>(
    table: T,
    key: string,
    change: (row: Rows[T]) => Rows[T],
  ) => Promise<void>;
  /** false: the key exists. Waits for whoever is about to insert it. */
  readonly insert: <T extends Table>(table: T, key: string, row: Rows[T]) => Promise<boolean>;
  readonly remove: (table: Table, key: string) => Promise<void>;
  /** For what lives outside these tables: carried out when the transaction is committed. */
  readonly onCommit: (effect: () => void) => void;
}

/** Two transactions that take their locks in different orders may wait for each other, which a seed seldom comes upon. */
class OutOfOrder extends Error {
  override readonly name = 'OutOfOrder';
}

/**
 * The order of locks (docs/architecture.md): what nobody may hold who waits for a lock. Writing to an event beside its state comes last and
 * excludes nobody who carries it out.
 */
const HELD_BY_NOBODY: Readonly<Record<string, readonly string[]>> = {
  'event keyShare': ['home'],
  'event update': ['device', 'participation', 'home'],
  device: ['event update', 'participation', 'home'],
  participation: ['event update', 'home'],
};

/** The locks that a transaction has, and whether it may wait for another one. */
const createOrder = () => {
  const held = new Map<string, Set<string>>();
  const kindOf = (table: Lockable, mode: LockMode) => (table === 'event' ? `event ${mode}` : table);
  const take = (table: Lockable, key: string, mode: LockMode): void => {
    const kind = kindOf(table, mode);
    held.set(kind, (held.get(kind) ?? new Set()).add(key));
  };
  const assertMayWait = (table: Lockable, key: string, mode: LockMode): void => {
    const kind = kindOf(table, mode);
    if (held.get(kind)?.has(key)) return;
    const wrong = HELD_BY_NOBODY[kind]?.find((other) => held.has(other));
    if (wrong !== undefined) throw new OutOfOrder(`${kind} ${key} after ${wrong}`);
  };
  return { take, assertMayWait };
};

const inTransaction = (db: Database, owner: object) => {
  const order = createOrder();
  const writes = new Map<string, { readonly table: Table; readonly key: string; readonly row: unknown }>();
  const effects: (() => void)[] = [];
  const touched = new Set<Table>();
  const put = (table: Table, key: string, row: unknown): void => {
    touched.add(table);
    writes.set(`${table} ${key}`, { table, key, row });
  };
  const find: Transaction['find'] = (table, key) => {
    if (!touched.has(table)) return db.tables[table].get(key);
    const written = writes.get(`${table} ${key}`);
    return (written ? (written.row ?? undefined) : db.tables[table].get(key)) as never;
  };
  const wait: Transaction['lock'] = (table, key, mode) => db.locks.lock(owner, `${table} ${key}`, mode);
  const lock: Transaction['lock'] = async (table, key, mode) => {
    order.assertMayWait(table, key, mode);
    await wait(table, key, mode);
    order.take(table, key, mode);
  };
  const tryLock: Transaction['tryLock'] = (table, key, mode) => {
    const isGranted = db.locks.tryLock(owner, `${table} ${key}`, mode);
    if (isGranted) order.take(table, key, mode);
    return isGranted;
  };
  const tx: Transaction = {
    statement: db.pause,
    find,
    list: (table) => {
      if (!touched.has(table)) return [...db.tables[table].values()];
      const keys = new Set(db.tables[table].keys());
      for (const written of writes.values()) if (written.table === table) keys.add(written.key);
      return [...keys].flatMap((key) => find(table, key) ?? []);
    },
    lock,
    tryLock,
    tryLocks: (table, rows, keyOf, limit) => {
      const locked: (typeof rows)[number][] = [];
      for (const row of rows) {
        if (locked.length === limit) break;
        if (tryLock(table, keyOf(row), 'update')) locked.push(row);
      }
      return locked;
    },
    update: async (table, key, change) => {
      await lock(table, key, table === 'event' ? 'change' : 'update');
      const row = find(table, key);
      const changed = row && change(row);
      if (changed !== undefined && changed !== row) put(table, key, changed);
    },
    insert: async (table, key, row) => {
      if (find(table, key) !== undefined) return false;
      // Nobody holds it who waits for something else: who inserts a row has locked what it is about.
      await wait(table, key, 'update');
      if (find(table, key) !== undefined) return false;
      put(table, key, row);
      return true;
    },
    remove: async (table, key) => {
      await lock(table, key, 'update');
      put(table, key, null);
    },
    onCommit: (effect) => effects.push(effect),
  };
  /** Whether anything was written. */
  const commit = (): boolean => {
    for (const { table, key, row } of writes.values()) {
      if (row === null) db.tables[table].delete(key);
      else (db.tables[table] as Map<string, unknown>).set(key, row);
    }
    for (const effect of effects) effect();
    return writes.size > 0 || effects.length > 0;
  };
  return { tx, commit };
};

/** `onWritten`: called after a commit that changed anything. */
export const runTransaction = async <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  onWritten: () => void = () => {},
): Promise<T> => {
  const owner = {};
  const { tx, commit } = inTransaction(db, owner);
  try {
    const result = await work(tx);
    await db.pause();
    if (commit()) onWritten();
    return result;
  } finally {
    db.locks.release(owner);
  }
};

/** Statements that only look, each by itself. */
export const readOnly = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  work(inTransaction(db, {}).tx);
