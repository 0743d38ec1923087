import type { ProgramSeason } from '#contract/entities/program.ts';
import { currentLanguage, localeTag } from './i18n.ts';

/** The name of a program in the person's language, where the provider has one. */
export const programName = (
  programs: readonly Pick<ProgramSeason, 'programId' | 'translations'>[],
  program: Pick<ProgramSeason, 'programId' | 'programName'>,
): string =>
  programs
    .find(({ programId }) => programId === program.programId)
    ?.translations.find(({ language }) => language === currentLanguage())?.name ?? program.programName;

/** "Summer Cooling and Water Heater Saver" */
export const programsText = (
  programs: readonly Pick<ProgramSeason, 'programId' | 'programName' | 'translations'>[],
): string =>
  new Intl.ListFormat(localeTag()).format(programs.map((program) => programName(programs, program)));
