import { passGate } from '../../../control/gate/gate.ts';
import { effectsOf } from '../../../control/command/command.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import type { Origin } from '../../../control/gate/origin.ts';
import type { LatestValues } from '../../../control/latest-values.ts';
import { isReached, numberOf } from '../../../control/values.ts';
import type { DeliveryFacts } from '../../life/decide.ts';
import type { EventDevice } from '../../event.ts';
import type { EventFacts } from '../../life/life.ts';
import type { PastCommand } from '../../life/return-target.ts';
import { must, required } from './world.ts';
import type { SimCommand, StoredValue, World } from './world.ts';

/** As `readingsOf` makes them, without the way through texts: it is asked thousands of times a run. */
const readingsOf = (stored: ReadonlyMap<string, StoredValue> | undefined): LatestValues => {
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

/** The device as the server knows it. */
export const deviceOf = ({ db, devices }: World, deviceId: string): EventDevice => {
  const { id, kind, mfg, type } = required(devices.get(deviceId));
  const readings = readingsOf(db.readings.get(id));
  return { id, kind, mfg, type, deviceSettings: null, readings, otherEvents: [] };
};

const pastCommands = ({ db, now }: World, deviceId: string): PastCommand[] =>
  db.commands.flatMap(({ origin, ...command }) => {
    const isOfEvent = origin === 'event' || origin === 'restore';
    if (command.deviceId !== deviceId || isOfEvent) return [];
    const { state, acceptedAt, expiresAt, deliveredAt, confirmedAt, body } = command;
    const isExpired = state === 'expired' || (state === 'accepted' && now >= expiresAt);
    return isExpired ? [] : [{ origin, acceptedAt, expiresAt, deliveredAt, confirmedAt, body }];
  });

export const factsOf = (world: World, deviceId: string): DeliveryFacts => {
  const { db, devices, now } = world;
  const { houseId } = required(devices.get(deviceId));
  return {
    device: deviceOf(world, deviceId),
    home: required(db.homes.get(houseId)),
    history: {
      commands: pastCommands(world, deviceId),
      schedule: db.schedules.get(deviceId)?.findLast(({ dueAt }) => dueAt <= now) ?? null,
    },
    others: [],
  };
};

export const eventFacts = ({ db, devices }: World): EventFacts => ({
  event: db.event,
  enrolled: [...devices.keys()],
  participations: [...db.participations.values()],
  isDispatchNotified: false,
  hasProvisionalResults: false,
  hasFinalResults: false,
});

type NewCommand = Pick<SimCommand, 'deviceId' | 'body' | 'expiresAt' | 'holdUntil' | 'action'> & {
  readonly origin: Origin;
};

/** Stores a command with the next sequence of its device; the gate must let it pass. */
export const acceptCommand = (world: World, command: NewCommand): SimCommand => {
  const { db, now } = world;
  const { deviceId, body, origin } = command;
  const device = deviceOf(world, deviceId);
  if (origin === 'event' || origin === 'restore') {
    const result = passGate({
      device,
      command: { type: 'OPERATIONAL', kind: device.kind, body },
      sender: { origin },
    });
    must(world, 'approved' in result, 3, `the gate refuses ${JSON.stringify(body)} of ${deviceId}`);
  }
  const sequence = (db.versions.get(deviceId) ?? 0) + 1;
  db.versions.set(deviceId, sequence);
  const row: SimCommand = {
    ...command,
    sequence,
    acceptedAt: now,
    state: 'accepted',
    deliveredAt: null,
    confirmedAt: null,
    leasedUntil: 0,
    applied: false,
  };
  db.commands.push(row);
  return row;
};

/** Confirms the commands of people and schedules that the stored readings show. */
export const confirmCommands = (world: World, deviceId: string): void => {
  const device = deviceOf(world, deviceId);
  const reportedAt = device.readings.reportedAt?.getTime() ?? 0;
  const isShown = (body: CommandBody) =>
    Object.entries(effectsOf(device, { body })).every(([key, wanted]) =>
      isReached(wanted, typeof wanted === 'number' ? device.readings.number(key) : device.readings.text(key)),
    );
  for (const command of world.db.commands) {
    if (command.deviceId !== deviceId || command.action !== null || command.state !== 'delivered') continue;
    if (reportedAt < command.acceptedAt || !isShown(command.body)) continue;
    command.state = 'confirmed';
    command.confirmedAt = world.now;
  }
};
