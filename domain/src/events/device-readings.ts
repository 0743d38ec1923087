import type { CommandBody } from '../control/command/command.ts';
import { effectsOf } from '../control/command/command.ts';
import { isReached } from '../control/values.ts';
import { kinds } from '../kinds/index.ts';
import type { EventDevice } from './event.ts';
import type { Snapshot } from './life/return-target.ts';
import { strategies } from './plan/strategies/index.ts';
import { reportedSetting } from './setting.ts';

/** What the device is set to by its readings, as the command that would set it so. */
export const settingOf = (device: EventDevice): CommandBody =>
  (strategies[device.kind]?.settingOf ?? reportedSetting)(device, device.readings);

export const snapshotOf = (device: EventDevice, now: number): Snapshot => ({
  at: Math.min(device.readings.reportedAt?.getTime() ?? 0, now),
  setting: settingOf(device),
});

/** Whether the readings show every effect of a command. */
export const readingsShow = (device: EventDevice, body: CommandBody): boolean => {
  const { readings } = device;
  const effects = Object.entries(effectsOf(device, { body })).filter(
    ([key]) => key in kinds[device.kind].resources,
  );
  return effects.every(([key, wanted]) =>
    isReached(wanted, typeof wanted === 'number' ? readings.number(key) : readings.text(key)),
  );
};
