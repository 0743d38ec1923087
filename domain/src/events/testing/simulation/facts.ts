import { effectsOf } from '../../../control/command/command.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import type { LatestValues } from '../../../control/latest-values.ts';
import { isReached, numberOf } from '../../../control/values.ts';
import type { DeviceRef } from '../../../ports/device-link.ts';
import type { PastCommand } from '../../life/return-target.ts';
import type { FactsBesideEvents } from '../memory/devices-store.ts';
import { required } from './world.ts';
import type { SimCommand, StoredValue, World } from './world.ts';

/** As `latestValuesOf` makes them, without the way through texts: it is asked thousands of times a run. */
export const readingsOf = (stored: ReadonlyMap<string, StoredValue> | undefined): LatestValues => {
  const value = (key: string) => stored?.get(key)?.value ?? null;
  const time = stored?.get('status')?.time;
  return {
    text: (key) => (value(key) === null ? null : String(value(key))),
    number: (key) => numberOf(value(key)),
    flag: () => null,
    timeOf: (key) => {
      const reported = stored?.get(key)?.time;
      return reported === undefined ? null : new Date(reported);
    },
    reportedAt: time === undefined ? null : new Date(time),
    status: time === undefined ? 'UNKNOWN' : 'ONLINE',
  };
};

const pastCommands = ({ commands, now }: World, id: string): PastCommand[] => {
  const past: PastCommand[] = [];
  for (const command of commands) {
    const { origin, state, expiresAt } = command;
    if (command.deviceId !== id || origin === 'event' || origin === 'restore') continue;
    if (state !== 'expired' && (state !== 'accepted' || now < expiresAt)) past.push({ ...command, origin });
  }
  return past;
};

/** The facts of a device that do not lie in the store. */
export const factsOf = (world: World, { houseId, deviceId }: DeviceRef): FactsBesideEvents => {
  const { id, kind, mfg, type } = required(world.devices.get(deviceId));
  const { isClosed, ...home } = required(world.homes.get(houseId));
  return {
    device: {
      id,
      kind,
      mfg,
      type,
      deviceSettings: null,
      hasLink: true,
      readings: readingsOf(world.readings.get(id)),
    },
    version: world.versions.get(id) ?? 0,
    home,
    isClosed,
    history: {
      commands: pastCommands(world, id),
      schedule: world.schedules.get(id)?.findLast(({ dueAt }) => dueAt <= world.now) ?? null,
    },
  };
};

/** Confirms the commands of people and schedules that the stored readings show. */
export const confirmCommands = (world: World, deviceId: string): void => {
  const isOpen = (command: SimCommand) =>
    command.deviceId === deviceId && command.action === null && command.state === 'delivered';
  const open = world.commands.filter(isOpen);
  if (open.length === 0) return;
  const device = required(world.devices.get(deviceId));
  const readings = readingsOf(world.readings.get(deviceId));
  const reportedAt = readings.reportedAt?.getTime() ?? 0;
  const isShown = (body: CommandBody) =>
    Object.entries(effectsOf(device, { body })).every(([key, wanted]) =>
      isReached(wanted, typeof wanted === 'number' ? readings.number(key) : readings.text(key)),
    );
  for (const command of open) {
    if (reportedAt < command.acceptedAt || !isShown(command.body)) continue;
    command.state = 'confirmed';
    command.confirmedAt = world.now;
  }
};
