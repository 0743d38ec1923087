import type { Kysely } from 'kysely';
import type { Database } from './tables.ts';

type Effect = () => void;

/** What each open transaction will do once it is committed. */
const effectsOf = new WeakMap<Kysely<Database>, Effect[]>();

/**
 * For effects outside the database, such as a count: runs `effect` when the transaction is committed, never if it is undone. A
 * connection without a transaction runs it at once.
 */
export const afterCommit = (db: Kysely<Database>, effect: Effect): void => {
  const effects = effectsOf.get(db);
  if (effects) effects.push(effect);
  else effect();
};

const endsOf = new WeakMap<Kysely<Database>, Effect[]>();

/** Runs `effect` when the transaction has ended, committed or undone; without a transaction at once. */
export const atEnd = (db: Kysely<Database>, effect: Effect): void => {
  const ends = endsOf.get(db);
  if (ends) ends.push(effect);
  else effect();
};

/** Returns the function that drops the effects registered since, for a part of the transaction that is undone. */
export const markEffects = (db: Kysely<Database>): (() => void) => {
  const effects = effectsOf.get(db);
  const count = effects?.length ?? 0;
  return () => {
    effects?.splice(count);
  };
};

/** The work of a transaction, and the functions that run what it has registered: effects, and what happens at its end. */
export const collectEffects = <Tx extends Kysely<Database>, T>(work: (tx: Tx) => Promise<T>) => {
  const effects: Effect[] = [];
  const ends: Effect[] = [];
  return {
    work: (tx: Tx): Promise<T> => {
      effectsOf.set(tx, effects);
      endsOf.set(tx, ends);
      return work(tx);
    },
    runEffects: (): void => {
      for (const effect of effects) effect();
    },
    runEnds: (): void => {
      for (const end of ends) end();
    },
  };
};
