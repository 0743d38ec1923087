import type { RootDb } from '../../db/connection.ts';

class Undo extends Error {}

/** Does the work while everybody who asks for an account has to wait; `release` lets them go on before its end. */
export const whileAccountsAreLocked = async (
  db: RootDb,
  work: (release: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const held = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const undone = db
    .transaction()
    .execute(async (tx) => {
      await tx.schema.alterTable('account').addColumn('held', 'integer').execute();
      held.resolve();
      await gate.promise;
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  await Promise.race([held.promise, undone]);
  const release = () => {
    gate.resolve();
    return undone;
  };
  try {
    await work(release);
  } finally {
    await release();
  }
};
