import type { Control, ControlField, Kind } from '../kinds/define.ts';
import { kinds } from '../kinds/index.ts';
import type { ResolvedModel, Setpoints } from '../manufacturers/define.ts';
import { makerOf, modelOf } from '../manufacturers/index.ts';
import type { DeviceModel } from '../manufacturers/index.ts';

/** One thing a person can change of a device. */
export interface DeviceControl {
  readonly key: string;
  readonly field: ControlField;
  /** The field in heat mode; the same as `field` unless the resource holds whichever setpoint the mode uses. */
  readonly whenHeating: ControlField;
  /** Its value takes parameters along, each under `parameterKey`. */
  readonly hasParameters: boolean;
}

const HEATING_MODES: readonly string[] = ['heat', 'auxHeatOnly'];
export const isHeating = (mode: string | null | undefined): boolean =>
  typeof mode === 'string' && HEATING_MODES.includes(mode);

/** Parameters have no resource of their own: they are edited beside the mode they go with. */
export const parameterKey = (key: string, name: string): string => `${key}/${name}`;
export const parameterOwner = (key: string): string | null =>
  key.includes('/') ? key.slice(0, key.indexOf('/')) : null;

const SETPOINT_FIELDS: Readonly<Record<Setpoints, readonly ControlField[]>> = {
  'heat-and-cool': ['heatSetpoint', 'coolSetpoint'],
  shared: ['heatSetpoint', 'coolSetpoint'],
  heat: ['heatSetpoint'],
  cool: ['coolSetpoint'],
};

const fieldsOfKind = (kind: Kind): ControlField[] =>
  Object.values(kind.controls).flatMap(({ field, whenHeating }) => [field, whenHeating ?? field]);

/** Whether a command for such a device may carry a temperature in `field`. */
export const holdsSetpoint = (device: DeviceModel, field: ControlField): boolean => {
  const model = modelOf(device);
  if (model.setpoint === null || !fieldsOfKind(kinds[device.kind]).includes(field)) return false;
  return (
    field === 'setpoint' || (model.setpoints !== null && SETPOINT_FIELDS[model.setpoints].includes(field))
  );
};

const holds = (device: DeviceModel, model: ResolvedModel, field: ControlField): boolean => {
  if (field === 'mode') return model.modes.length > 0;
  if (field === 'fanMode') return model.fanModes.length > 0;
  return holdsSetpoint(device, field);
};

const findControls = (device: DeviceModel, model: ResolvedModel): DeviceControl[] => {
  const hasParameters = model.modes.some(({ parameters }) => parameters.length > 0);
  const controls: [key: string, control: Control][] = Object.entries(kinds[device.kind].controls);
  return controls.flatMap(([key, control]) => {
    if (control.parameters !== undefined && control.parameters !== hasParameters) return [];
    const { field, whenHeating = field } = control;
    const available = [field, whenHeating].filter((candidate) => holds(device, model, candidate));
    const [cooling] = available;
    if (cooling === undefined) return [];
    return [
      {
        key,
        field: cooling,
        whenHeating: available.at(-1) ?? cooling,
        hasParameters: control.parameters === true,
      },
    ];
  });
};

/** A model belongs to one kind. */
const controlsOfModels = new Map<ResolvedModel, readonly DeviceControl[]>();

/** Its kind's controls as far as the model has them, also where the maker lets people only look. */
export const visibleControlsOf = (device: DeviceModel): readonly DeviceControl[] => {
  const model = modelOf(device);
  const controls = controlsOfModels.get(model) ?? findControls(device, model);
  controlsOfModels.set(model, controls);
  return controls;
};

/** What may be changed of this device from here. */
export const controlsOf = (device: DeviceModel): readonly DeviceControl[] => {
  const { control, locked = [] } = makerOf(device.mfg);
  if (control !== undefined) return [];
  return visibleControlsOf(device).filter(({ field }) => field !== 'mode' || !locked.includes('mode'));
};

export const fieldIn = (control: DeviceControl, mode: string | null): ControlField =>
  isHeating(mode) ? control.whenHeating : control.field;
