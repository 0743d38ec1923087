import type { RootDb } from '../../db/connection.ts';
import { storageTroubleOf } from '../../db/storage-trouble.ts';
import { isReadOnly, writeProbe } from '../../stores/system/installation.ts';

export interface StorageHealth {
  /** Hears of every failed request: after one for want of storage, readiness is proven by writing. */
  readonly note: (error: unknown) => void;
  /** What the database suffers from at this moment; null: it can be read and written. Calls at the same time share a check. */
  readonly trouble: () => Promise<string | null>;
}

export const createStorageHealth = (db: RootDb): StorageHealth => {
  let isSuspect = false;
  let running: Promise<string | null> | null = null;
  const check = async (): Promise<string | null> => {
    try {
      if (await isReadOnly(db)) return 'read-only';
      if (isSuspect) await writeProbe(db);
      isSuspect = false;
      return null;
    } catch (error) {
      return storageTroubleOf(error) ?? 'unreachable';
    } finally {
      running = null;
    }
  };
  return {
    note: (error) => {
      if (storageTroubleOf(error) !== null) isSuspect = true;
    },
    trouble: () => {
      running ??= check();
      return running;
    },
  };
};
