import type { ControlState } from '../state.ts';
import { valueAt } from '../values.ts';
import { failCommand, withReadings, stopAwaiting, withoutKeys } from './awaited-values.ts';

export interface CommandReport {
  readonly commandId: string;
  readonly state: 'sent' | 'confirmed' | 'failed' | 'expired';
  readonly reason: string | null;
}

/** Applies what the server says of a command; confirmed: readings showed that the device carried it out. */
export const applyCommandReport = (state: ControlState, report: CommandReport, now: number): ControlState => {
  const { commandId, reason } = report;
  const command = state.awaiting.find((one) => one.commandId === commandId);
  if (report.state === 'confirmed') {
    const isLate = command === undefined && state.failure?.commandId === commandId;
    const confirmedValues = command?.effects ?? (isLate ? state.failure?.wanted : undefined);
    if (confirmedValues === undefined) return state;
    const isNewer = (key: string) => (valueAt(state.current, key)?.time ?? now) > now;
    const current = withReadings(state.current, withoutKeys(confirmedValues, isNewer), now);
    const updated = { ...state, current, failure: isLate ? null : state.failure, refetch: true };
    return command ? stopAwaiting(updated, command, Object.keys(confirmedValues), now) : updated;
  }
  if (report.state === 'sent' || command === undefined) return state;
  const kind = report.state;
  return failCommand(state, command, {
    kind,
    code: `command_${kind}`,
    message: reason,
    deviceId: null,
    commandId,
    at: now,
  });
};
