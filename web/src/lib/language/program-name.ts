import type { ProgramSeason } from '#contract/entities/program.ts';
import { currentLanguage } from './i18n.ts';

/** The name of a program in the person's language, where the provider has one. */
export const programName = (
  programs: readonly Pick<ProgramSeason, 'programId' | 'translations'>[],
  program: Pick<ProgramSeason, 'programId' | 'programName'>,
): string =>
  programs
    .find(({ programId }) => programId === program.programId)
    ?.translations.find(({ language }) => language === currentLanguage())?.name ?? program.programName;
