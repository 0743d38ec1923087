import type { Device, DeviceKind, Value } from '#contract/entities/device.ts';
import { kinds } from '../kinds/index.ts';
import type { Manufacturer, Mode, Parameter } from '../manufacturers/define.ts';
import { makerOf, modelOf } from '../manufacturers/index.ts';
import type { Command, CommandBody } from './command.ts';
import { holdsSetpoint } from './controls.ts';
import type { Readings } from './readings.ts';
import { setpointBounds } from './safety.ts';
import type { LimitedDevice, LimitReason } from './safety.ts';
import { CONTROL_TIMES } from './state.ts';
import type { Values } from './values.ts';

declare const approval: unique symbol;

/** A command that passed the gate. Nothing else makes one, and a device link takes nothing else. */
export interface ApprovedCommand extends Command {
  readonly deviceId: string;
  readonly [approval]: true;
}

export interface GateInput {
  readonly device: LimitedDevice &
    Pick<Device, 'id'> & {
      /** Counts the accepted commands. */
      readonly version: number;
      readonly status: Readings['status'];
      /** How long ago it last reported; not given where nobody looks at the readings. */
      readonly silentMs?: number;
    };
  /** As it came over the wire: nothing about it is believed. */
  readonly command: unknown;
  readonly origin: 'person' | 'schedule' | 'event' | 'restore' | 'safety';
  /** An event runs on this device and nobody opted it out. */
  readonly activeEvent: boolean;
  /** The device's version that the sender acted on; null: it did not say. */
  readonly versionSeen: number | null;
}

type SetpointField = 'setpoint' | 'heatSetpoint' | 'coolSetpoint';

/** Why not, with the values its wording needs. */
type Reason =
  | { readonly code: 'command_malformed'; /** null: as a whole. */ readonly field: string | null }
  | { readonly code: 'wrong_kind' | 'read_only_kind'; readonly kind: DeviceKind }
  | { readonly code: 'view_only'; readonly control: NonNullable<Manufacturer['control']> }
  | { readonly code: 'control_locked'; readonly field: 'mode' }
  | { readonly code: 'event_active' }
  | { readonly code: 'version_conflict'; readonly version: number }
  | { readonly code: 'device_offline'; readonly status: 'OFFLINE' | 'UNKNOWN' }
  | { readonly code: 'readings_old' }
  | { readonly code: 'nothing_to_change' }
  | { readonly code: 'mode_unknown'; readonly mode: string }
  | { readonly code: 'fan_mode_unknown'; readonly fanMode: string }
  | {
      readonly code: 'setpoint_out_of_range';
      readonly field: SetpointField;
      /** °F; above `max` when no temperature is both safe and accepted by the model. */
      readonly min: number;
      readonly max: number;
      readonly reason: LimitReason;
    }
  | { readonly code: 'parameter_invalid'; readonly parameter: string };

export type Refusal = Reason & { readonly deviceId: string };
export type GateResult = { readonly approved: ApprovedCommand } | { readonly refused: Refusal };

/** Words of a stranger are repeated only as far as a reader needs them. */
const short = (word: string): string => word.slice(0, 40);

const isObject = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

// Minus zero equals zero in every comparison but not on every wire.
const isNumber = (value: unknown): value is number => Number.isFinite(value) && !Object.is(value, -0);
const isText = (value: unknown): value is string => typeof value === 'string';
const isValue = (value: unknown): value is Value =>
  isNumber(value) || isText(value) || typeof value === 'boolean';
const isParameters = (value: unknown): value is Values =>
  isObject(value) && Object.values(value).every(isValue);

const SHAPE: Readonly<Record<keyof CommandBody, (value: unknown) => boolean>> = {
  mode: isText,
  fanMode: isText,
  setpoint: isNumber,
  heatSetpoint: isNumber,
  coolSetpoint: isNumber,
  parameters: isParameters,
};
const SETPOINTS: readonly SetpointField[] = ['setpoint', 'heatSetpoint', 'coolSetpoint'];

type Parsed = { readonly kind: string; readonly body: CommandBody } | { readonly fault: string | null };

/** Copies what it has checked, so that nobody can change it afterwards and nothing unknown comes along. */
const parse = (raw: unknown): Parsed => {
  if (!isObject(raw)) return { fault: null };
  const { type, kind, body, ...others } = Object.fromEntries(Object.entries(raw)) as Record<string, unknown>;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) return { fault: short(stranger) };
  if (type !== 'OPERATIONAL') return { fault: 'type' };
  if (!isText(kind)) return { fault: 'kind' };
  if (!isObject(body)) return { fault: 'body' };
  const fields = Object.entries(body).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    name === 'parameters' && isObject(value) ? { ...value } : value,
  ]);
  const misfit = fields.find(([name, value]) => {
    const fits = Object.entries(SHAPE).find(([field]) => field === name)?.[1];
    return fits === undefined || !fits(value);
  });
  if (misfit !== undefined) return { fault: short(misfit[0]) };
  return { kind, body: Object.fromEntries(fields) };
};

