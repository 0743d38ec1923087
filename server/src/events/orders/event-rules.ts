import type { OperatorLimits } from '#contract/entities/operator.ts';
import type { Program } from '#contract/entities/program.ts';
import { checkEvent } from '#domain/events/program.ts';
import type { EventRefusal, EventRequest, ProgramHistory } from '#domain/events/program.ts';
import { AppError } from '../../lib/app-error.ts';
import type { ParticipantCounts } from './count-participants.ts';

/** The sentence names the rule; the detail says of which program, and its values: `summer-cooling: longestMinutes 240`. */
const errorOf = ({ id }: Program, { code, ...values }: EventRefusal): AppError => {
  const told = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  return new AppError(code, { detail: [`${id}:`, ...told].join(' ').replace(/:$/, '') });
};

/** All devices of a program are on their way back from an event that was cancelled, until then at the latest. */
export const stillReturning = ({ id }: Program, until: number): AppError =>
  new AppError('event_devices_returning', { detail: `${id}: until ${new Date(until).toISOString()}` });

/** Refuses what a rule of the program forbids. */
export const assertAllowed = (
  program: Program,
  request: EventRequest,
  history: ProgramHistory,
  now: Date,
): void => {
  const refusal = checkEvent(program, request, history, now.getTime());
  if (refusal !== null) throw errorOf(program, refusal);
};

/** Refuses what is more than the operator may start with one order. */
export const assertWithinLimits = (
  { largestKw, largestHomes }: OperatorLimits,
  reach: ParticipantCounts,
): void => {
  if (reach.homes > largestHomes) {
    throw new AppError('event_over_home_limit', { detail: `largestHomes ${largestHomes}: ${reach.homes}` });
  }
  if (reach.kw > largestKw) {
    throw new AppError('event_over_kw_limit', { detail: `largestKw ${largestKw}: ${reach.kw}` });
  }
};
