import type { Program } from '#contract/entities/program.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import type { LimitedDevice } from '../../../control/gate/safety.ts';
import type { LatestValues } from '../../../control/latest-values.ts';
import type { DeviceModel } from '../../../manufacturers/index.ts';
import type {
  Comfort,
  DemandEvent,
  EventDevice,
  EventHome,
  Exclusion,
  MovedField,
  PlanStep,
  StepReason,
} from '../../event.ts';

export interface StrategyInput {
  readonly event: Pick<DemandEvent, 'program' | 'intensity' | 'startTime'>;
  /** ms */
  readonly now: number;
  readonly device: EventDevice;
  readonly home: EventHome;
  /** What holds without the event. */
  readonly setting: CommandBody;
  /** The last reported mode. */
  readonly mode: string | null;
  readonly eased: boolean;
}

export interface Targets {
  /** Preparation; null: nothing to prepare. */
  readonly before: { readonly command: CommandBody; readonly reason: StepReason } | null;
  readonly during: CommandBody;
  readonly moved: readonly MovedField[];
  /** The device feeds the grid meanwhile. */
  readonly exports?: true;
}

/** °F that a plan moves a device to (`target`) and back to (`original`). */
export interface Figures {
  readonly target: number;
  readonly original: number;
}

type Asking = Pick<DemandEvent, 'program' | 'intensity'>;

/** How much of an event its owner may ask for less of. */
export interface Ease {
  /** Of what the event does, the share that is left; 1: there is nothing to ease. */
  readonly shareLeft: (event: Asking, during: CommandBody) => number;
  /** °F that the device would rest at; null: a limit of the home already holds it as close. */
  readonly restsAt: (event: Asking, figures: Figures) => number | null;
}

/** A device with the step of the event that it is in. */
export interface HeldDevice {
  readonly device: Pick<EventDevice, 'id' | 'readings'>;
  readonly during: CommandBody;
  readonly moved: readonly MovedField[];
}

/** Temperature in °F, charge in percent. */
export type EventReading =
  | { readonly where: 'inside' | 'tank'; readonly degrees: number }
  | { readonly where: 'charged'; readonly percent: number };

/** How one kind of device takes part in events: everything about events that depends on the kind. */
export interface Strategy {
  /** What is wrong with a program that names the kind; null: nothing. */
  readonly programProblem: (program: Program) => string | null;
  /** An event holds such a device no longer; null: as long as it lasts. */
  readonly longestMinutes: number | null;
  /** The return is spread over no more than this. */
  readonly returnMinutes: number;
  /** Nothing is prepared unless people knew this long before. */
  readonly preparationNoticeMinutes: number;
  /** Which energy of the device counts: what it uses, or that less what it gives. */
  readonly energy: 'use' | 'net';

  /** What the device is set to by its readings, as the command that would set it so. */
  readonly settingOf: (device: DeviceModel, readings: LatestValues) => CommandBody;
  /** Whether the device follows the schedule that its maker keeps: what that changes, nobody has. */
  readonly followsOwnSchedule: (readings: LatestValues) => boolean;
  readonly targetsOf: (input: StrategyInput) => Targets | { readonly excluded: Exclusion };
  /** The moved fields as they are put back to `setting`, as far as limits that changed since allow it. */
  readonly restored: (
    device: LimitedDevice,
    setting: CommandBody,
    moved: readonly MovedField[],
  ) => CommandBody;
  /**
   * ms at which a device that was told `command` must be let go, by what is known now; null: that tells nothing new. Absent: only the
   * event limits it.
   */
  readonly holdLimit?: (
    device: EventDevice,
    home: EventHome,
    command: CommandBody,
    times: { readonly startTime: number; readonly now: number },
  ) => number | null;
  /** Nothing is taken out of it while a storm is expected; absent: storms do not matter. */
  readonly keptInStorms?: true;
  /** Whether nothing may be told to it now, not even what puts it back; absent: never. */
  readonly takesNoCommand?: (readings: LatestValues) => boolean;
  /** Whether the step of an event goes beyond limits that the home has set since it was planned. */
  readonly breaksLimits: (event: Pick<DemandEvent, 'program'>, held: HeldDevice, comfort: Comfort) => boolean;
  /** null: it cannot be eased. */
  readonly ease: Ease | null;
  /** °F that the device would be set to if the home had no limits; null: the plan goes as far. */
  readonly asksFor: (event: Asking, figures: Figures, eased: boolean) => number | null;

  /** What its owner reads of the device while an event runs; null: it has not reported it. */
  readonly readingOf: (readings: LatestValues) => EventReading | null;
  /** °F that a command sets, for people to read; null: it sets none. */
  readonly figureOf: (command: CommandBody, moved: readonly MovedField[]) => number | null;
  /** The wording of a step, below `event.step`. */
  readonly stepWords: (step: Pick<PlanStep, 'phase' | 'reason'>) => string;
}
