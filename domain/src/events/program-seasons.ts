import type { Program, ProgramSeason } from '#contract/entities/program.ts';
import type { Language } from '#contract/entities/account.ts';
import type { House } from '#contract/entities/house.ts';
import { rewardRule } from './reward-rule.ts';
import { seasonDays } from './season.ts';

export interface ProgramNameTranslation {
  readonly language: Language;
  readonly programId: string;
  readonly name: string;
}

/** Programs without a season stand last. */
const firstDay = ({ season }: ProgramSeason): string => season?.from ?? '9999';

/** When events of the programs that a house takes part in may come, the earliest season first. */
export const programSeasons = (
  programs: readonly Program[],
  participants: NonNullable<House['programParticipants']>,
  names: readonly ProgramNameTranslation[],
  now: number,
): ProgramSeason[] => {
  const ids = new Set(participants.map(({ programId }) => programId));
  return programs
    .filter(({ id }) => ids.has(id))
    .map((program) => ({
      programId: program.id,
      programName: program.name,
      translations: names
        .filter(({ programId }) => programId === program.id)
        .map(({ language, name }) => ({ language, name })),
      season: seasonDays(program, now),
      reward: rewardRule(program),
    }))
    .toSorted((one, other) => firstDay(one).localeCompare(firstDay(other)));
};
