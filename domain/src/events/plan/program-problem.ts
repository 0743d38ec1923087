import type { Program } from '#contract/entities/program.ts';
import { isTimeZone } from '../../time/time-zone.ts';
import { strategies } from './strategies/index.ts';

/** A day that some year has: February 29 is one, February 30 is none. */
const isDayOfYear = (monthDay: string): boolean => {
  const [month = 0, day = 0] = monthDay.split('-').map(Number);
  return new Date(Date.UTC(2024, month - 1, day)).getUTCDate() === day;
};

const dayProblem = ({ season }: Program): string | null => {
  const wrong = season === null ? undefined : [season.from, season.to].find((day) => !isDayOfYear(day));
  return wrong === undefined ? null : `season: there is no ${wrong}`;
};

/** Why no event of the program could be carried out as its rules say, for who wrote them; null: each could. */
export const programProblem = (program: Program): string | null => {
  if (!isTimeZone(program.zone)) return `zone: ${program.zone} is no time zone such as America/Denver`;
  const ofDays = dayProblem(program);
  if (ofDays !== null) return ofDays;
  for (const kind of program.kinds) {
    const strategy = strategies[kind];
    const problem =
      strategy === null ? `kinds: there are no events for ${kind} yet` : strategy.programProblem(program);
    if (problem !== null) return problem;
  }
  return null;
};
