import { effectsOf } from '../../control/command/command.ts';
import type { CommandBody } from '../../control/command/command.ts';
import type { Origin } from '../../control/gate/origin.ts';
import { isReached } from '../../control/values.ts';
import type { DeviceModel } from '../../manufacturers/index.ts';
import type { Change } from '../../telemetry/activity.ts';
import { MINUTE } from '../../time/time.ts';
import type { CommandReason } from '../command-reason.ts';

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
 * The command that brought a change about; undefined: none did. Of several commands the newest
 * before the change counts; only where that one did not bring it about, the device's clock may be
 * behind, and one that was accepted a little later did. `commands` in the order in which they were accepted.
 */
export const explainChange = (
  device: DeviceModel,
  { key, time, value }: Change,
  commands: readonly ExplainingCommand[],
): ExplainingCommand | undefined => {
  const setting = commands.filter((command) => effectsOf(device, command)[key] !== undefined);
  const isCause = (command: ExplainingCommand): boolean => {
    const wanted = effectsOf(device, command)[key];
    return wanted !== undefined && isReached(wanted, value) && time <= command.endedAt + CLOCK_TOLERANCE;
  };
  const newest = setting.findLast(({ acceptedAt }) => acceptedAt <= time);
  return newest !== undefined && isCause(newest)
    ? newest
    : setting.findLast(
        (command) =>
          command.acceptedAt > time && command.acceptedAt <= time + CLOCK_TOLERANCE && isCause(command),
      );
};
