import type { DeviceKind } from '#contract/entities/device.ts';
import type { Manufacturer } from '../../manufacturers/define.ts';
import type { LimitReason } from './safety.ts';

export type SetpointField = 'setpoint' | 'heatSetpoint' | 'coolSetpoint';

/** Why a command is refused, with the values its wording needs. */
export type RefusalReason =
  | { readonly code: 'command_malformed'; /** null: the command as a whole. */ readonly field: string | null }
  | { readonly code: 'wrong_kind' | 'read_only_kind'; readonly kind: DeviceKind }
  | { readonly code: 'view_only'; readonly control: NonNullable<Manufacturer['control']> }
  | { readonly code: 'events_unsupported'; readonly mfg: string }
  | { readonly code: 'control_locked'; readonly field: 'mode' }
  | { readonly code: 'event_active' }
  | { readonly code: 'version_conflict'; readonly version: number }
  | { readonly code: 'device_offline'; readonly status: 'OFFLINE' | 'UNKNOWN' }
  | { readonly code: 'readings_old' }
  | { readonly code: 'nothing_to_change' }
  | { readonly code: 'mode_unknown'; readonly mode: string }
  | { readonly code: 'fan_mode_unknown'; readonly fanMode: string }
  | {
      /** The second: above what the household allows itself. */
      readonly code: 'setpoint_out_of_range' | 'setpoint_beyond_own_limit';
      readonly field: SetpointField;
      /** °F. `min` is above `max` where every temperature that the model accepts is unsafe. */
      readonly min: number;
      readonly max: number;
      readonly reason: LimitReason;
    }
  | { readonly code: 'parameter_invalid'; readonly parameter: string };

export type Refusal = RefusalReason & { readonly deviceId: string };

/** A refusal repeats names that the sender chose only as far as a reader needs them. */
export const shortened = (name: string): string => name.slice(0, 40);
