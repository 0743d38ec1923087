import { effectsOf } from '../control/command.ts';
import type { CommandBody } from '../control/command.ts';
import type { Origin } from '../control/origin.ts';
import { isReached } from '../control/values.ts';
import type { DeviceModel } from '../manufacturers/index.ts';
import type { Change } from '../telemetry/activity.ts';
import { MINUTE } from '../time.ts';
import type { CommandReason } from './command-reason.ts';

/** An accepted command of a device. All times in ms. */
export interface ExplainingCommand {
  readonly origin: Origin;
  readonly because: CommandReason | null;
  readonly body: CommandBody;
  readonly acceptedAt: number;
  /** When a reading confirmed it, or its time was over. */
  readonly endedAt: number;
}

/** A device's clock may differ from the server's by so much. */
const CLOCK_TOLERANCE = MINUTE;

/**
 * The command that the server sent by itself and that brought a change about; undefined: none did. Of several commands the newest
 * before the change counts, also if it was a person's. `commands` in the order in which they were accepted.
 */
export const explainChange = (
  device: DeviceModel,
  { key, time, value }: Change,
  commands: readonly ExplainingCommand[],
): ExplainingCommand | undefined => {
  const newest = commands
    .map((command) => ({ command, wanted: effectsOf(device, command)[key] }))
    .findLast(({ command, wanted }) => wanted !== undefined && command.acceptedAt <= time + CLOCK_TOLERANCE);
  if (newest === undefined || newest.wanted === undefined || newest.command.origin === 'person')
    return undefined;
  const isInLife = time <= newest.command.endedAt + CLOCK_TOLERANCE;
  return isInLife && isReached(newest.wanted, value) ? newest.command : undefined;
};
