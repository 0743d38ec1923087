import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { ControlField } from '../../kinds/define.ts';
import type { Mode, ResolvedModel } from '../../manufacturers/define.ts';
import { makerOf, modelOf } from '../../manufacturers/index.ts';
import type { DeviceModel } from '../../manufacturers/index.ts';
import { controlsOf, fieldIn, isHeating, parameterKey, visibleControlsOf } from '../controls.ts';
import type { DeviceControl } from '../controls.ts';
import { setpointLimits } from '../gate/safety.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import { isSame, numberOf, valueAt } from '../values.ts';
import type { KnownValues, Values } from '../values.ts';

/** Temperatures in °F. */
export interface CommandBody {
  readonly mode?: string;
  readonly fanMode?: string;
  readonly setpoint?: number;
  readonly heatSetpoint?: number;
  readonly coolSetpoint?: number;
  /** Of makers whose modes take parameters. */
  readonly parameters?: Values;
}

export interface Command {
  readonly type: 'OPERATIONAL';
  readonly kind: DeviceKind;
  readonly body: CommandBody;
}

type Field = string | number;

const asField = (field: ControlField, value: Value | null | undefined): Field | null => {
  if (field === 'mode' || field === 'fanMode')
    return typeof value === 'string' && value !== '' ? value : null;
  return numberOf(value);
};

const namesOf = (model: ResolvedModel, field: ControlField): readonly string[] =>
  field === 'mode' ? model.modes.map(({ name }) => name) : model.fanModes;

/** For fields that a whole command adds to the edited ones: the known value, or the nearest that the device accepts. */
const nearestAllowed = (device: LimitedDevice, field: ControlField, known: Field | null): Field | null => {
  const model = modelOf(device);
  if (field === 'mode' || field === 'fanMode') {
    return typeof known === 'string' && namesOf(model, field).includes(known) ? known : model.defaults[field];
  }
  const limits = setpointLimits(device);
  const value = known ?? model.defaults[field];
  if (limits === null || typeof value !== 'number') return null;
  return Math.min(limits.max, Math.max(limits.min, value));
};

/** Parameters that were edited, else their initial values; of a group that excludes each other the last edited one. */
const parametersFor = (key: string, mode: Mode, sources: readonly KnownValues[]): Values => {
  const chosen = new Map<string, Value>();
  const groupOf = (parameter: Mode['parameters'][number]) =>
    mode.parameters.filter(
      (other) => other === parameter || (other.oneOf !== undefined && other.oneOf === parameter.oneOf),
    );
  for (const [named, raw] of sources.flatMap((source) => Object.entries(source))) {
    const parameter = mode.parameters.find(({ name }) => parameterKey(key, name) === named);
    const value = parameter?.type === 'number' ? numberOf(raw) : raw;
    if (parameter === undefined || value === null) continue;
    for (const { name } of groupOf(parameter)) chosen.delete(name);
    chosen.set(parameter.name, value);
  }
  for (const parameter of mode.parameters) {
    if (parameter.initial === undefined || groupOf(parameter).some(({ name }) => chosen.has(name))) continue;
    chosen.set(parameter.name, parameter.initial);
  }
  return Object.fromEntries(chosen);
};

/** null: neither the mode nor a parameter of it changes. */
const parametersToSend = (
  { key }: DeviceControl,
  mode: Mode,
  isNewMode: boolean,
  current: KnownValues,
  wanted: Values,
): Values | null => {
  const isNamed = mode.parameters.some(({ name }) => Object.hasOwn(wanted, parameterKey(key, name)));
  if (!isNewMode && !isNamed) return null;
  // Parameters sent before belong to the mode they were sent with.
  return parametersFor(key, mode, isNewMode ? [wanted] : [current, wanted]);
};

/** The readings once the device has carried out the command, by resource key; events command makers that people cannot. */
export const effectsOf = (device: DeviceModel, { body }: Pick<Command, 'body'>): Values =>
  Object.fromEntries(
    visibleControlsOf(device).flatMap((control) => {
      const fields = [fieldIn(control, body.mode ?? null), control.field, control.whenHeating];
      const value = fields.map((field) => body[field]).find((given) => given !== undefined);
      const parameters = control.hasParameters ? Object.entries(body.parameters ?? {}) : [];
      return [
        ...(value === undefined ? [] : [[control.key, value] as const]),
        ...parameters.map(([name, parameter]) => [parameterKey(control.key, name), parameter] as const),
      ];
    }),
  );

/**
 * The one command that turns what is known of a device into what is wanted of it, or null when they do not differ.
 * `wanted` holds edits only, the latest last. The maker's table decides which fields are sent with a change.
 */
export const buildCommand = (device: LimitedDevice, current: KnownValues, wanted: Values): Command | null => {
  const model = modelOf(device);
  const controls = controlsOf(device);
  const editOf = ({ key, field }: DeviceControl) => asField(field, valueAt(wanted, key));
  const knownOf = ({ key, field }: DeviceControl) => asField(field, valueAt(current, key));
  const isChanged = (control: DeviceControl) => {
    const edit = editOf(control);
    return edit !== null && !isSame(edit, knownOf(control));
  };

  const modeControl = controls.find(({ field }) => field === 'mode');
  const mode = modeControl && (editOf(modeControl) ?? nearestAllowed(device, 'mode', knownOf(modeControl)));
  const modeName = typeof mode === 'string' ? mode : null;

  const fields = new Map<ControlField, Field>();
  const changed = controls.filter(isChanged);
  for (const control of changed) fields.set(fieldIn(control, modeName), editOf(control) ?? '');

  if (changed.length > 0 && makerOf(device.mfg).wholeCommands) {
    for (const control of controls) {
      const field = fieldIn(control, modeName);
      const value = fields.get(field) ?? nearestAllowed(device, field, knownOf(control));
      if (value !== null) fields.set(field, value);
    }
  }

  const edited = fields.get('heatSetpoint') ?? fields.get('coolSetpoint');
  if (model.setpoints === 'shared' && edited !== undefined) {
    const used = isHeating(modeName) ? 'heatSetpoint' : 'coolSetpoint';
    const holder = controls.find((control) => fieldIn(control, modeName) === used);
    const reported =
      holder && knownOf(holder) !== null ? nearestAllowed(device, used, knownOf(holder)) : null;
    const shared = (holder && editOf(holder)) ?? reported ?? edited;
    fields.set('heatSetpoint', shared).set('coolSetpoint', shared);
  }

  const row = modeControl?.hasParameters ? model.modes.find(({ name }) => name === modeName) : undefined;
  const parameters =
    row && modeControl && parametersToSend(modeControl, row, fields.has('mode'), current, wanted);
  if (row && parameters) fields.set('mode', row.name);

  // asField gave each field the type it has in a body.
  const body = { ...Object.fromEntries(fields), ...(parameters && { parameters }) } as CommandBody;
  const command: Command = { type: 'OPERATIONAL', kind: device.kind, body };
  const effects = Object.entries(effectsOf(device, command));
  return effects.every(([key, value]) => isSame(value, valueAt(current, key))) ? null : command;
};
