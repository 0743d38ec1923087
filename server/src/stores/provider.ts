import type { Db } from '../db/connection.ts';
import type { Provider } from '../providers/registry.ts';

/** Providers are defined in files; their ids and programs are copied into the database as foreign keys. */
export const registerProviders = async (db: Db, providers: readonly Provider[], now: Date): Promise<void> => {
  for (const { id, file } of providers) {
    await db
      .insertInto('provider')
      .values({ id, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const { programId, programLongName } of file.programs) {
      await db
        .insertInto('program')
        .values({ providerId: id, id: programId, longName: programLongName })
        .onConflict((conflict) =>
          conflict.columns(['providerId', 'id']).doUpdateSet({ longName: programLongName }),
        )
        .execute();
    }
  }
};
