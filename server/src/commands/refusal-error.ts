import type { Refusal } from '#domain/control/gate/gate-refusal.ts';
import { AppError } from '../lib/app-error.ts';

/** The part of the command that was refused; null: the code says everything. */
const detailOf = (refusal: Refusal): string | null => {
  if (refusal.code === 'setpoint_out_of_range' || refusal.code === 'setpoint_beyond_own_limit')
    return `${refusal.field}: ${refusal.min} to ${refusal.max} °F`;
  if (refusal.code === 'command_malformed') return refusal.field;
  if (refusal.code === 'parameter_invalid') return refusal.parameter;
  return null;
};

/** What the gate refused, as an answer; `where`: in what was sent, if not all of it is the command. */
export const refusalError = (refusal: Refusal, where: string | null = null): AppError => {
  const detail = [where, detailOf(refusal)].filter((part) => part !== null).join('.');
  return new AppError(refusal.code, { deviceId: refusal.deviceId, ...(detail === '' ? {} : { detail }) });
};
