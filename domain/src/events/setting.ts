import type { Device } from '#contract/entities/device.ts';
import type { CommandBody } from '../control/command/command.ts';
import { fieldIn, visibleControlsOf } from '../control/controls.ts';
import type { LatestValues } from '../control/latest-values.ts';
import { makerOf, modelOf } from '../manufacturers/index.ts';
import type { MovedField } from './event.ts';

type Model = Pick<Device, 'kind' | 'mfg' | 'type'>;
type Writable = { -readonly [field in keyof CommandBody]?: CommandBody[field] };

export type ReportedField = Exclude<MovedField, 'parameters'>;

/** Devices report their mode, not with which parameters. */
export const isReported = (field: MovedField): field is ReportedField => field !== 'parameters';

const modeKeyOf = (device: Model): string | undefined =>
  visibleControlsOf(device).find(({ field }) => field === 'mode')?.key;

/** The mode that the device reported last; null: it has none, or has not reported it. */
export const reportedMode = (device: Model, readings: Pick<LatestValues, 'text'>): string | null => {
  const key = modeKeyOf(device);
  return key === undefined ? null : readings.text(key);
};

/** The values of everything that can be set, as the command that would set it so. */
export const reportedSetting = (device: Model, readings: LatestValues): CommandBody => {
  const mode = reportedMode(device, readings);
  const setting: Writable = {};
  for (const control of visibleControlsOf(device)) {
    const field = fieldIn(control, mode);
    if (field === 'mode' || field === 'fanMode') {
      const text = readings.text(control.key);
      if (text !== null) setting[field] = text;
    } else {
      const number = readings.number(control.key);
      if (number !== null) setting[field] = number + 0;
    }
  }
  return setting;
};

/** A command that carries the moved fields, and the rest of the setting where the maker takes whole commands only. */
export const commandFor = (
  device: Model,
  setting: CommandBody,
  moved: Pick<CommandBody, MovedField>,
): CommandBody => {
  if (!makerOf(device.mfg).wholeCommands) return moved;
  const { defaults } = modelOf(device);
  const complete = Object.fromEntries(
    visibleControlsOf(device).flatMap(({ field }) => {
      const value = setting[field] ?? defaults[field];
      return value === null ? [] : [[field, value] as const];
    }),
  );
  return { ...complete, ...moved };
};
