import type { Value } from '#contract/entities/device.ts';
import { effectsOf } from '../../../control/command/command.ts';
import type { OwnChange, SimCommand, SimDevice, Values, World } from './world.ts';

/** Remembers a change that has nothing to do with the event. */
export const recordChange = (
  world: World,
  deviceId: string,
  change: Pick<OwnChange, 'source' | 'effects'> & { readonly command?: SimCommand },
): OwnChange => {
  const row: OwnChange = { at: world.now, command: null, maybeLost: false, ...change };
  world.ownChanges.set(deviceId, [...(world.ownChanges.get(deviceId) ?? []), row]);
  return row;
};

/**
 * A person's command that never reached the device before its time was over has not happened. A schedule's may as well
 * have: its present step is what a return goes by.
 */
const hasFailed = ({ now }: World, { command, source }: OwnChange): boolean =>
  source === 'person' &&
  command?.applied === false &&
  (command.state === 'expired' || (command.state === 'accepted' && now >= command.expiresAt));

/** While it was on its way a return was decided, which goes by the newest command that was accepted. */
const wasReturnedTo = ({ commands }: World, { command }: OwnChange): boolean =>
  command !== null &&
  commands.some(
    ({ deviceId, origin, acceptedAt }) =>
      deviceId === command.deviceId &&
      origin === 'restore' &&
      acceptedAt >= command.acceptedAt &&
      acceptedAt < command.expiresAt,
  );

/** A command of the home itself that reached the device first; what the event overtook still counts. */
const isOvertakenByOwn = ({ commands }: World, { command }: OwnChange): boolean => {
  if (command === null || command.applied || command.state !== 'superseded') return false;
  const next = commands.find(
    ({ deviceId, sequence, applied }) =>
      applied && deviceId === command.deviceId && sequence > command.sequence,
  );
  return next !== undefined && next.action === null;
};

/**
 * One whose answer was lost until it expired happened at the device, but not to the server's knowledge; no more does a
 * change at the wall that no reading has shown.
 */
const isDoubtful = (world: World, change: OwnChange): boolean =>
  change.maybeLost ||
  hasFailed(world, change) ||
  change.command?.state === 'expired' ||
  isOvertakenByOwn(world, change) ||
  (change.source === 'wall' && !world.seenAt.has(change));

/** What the resource would hold without the event: one value, and others where the server could not have known better. */
export const wouldHold = (world: World, deviceId: string, key: string): Value[] => {
  const candidates: Value[] = [];
  const changes = (world.ownChanges.get(deviceId) ?? []).filter(
    (change) => !hasFailed(world, change) || wasReturnedTo(world, change),
  );
  for (const change of changes.toReversed()) {
    const value = change.effects[key];
    if (value === undefined) continue;
    candidates.push(value);
    if (!isDoubtful(world, change)) break;
  }
  return candidates;
};

export const keysOf = (device: SimDevice): string[] =>
  Object.keys(
    effectsOf(device, { body: { setpoint: 1, heatSetpoint: 1, coolSetpoint: 1, mode: 'x' } }),
  ).filter((key) => key in device.values);

export const isAmong = (candidates: readonly Value[], value: Value | undefined): boolean =>
  candidates.some((one) =>
    typeof one === 'number' && typeof value === 'number' ? Math.abs(one - value) < 0.01 : one === value,
  );

/** The server acts without knowing of a change at the wall: it may be undone. `readAt`: when the reading that it goes by was taken. */
export const markUnseen = (
  world: World,
  deviceId: string,
  effects: Values,
  readAt = Number.POSITIVE_INFINITY,
): void => {
  for (const change of world.ownChanges.get(deviceId) ?? []) {
    const isTouched = Object.keys(change.effects).some((key) => key in effects);
    const isUnseen = !world.seenAt.has(change) || change.at > readAt;
    if (change.source === 'wall' && isUnseen && isTouched) change.maybeLost = true;
  }
};

/** A device that is left as it is after a change at the wall does not make up for what its schedule missed. */
export const markMissed = (world: World, deviceId: string): void => {
  for (const change of world.ownChanges.get(deviceId) ?? []) {
    if (change.source === 'schedule' && change.command === null) change.maybeLost = true;
  }
};
