import type { HomeProgram } from '#contract/entities/home-program.ts';
import { programSeasons } from '#domain/events/program-seasons.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { HouseDataScope, HouseOwnerScope } from '../lib/scope/scope.ts';
import type { Random } from '../lib/secrets/random.ts';
import { providerOf } from '../providers/house-settings.ts';
import type { Providers } from '../providers/registry.ts';
import {
  endEnrolmentsAt,
  endOfRunningEvent,
  knowsProgram,
  programsOfHome,
} from '../stores/provisioning/home-programs.ts';
import { lockHomes } from '../stores/provisioning/stored-homes.ts';
import * as audit from '../stores/system/audit.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly providers: Providers;
}

/** By the rules of today, the earliest season first. */
export const listHomePrograms = async (
  { db, clock, providers }: Deps,
  scope: HouseDataScope,
): Promise<HomeProgram[]> => {
  const { programs, file } = providerOf(providers, scope);
  const enrolments = await programsOfHome(db, scope);
  const seasons = programSeasons(programs, enrolments, file.programNames.translations, clock.now().getTime());
  return seasons.flatMap((season) => {
    const enrolment = enrolments.find(({ programId }) => programId === season.programId);
    const program = programs.find(({ id }) => id === season.programId);
    if (!enrolment || !program) return [];
    const { state, since, until, deviceIds } = enrolment;
    const { side, limits, optOut } = program;
    return [
      {
        ...season,
        state,
        since: since.toISOString(),
        until: until && until.toISOString(),
        deviceIds: [...deviceIds],
        side,
        limits,
        optOut,
      },
    ];
  });
};

/**
 * Leaves a program from the next event on: what has not begun goes without this home, an event that runs is carried on. `leaveComing`
 * takes its devices out of events of the program that have not begun, and puts back what was prepared.
 */
export const leaveProgram = async (
  { db, clock, random }: Deps,
  scope: HouseOwnerScope,
  programId: string,
  leaveComing: (tx: Db, now: Date) => Promise<void>,
): Promise<void> => {
  const { providerId, houseId, accountId } = scope;
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await knowsProgram(tx, scope, programId))) throw new AppError('not_found');
    // Events and devices before houses, as everywhere.
    await leaveComing(tx, now);
    await lockHomes(tx, scope, [houseId]);
    const until = (await endOfRunningEvent(tx, scope, programId, now)) ?? now;
    const ended = await endEnrolmentsAt(tx, scope, programId, { now, until });
    if (ended.length === 0) return;
    const detail = { programId, devices: ended, until: until.toISOString() };
    await audit.record(tx, random, now, { providerId, accountId, houseId, action: 'program-left', detail });
  });
};
