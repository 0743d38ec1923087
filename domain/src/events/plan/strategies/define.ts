import type { CommandBody } from '../../../control/command/command.ts';
import type { LatestValues } from '../../../control/latest-values.ts';
import type { DemandEvent, EventDevice, EventHome, Exclusion, MovedField } from '../../event.ts';

export interface StrategyInput {
  readonly event: Pick<DemandEvent, 'program' | 'intensity'>;
  readonly device: EventDevice;
  readonly home: EventHome;
  /** What holds without the event. */
  readonly setting: CommandBody;
  /** The last reported mode; never changed by an event of these kinds. */
  readonly mode: string | null;
  readonly eased: boolean;
}

export interface Targets {
  /** Preparation; null: nothing to prepare. `shift` in °F. */
  readonly before: { readonly command: CommandBody; readonly shift: number } | null;
  readonly during: CommandBody;
  readonly moved: readonly MovedField[];
}

/** How one kind of device takes part in events. */
export interface Strategy {
  /** An event holds such a device no longer; null: as long as it lasts. */
  readonly longestMinutes: number | null;
  /** The return is spread over no more than this. */
  readonly returnMinutes: number;
  /** Whether its owner may ask for half the shift. */
  readonly easable: boolean;
  /** Whether the device follows the schedule that its maker keeps: what that changes, nobody has. */
  readonly followsOwnSchedule: (readings: LatestValues) => boolean;
  readonly targetsOf: (input: StrategyInput) => Targets | { readonly excluded: Exclusion };
}
