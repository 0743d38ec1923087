import type { CommandBody } from '#domain/control/command/command.ts';
import { fieldIn, visibleControlsOf } from '#domain/control/controls.ts';
import type { LinkedDevice } from '#domain/ports/device-link.ts';
import type { DeviceSimulation } from './models/device-simulation.ts';
import { refusalOf } from './device-refusal.ts';

interface Held {
  /** ms */
  readonly until: number;
  /** What it had before the first of its held commands. */
  readonly before: CommandBody;
  readonly hadOwnSchedule: boolean;
}

/** The fallback that a device keeps in its own memory: it needs neither the cloud nor our server. */
export interface HeldSettings {
  /** To be called before the command is applied. null: a command that holds for good, which ends any fallback. */
  readonly beforeCommand: (holdUntil: Date | null) => void;
  readonly cancel: () => void;
  /** Falls back when its time has come. */
  readonly fallBackIfDue: (time: number) => void;
}

const settingsOf = (device: LinkedDevice, model: DeviceSimulation): CommandBody => {
  const values = model.report();
  const controls = visibleControlsOf(device);
  const modeKey = controls.find(({ field }) => field === 'mode')?.key;
  const mode = modeKey === undefined ? null : values[modeKey];
  const parameters = model.parameters?.();
  const settings = Object.fromEntries(
    controls.flatMap((control) => {
      const value = values[control.key];
      return value === undefined
        ? []
        : [[fieldIn(control, typeof mode === 'string' ? mode : null), value] as const];
    }),
  );
  return { ...settings, ...(parameters && { parameters }) };
};

export const createHeldSettings = (device: LinkedDevice, model: DeviceSimulation): HeldSettings => {
  let held: Held | null = null;
  return {
    beforeCommand: (holdUntil) => {
      if (holdUntil === null) {
        held = null;
        return;
      }
      held = {
        until: holdUntil.getTime(),
        before: held?.before ?? settingsOf(device, model),
        hadOwnSchedule: held?.hadOwnSchedule ?? model.report()['thermostat-hold'] === false,
      };
    },
    cancel: () => {
      held = null;
    },
    fallBackIfDue: (time) => {
      if (held === null || time < held.until) return;
      const { before, hadOwnSchedule } = held;
      held = null;
      const { deviceId, kind } = device;
      if (refusalOf(device, { deviceId, kind, body: before }) === null) {
        model.applyCommand(before, true);
        if (hadOwnSchedule) model.endHold?.();
      }
    },
  };
};
