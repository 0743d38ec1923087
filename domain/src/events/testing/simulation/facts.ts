import { effectsOf } from '../../../control/command/command.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import type { LatestValues } from '../../../control/latest-values.ts';
import { isReached, numberOf } from '../../../control/values.ts';
import type { DeviceRef } from '../../../ports/device-link.ts';
import { departureOf } from '../../people/house-dispatch.ts';
import type { DeviceFacts } from '../../engine/rows.ts';
import type { PastCommand } from '../../life/return-target.ts';
import type { Transaction } from '../memory/database.ts';
import { PROVIDER } from '../memory/keys.ts';
import { required } from './world.ts';
import type { StoredValue, World } from './world.ts';

/** As `latestValuesOf` makes them, without the way through texts: it is asked thousands of times a run. */
export const readingsOf = (stored: ReadonlyMap<string, StoredValue> | undefined): LatestValues => {
  const value = (key: string) => stored?.get(key)?.value ?? null;
  const time = stored?.get('status')?.time;
  return {
    text: (key) => (value(key) === null ? null : String(value(key))),
    number: (key) => numberOf(value(key)),
    flag: () => null,
    reportedAt: time === undefined ? null : new Date(time),
    status: time === undefined ? 'UNKNOWN' : 'ONLINE',
  };
};

const pastCommands = ({ commands, now }: World, id: string): PastCommand[] =>
  commands.flatMap(({ origin, ...command }) => {
    const isOfEvent = origin === 'event' || origin === 'restore';
    if (command.deviceId !== id || isOfEvent) return [];
    const { state, acceptedAt, expiresAt, deliveredAt, confirmedAt, body } = command;
    const isExpired = state === 'expired' || (state === 'accepted' && now >= expiresAt);
    return isExpired ? [] : [{ origin, acceptedAt, expiresAt, deliveredAt, confirmedAt, body }];
  });

/** The facts of a device as a transaction sees them. */
export const factsOf = (world: World, tx: Transaction, { houseId, deviceId }: DeviceRef): DeviceFacts => {
  const { id, kind, mfg, type } = required(world.devices.get(deviceId));
  const { isClosed, ...home } = required(world.homes.get(houseId));
  const rows = tx.list('participation').filter((row) => row.deviceId === deviceId && row.dueAt !== null);
  return {
    providerId: PROVIDER,
    houseId,
    deviceId,
    device: { id, kind, mfg, type, deviceSettings: null, readings: readingsOf(world.readings.get(id)) },
    version: world.versions.get(id) ?? 0,
    home,
    isClosed,
    history: {
      commands: pastCommands(world, id),
      schedule: world.schedules.get(id)?.findLast(({ dueAt }) => dueAt <= world.now) ?? null,
    },
    holding: rows
      .map(({ participation }) => participation)
      .filter(({ before, scheduleSkippedAt }) => before !== null || scheduleSkippedAt !== null),
    events: rows.flatMap(({ eventId, participation: { plan, actions } }) => {
      const event = tx.find('event', eventId);
      const isHeld = event?.cancelledAt === null || actions.some(({ sentAt }) => sentAt !== null);
      return event && 'steps' in plan && isHeld ? [event] : [];
    }),
    departures: tx.list('home').flatMap((row) => {
      const departure = row.houseId === houseId ? departureOf(row) : null;
      return departure ? [{ ...departure, dispatchId: row.dispatchId }] : [];
    }),
  };
};

/** Confirms the commands of people and schedules that the stored readings show. */
export const confirmCommands = (world: World, deviceId: string): void => {
  const device = required(world.devices.get(deviceId));
  const readings = readingsOf(world.readings.get(deviceId));
  const reportedAt = readings.reportedAt?.getTime() ?? 0;
  const isShown = (body: CommandBody) =>
    Object.entries(effectsOf(device, { body })).every(([key, wanted]) =>
      isReached(wanted, typeof wanted === 'number' ? readings.number(key) : readings.text(key)),
    );
  for (const command of world.commands) {
    if (command.deviceId !== deviceId || command.action !== null || command.state !== 'delivered') continue;
    if (reportedAt < command.acceptedAt || !isShown(command.body)) continue;
    command.state = 'confirmed';
    command.confirmedAt = world.now;
  }
};
