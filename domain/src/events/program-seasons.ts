import type { Program, ProgramSeason } from '#contract/entities/program.ts';
import type { House } from '#contract/entities/house.ts';
import { seasonDays } from './season.ts';

/** Programs without a season stand last. */
const firstDay = ({ season }: ProgramSeason): string => season?.from ?? '9999';

/** When events of the programs that a house takes part in may come, the earliest season first. */
export const programSeasons = (
  programs: readonly Program[],
  participants: NonNullable<House['programParticipants']>,
  now: number,
): ProgramSeason[] => {
  const ids = new Set(participants.map(({ programId }) => programId));
  return programs
    .filter(({ id }) => ids.has(id))
    .map((program) => ({
      programId: program.id,
      programName: program.name,
      season: seasonDays(program, now),
    }))
    .toSorted((one, other) => firstDay(one).localeCompare(firstDay(other)));
};
