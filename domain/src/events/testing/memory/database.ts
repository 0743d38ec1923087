import type { Stop } from '../../engine/ports.ts';
import type { EngineEvent, HomeRef, ParticipationWrite, StoredHome } from '../../engine/rows.ts';
import { createLocks } from './locks.ts';
import type { LockMode, Locks } from './locks.ts';

export interface EventRow extends EngineEvent {
  readonly stopReason: string | null;
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
  readonly lock: (table: Table | 'device' | 'claim', key: string, mode: LockMode) => Promise<void>;
  readonly tryLock: (table: Table | 'device' | 'claim', key: string, mode: LockMode) => boolean;
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

const inTransaction = (db: Database, owner: object) => {
  const own = new Map<string, { readonly table: Table; readonly key: string; readonly row: unknown }>();
  const effects: (() => void)[] = [];
  const touched = new Set<Table>();
  const put = (table: Table, key: string, row: unknown): void => {
    touched.add(table);
    own.set(`${table} ${key}`, { table, key, row });
  };
  const find: Transaction['find'] = (table, key) => {
    if (!touched.has(table)) return db.tables[table].get(key);
    const written = own.get(`${table} ${key}`);
    return (written ? (written.row ?? undefined) : db.tables[table].get(key)) as never;
  };
  const lock: Transaction['lock'] = (table, key, mode) => db.locks.lock(owner, `${table} ${key}`, mode);
  const tx: Transaction = {
    statement: db.pause,
    find,
    list: (table) => {
      if (!touched.has(table)) return [...db.tables[table].values()];
      const keys = new Set(db.tables[table].keys());
      for (const written of own.values()) if (written.table === table) keys.add(written.key);
      return [...keys].flatMap((key) => find(table, key) ?? []);
    },
    lock,
    tryLock: (table, key, mode) => db.locks.tryLock(owner, `${table} ${key}`, mode),
    update: async (table, key, change) => {
      await lock(table, key, table === 'event' ? 'change' : 'update');
      const row = find(table, key);
      const changed = row && change(row);
      if (changed !== undefined && changed !== row) put(table, key, changed);
    },
    insert: async (table, key, row) => {
      if (find(table, key) !== undefined) return false;
      await lock(table, key, table === 'event' ? 'change' : 'update');
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
  const commit = (): void => {
    for (const { table, key, row } of own.values()) {
      if (row === null) db.tables[table].delete(key);
      else (db.tables[table] as Map<string, unknown>).set(key, row);
    }
    for (const effect of effects) effect();
  };
  return { tx, commit };
};

export const runTransaction = async <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const owner = {};
  const { tx, commit } = inTransaction(db, owner);
  try {
    const result = await work(tx);
    await db.pause();
    commit();
    return result;
  } finally {
    db.locks.release(owner);
  }
};
