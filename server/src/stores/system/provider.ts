import { isDeepStrictEqual } from 'node:util';
import type { Program } from '#contract/entities/program.ts';
import type { Db } from '../../db/connection.ts';
import { StartFailure } from '../../lib/start-failure.ts';
import type { Provider } from '../../providers/registry.ts';

/** A version that events may refer to is never changed. */
const registerProgram = async (db: Db, providerId: string, program: Program, now: Date): Promise<void> => {
  const { id, name: longName, version } = program;
  await db
    .insertInto('program')
    .values({ providerId, id, longName })
    .onConflict((conflict) => conflict.columns(['providerId', 'id']).doUpdateSet({ longName }))
    .execute();
  await db
    .insertInto('programVersion')
    .values({ providerId, programId: id, version, rules: JSON.stringify(program), createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rules } = await db
    .selectFrom('programVersion')
    .select('rules')
    .where('providerId', '=', providerId)
    .where('programId', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (isDeepStrictEqual(rules, program)) return;
  throw new StartFailure(
    `The rules of the program ${id} of ${providerId} have changed: raise its version in programs.json.`,
  );
};

/** Programs with enrolments that no file defines any more, at the providers that there are. */
export const removedPrograms = async (
  db: Db,
  providers: readonly Provider[],
): Promise<{ providerId: string; programId: string; enrolments: number }[]> => {
  const rows = await db
    .selectFrom('enrolment')
    .select(({ fn }) => ['providerId', 'programId', fn.countAll<string>().as('enrolments')])
    .where('state', '!=', 'ended')
    .groupBy(['providerId', 'programId'])
    .execute();
  const programsOf = (id: string) => providers.find((provider) => provider.id === id)?.programs ?? [];
  return rows
    .filter(({ providerId, programId }) => !programsOf(providerId).some(({ id }) => id === programId))
    .map((row) => ({ ...row, enrolments: Number(row.enrolments) }));
};

/** Providers are defined in files; their ids and programs are copied into the database as foreign keys. */
export const registerProviders = async (db: Db, providers: readonly Provider[], now: Date): Promise<void> => {
  for (const { id, programs } of providers) {
    await db
      .insertInto('provider')
      .values({ id, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const program of programs) await registerProgram(db, id, program, now);
  }
};
