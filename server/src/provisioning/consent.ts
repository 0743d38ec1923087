import type { ProgramName } from '#contract/entities/program.ts';
import type { Db } from '../db/connection.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import { providerOf } from '../providers/house-settings.ts';
import type { Providers } from '../providers/registry.ts';
import { activateEnrolments, programsOfHome } from '../stores/provisioning/home-programs.ts';
import type { HomeEnrolment } from '../stores/provisioning/home-programs.ts';
import { lockHomes } from '../stores/provisioning/stored-homes.ts';

/**
 * An owner of the home agrees to what the utility has enrolled it in. Counts for events that begin later. Returns the programs that
 * had waited for it.
 */
export const activatePending = async (
  tx: Db,
  house: HouseDataScope,
  consent: { readonly now: Date; readonly source: string },
): Promise<readonly string[]> => {
  await lockHomes(tx, house, [house.houseId]);
  return activateEnrolments(tx, house, consent);
};

/** Programs that devices of the home are enrolled in, or those of them that wait for the agreement of an owner. */
export const enrolledPrograms = async (
  db: Db,
  providers: Providers,
  house: HouseDataScope,
  states: readonly HomeEnrolment['state'][],
): Promise<ProgramName[]> => {
  const { programs, file } = providerOf(providers, house);
  const enrolments = await programsOfHome(db, house);
  const ids = enrolments.filter(({ state }) => states.includes(state)).map(({ programId }) => programId);
  return programs
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name }) => ({
      programId: id,
      programName: name,
      translations: file.programNames.translations.filter(({ programId }) => programId === id),
    }));
};
