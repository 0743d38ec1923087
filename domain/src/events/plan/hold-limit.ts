import type { CommandBody } from '../../control/command/command.ts';
import type { DemandEvent, EventDevice, EventHome } from '../event.ts';
import { strategies } from './strategies/index.ts';

/** ms at which a device that is told `command` must be let go, by what is known now; null: only the event limits it, or nothing is known. */
export const holdLimit = (
  { kind, startTime }: Pick<DemandEvent, 'kind' | 'startTime'>,
  device: EventDevice,
  home: EventHome,
  command: CommandBody,
  now: number,
): number | null => strategies[kind]?.holdLimit?.(device, home, command, { startTime, now }) ?? null;