const isInRange = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const takes = ({ type, range, options = [] }: Parameter, value: Value): boolean => {
  if (type === 'flag') return typeof value === 'boolean';
  if (type === 'choice') return typeof value === 'string' && options.includes(value);
  return typeof value === 'number' && range !== undefined && isInRange(value, ...range);
};

const checkParameters = (mode: Mode | undefined, parameters: Values): Reason | null => {
  const groups = new Set<string>();
  for (const [name, value] of Object.entries(parameters)) {
    const row = mode?.parameters.find((parameter) => parameter.name === name);
    const isSecond = row?.oneOf !== undefined && groups.has(row.oneOf);
    if (row === undefined || isSecond || !takes(row, value)) {
      return { code: 'parameter_invalid', parameter: short(name) };
    }
    if (row.oneOf !== undefined) groups.add(row.oneOf);
  }
  return null;
};

const checkSetpoints = (device: LimitedDevice, body: CommandBody): Reason | null => {
  for (const field of SETPOINTS) {
    const value = body[field];
    if (value === undefined) continue;
    const bounds = holdsSetpoint(device, field) ? setpointBounds(device) : null;
    if (bounds === null) return { code: 'command_malformed', field };
    if (!isInRange(value, bounds.min, bounds.max)) return { code: 'setpoint_out_of_range', field, ...bounds };
  }
  const { heatSetpoint, coolSetpoint } = body;
  const isBoth = heatSetpoint !== undefined && coolSetpoint !== undefined;
  return modelOf(device).setpoints === 'shared' && isBoth && heatSetpoint !== coolSetpoint
    ? { code: 'command_malformed', field: 'heatSetpoint' }
    : null;
};

const checkValues = (device: LimitedDevice, body: CommandBody): Reason | null => {
  const { mode, fanMode, parameters = {} } = body;
  const model = modelOf(device);
  const row = model.modes.find(({ name }) => name === mode);
  const isEmpty = Object.keys(parameters).length === 0;
  if (isEmpty && Object.keys(body).every((field) => field === 'parameters'))
    return { code: 'nothing_to_change' };
  if (mode !== undefined && row === undefined) return { code: 'mode_unknown', mode: short(mode) };
  if (fanMode !== undefined && !model.fanModes.includes(fanMode)) {
    return { code: 'fan_mode_unknown', fanMode: short(fanMode) };
  }
  return checkSetpoints(device, body) ?? checkParameters(row, parameters);
};

/** Who asks, of which device, and when: everything but the values. */
const checkStanding = (
  { device, origin, activeEvent, versionSeen }: GateInput,
  { kind, body }: { readonly kind: string; readonly body: CommandBody },
): Reason | null => {
  const isPerson = origin === 'person';
  const { control, locked = [] } = makerOf(device.mfg);
  if (kind !== device.kind) return { code: 'wrong_kind', kind: device.kind };
  if (isPerson && Object.keys(kinds[device.kind].controls).length === 0) {
    return { code: 'read_only_kind', kind: device.kind };
  }
  if (control !== undefined) return { code: 'view_only', control };
  if (body.mode !== undefined && locked.includes('mode')) return { code: 'control_locked', field: 'mode' };
  if (isPerson && activeEvent) return { code: 'event_active' };
  if (versionSeen !== null && versionSeen !== device.version) {
    return { code: 'version_conflict', version: device.version };
  }
  if (isPerson && device.status !== 'ONLINE') return { code: 'device_offline', status: device.status };
  if (isPerson && (device.silentMs ?? 0) > CONTROL_TIMES.staleMs) return { code: 'readings_old' };
  return null;
};

const approve = (
  deviceId: string,
  kind: DeviceKind,
  { parameters, ...fields }: CommandBody,
): ApprovedCommand => {
  const body: CommandBody = {
    ...fields,
    ...(parameters && { parameters: Object.freeze({ ...parameters }) }),
  };
  const command = { deviceId, type: 'OPERATIONAL', kind, body: Object.freeze(body) } as const;
  // The only place in the house that says so.
  return Object.freeze(command) as ApprovedCommand;
};

/**
 * The one gate: every command of a person, a schedule, an event or a restore passes it before a device link sees it.
 * What concerns safety holds for every origin. It never throws, and a refusal changes nothing.
 */
export const passGate = (input: GateInput): GateResult => {
  const { device } = input;
  const parsed = parse(input.command);
  const refused = (reason: Reason): GateResult => ({ refused: { ...reason, deviceId: device.id } });
  if ('fault' in parsed) return refused({ code: 'command_malformed', field: parsed.fault });
  const reason = checkStanding(input, parsed) ?? checkValues(device, parsed.body);
  return reason === null ? { approved: approve(device.id, device.kind, parsed.body) } : refused(reason);
};
