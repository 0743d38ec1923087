import type { Device, DeviceKind } from '#contract/entities/device.ts';
import type { EventState } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';
import type { CommandBody } from '../control/command/command.ts';
import type { LatestValues } from '../control/latest-values.ts';
import type { LimitedDevice } from '../control/gate/safety.ts';
import type { Span } from './season.ts';

/** One kind of one program in one window. All times in ms. */
export interface DemandEvent {
  readonly id: string;
  readonly dispatchId: string;
  /** In the version the event was made under. */
  readonly program: Program;
  readonly kind: DeviceKind;
  readonly startTime: number;
  readonly endTime: number;
  /** Percent of the program's largest shift. */
  readonly intensity: number;
  readonly optOutAllowed: boolean;
  readonly createdAt: number;
  /** Rises with each change of the window or intensity after the first notice, with the cancellation and each stop. */
  readonly revision: number;
  readonly state: EventState;
  readonly notifiedAt: number | null;
  readonly cancelledAt: number | null;
  /** When it was stopped because something is wrong: devices return at once; null: it was not. */
  readonly returnNowAt: number | null;
}

/** The home's own limits; null: the default of `comfortOf`. */
export interface Comfort {
  /** °F */
  readonly coolCeiling: number | null;
  /** °F */
  readonly heatFloor: number | null;
  /** °F that an event leaves in the tank; apart from what the device itself may be set to. */
  readonly hotWaterMinimum: number | null;
  /** Percent of its capacity that an event leaves in a battery. */
  readonly batteryReserve: number | null;
  readonly devicesLeftOut: readonly string[];
}

export interface EventHome {
  /** Somebody depends on a medical device: never part of an event. */
  readonly lifeSupport: boolean;
  readonly comfort: Comfort;
  /** Its battery may feed the grid. */
  readonly mayExport: boolean;
  /** Its battery may be charged from the grid. */
  readonly mayChargeFromGrid: boolean;
  /** ms; until then a storm is expected, and events take nothing out of batteries; null: none is. */
  readonly stormUntil: number | null;
}

export interface EventDevice extends LimitedDevice, Pick<Device, 'id'> {
  /** A link that runs can reach it. */
  readonly hasLink: boolean;
  readonly readings: LatestValues;
  /** The spans of other events that this device takes part in, preparation and return included. */
  readonly otherEvents: readonly Span[];
}

/** Why a device takes no part, or no further part, in an event, with the values its wording needs. */
export type Exclusion =
  | {
      readonly code:
        | 'life_support'
        | 'left_out_by_owner'
        | 'no_link'
        | 'kind_not_supported'
        | 'never_reported'
        | 'other_event'
        | 'no_setpoint'
        | 'auto_with_one_setpoint'
        | 'event_cancelled'
        /** By its provider. */
        | 'taken_out'
        | 'battery_unfit'
        | 'charge_unknown'
        | 'outage'
        | 'storm';
    }
  | { readonly code: 'maker_takes_no_events'; readonly mfg: string }
  | { readonly code: 'water_heater_unfit'; readonly type: 'gas' | 'tankless' | 'commercial' }
  | { readonly code: 'offline'; /** ms */ readonly since: number }
  | { readonly code: 'not_reported'; readonly field: keyof CommandBody }
  | {
      readonly code:
        | 'mode_unsuitable'
        | 'mode_of_other_side'
        | 'vacation'
        | 'switched_off'
        | 'mode_unknown'
        | 'parameters_unknown'
        | 'already_serves';
      readonly mode: string;
    }
  /** Whole percent of the capacity. */
  | { readonly code: 'below_reserve'; readonly charge: number; readonly reserve: number }
  | {
      readonly code: 'setting_outside_range';
      readonly value: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly code: 'already_beyond'; readonly value: number; readonly target: number }
  | { readonly code: 'no_reading_in_time' };

/** Preparation, the event itself, the return. */
export const PHASES = ['before', 'during', 'after'] as const;
export type Phase = (typeof PHASES)[number];

/** What ended a device's part before the event's end. */
export type ReturnCause = 'opt_out' | 'limits' | 'provider' | 'cancelled';

/**
 * What a step does and why, for the plan and the device's activity; `until` in ms, `shift` in °F. `again`: an opt-out, or
 * easing, was undone.
 */
export type StepReason =
  | { readonly code: 'prepare'; readonly side: 'cool' | 'heat'; readonly shift: number }
  | { readonly code: 'charge'; readonly from: 'sun' | 'grid' }
  | {
      readonly code: 'event';
      readonly until: number;
      readonly eased: boolean;
      readonly again?: boolean | undefined;
      /** The device feeds the grid meanwhile. */
      readonly exports?: boolean | undefined;
    }
  | { readonly code: 'return'; readonly after?: ReturnCause | null | undefined };

export interface PlanStep {
  readonly phase: Phase;
  /** ms; not sent before. */
  readonly at: number;
  /** ms; not sent from here on. */
  readonly until: number;
  readonly command: CommandBody;
  readonly reason: StepReason;
  /** ms; let go by then, whatever the event says. Absent: nothing but the event limits it. */
  readonly holdUntil?: number;
}

/** The fields of a command that the event moves and the return puts back. */
export type MovedField = Exclude<keyof CommandBody, 'fanMode'>;

export type Plan =
  | {
      readonly steps: readonly PlanStep[];
      readonly moved: readonly MovedField[];
      /** ms; from when on its owner wanted half of it. Absent: nobody eased it. */
      readonly easedAt?: number;
    }
  | { readonly excluded: Exclusion };
