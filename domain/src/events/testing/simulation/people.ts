import type { CommandBody } from '../../../control/command/command.ts';
import { effectsOf } from '../../../control/command/command.ts';
import { isReached } from '../../../control/values.ts';
import { MINUTE, SECOND } from '../../../time/time.ts';
import { cancelEvent, changeEvent } from '../../life/change.ts';
import { isLocked } from '../../outcome.ts';
import { isSettled, stepsSent } from '../../participation.ts';
import type { Participation } from '../../participation.ts';
import { ease, joinAgain, optOut, withEdit, withLimits, withSkippedSchedule } from '../../people/people.ts';
import type { ParticipationChange } from '../../people/people.ts';
import { acceptCommand } from './database.ts';
import { turnKnob } from './fleet.ts';
import { recordChange } from './own-changes.ts';
import { lookNow, note, required } from './world.ts';
import type { SimDevice, World } from './world.ts';

const change = (
  world: World,
  deviceId: string,
  what: string,
  act: (one: Participation) => ParticipationChange,
): void => {
  const participation = world.db.participations.get(deviceId);
  if (participation === undefined) return;
  const result = act(participation);
  note(world, `${deviceId}: ${what} ${'refused' in result ? result.refused.code : ''}`);
  if (!('changed' in result)) return;
  world.db.participations.set(deviceId, result.changed);
  lookNow(world, deviceId);
};

const submit = (world: World, device: SimDevice, origin: 'person' | 'schedule', body: CommandBody): void => {
  const { db, now } = world;
  const command = acceptCommand(world, {
    deviceId: device.id,
    origin,
    body,
    expiresAt: now + 120 * SECOND,
    holdUntil: null,
    action: null,
  });
  recordChange(world, device.id, { source: origin, effects: effectsOf(device, command), command });
  const participation = db.participations.get(device.id);
  if (participation) db.participations.set(device.id, withEdit(db.event, participation, now));
  note(world, `${device.id}: ${origin} sets ${JSON.stringify(body)}`);
};

const bodyFor = (world: World, device: SimDevice): CommandBody => {
  const { random } = world;
  const value = Math.floor(random.between(70, 80));
  if (device.kind === 'hwh') return { setpoint: Math.floor(random.between(112, 136)) };
  if (device.mfg === 'honeywell')
    return { mode: 'cool', fanMode: 'auto', heatSetpoint: 66, coolSetpoint: value };
  if (device.mfg !== 'sensibo') return { coolSetpoint: value };
  return random.chance(0.3) ? { fanMode: 'high' } : { heatSetpoint: value, coolSetpoint: value };
};

const isLockedNow = ({ db, now }: World, deviceId: string): boolean => {
  const participation = db.participations.get(deviceId);
  return participation !== undefined && isLocked(db.event, participation, now);
};

const edit = (world: World, device: SimDevice): void => {
  if (device.mfg === 'ecobee' || isLockedNow(world, device.id)) return;
  submit(world, device, 'person', bodyFor(world, device));
};

const isUncertain = (participation: Participation | undefined): boolean => {
  if (participation === undefined) return false;
  const last = stepsSent(participation).at(-1);
  const returning = participation.actions.some((action) => action.phase === 'after' && !isSettled(action));
  // A skipped step of the schedule counts more than readings, until a step is confirmed.
  const isUnconfirmed =
    last === undefined ? participation.scheduleSkippedAt !== null : last.confirmedAt === null;
  return isUnconfirmed || returning;
};

/** A value that the event itself may have brought about does not show that somebody turned the knob. */
const isLikeEvent = (participation: Participation | undefined, value: number): boolean => {
  if (participation === undefined || 'excluded' in participation.plan) return false;
  const { plan, actions, before } = participation;
  return [
    ...plan.steps.map(({ command }) => command),
    ...actions.map(({ command }) => command),
    before?.setting,
  ].some((body) => Object.values(body ?? {}).some((one) => isReached(value, one)));
};

const knob = (world: World, device: SimDevice): void => {
  const { db, random } = world;
  // Beside a command that is under way nobody could say which of the two is newer.
  const isBusy = db.commands.some(
    (command) =>
      command.deviceId === device.id &&
      command.action === null &&
      (command.state === 'accepted' || (command.state === 'delivered' && world.now < command.expiresAt)),
  );
  if (isBusy) return;
  const value = Math.floor(random.between(0, 8)) + (device.kind === 'hwh' ? 120.5 : 70.5);
  const key =
    device.kind === 'hwh'
      ? 'hwh-set-temperature'
      : device.kind === 'rac'
        ? 'rac-cool-setpoint'
        : 'thermostat-cool-setpoint';
  const effects = {
    [key]: value,
    ...(device.mfg === 'sensibo' && device.kind === 'tstat' && { 'thermostat-heat-setpoint': value }),
  };
  turnKnob(world, device, effects);
  const row = recordChange(world, device.id, { source: 'wall', effects });
  const participation = db.participations.get(device.id);
  row.maybeLost = isUncertain(participation) || isLikeEvent(participation, value);
};

const tighten = (world: World, device: SimDevice): void => {
  const { db, now, random } = world;
  const home = required(db.homes.get(device.houseId));
  const comfort = {
    ...home.comfort,
    coolCeiling: Math.floor(random.between(74, 80)),
    hotWaterMinimum: Math.floor(random.between(110, 120)),
  };
  db.homes.set(device.houseId, { ...home, comfort });
  for (const [id, one] of db.participations) {
    if (one.houseId !== device.houseId) continue;
    db.participations.set(id, withLimits(db.event, one, comfort, now));
    lookNow(world, id);
  }
  note(world, `${device.houseId}: ceiling ${comfort.coolCeiling}, hot water ${comfort.hotWaterMinimum}`);
};

/** A schedule's step is due: it is sent, or skipped while the event runs. */
export const runSchedule = (world: World, device: SimDevice): void => {
  const { db, now } = world;
  const step = db.schedules.get(device.id)?.findLast(({ dueAt }) => dueAt <= now);
  if (step === undefined) return;
  const participation = db.participations.get(device.id);
  if (participation === undefined || !isLocked(db.event, participation, now)) {
    submit(world, device, 'schedule', step.body);
    return;
  }
  db.participations.set(device.id, withSkippedSchedule(db.event, participation, now));
  recordChange(world, device.id, { source: 'schedule', effects: effectsOf(device, step) });
  note(world, `${device.id}: schedule skipped ${JSON.stringify(step.body)}`);
};

type Act = (world: World, device: SimDevice) => void;

const leave: Act = (world, { id }) => {
  world.counters.optOuts += 1;
  change(world, id, 'opts out', (one) => optOut(world.db.event, one, 'person', world.now));
};
const rejoin: Act = (world, { id }) =>
  change(world, id, 'joins again', (one) => joinAgain(world.db.event, one, world.now));
const soften: Act = (world, { id }) =>
  change(world, id, 'eases', (one) => ease(world.db.event, one, world.now));

/** What people do, the usual more often. */
const ACTS: readonly [Act, ...Act[]] = [
  leave,
  leave,
  leave,
  rejoin,
  rejoin,
  soften,
  edit,
  edit,
  knob,
  tighten,
];

export const actOfPeople = (world: World, device: SimDevice): void => world.random.pick(ACTS)(world, device);

export const undo = rejoin;

/** Somebody who has just left sets the device as they like it. */
export const editAfterLeaving = edit;

/** Leaves in the last seconds, and thinks better of it. */
export const leaveLate = leave;

/** The operator cancels, or ends earlier. */
export const actOfOperator = (world: World): void => {
  const { db, now, random } = world;
  const result = random.chance(0.6)
    ? cancelEvent(db.event, now)
    : changeEvent(db.event, { endTime: now + Math.floor(random.between(1, 10)) * MINUTE }, now);
  note(world, `operator: ${'refused' in result ? result.refused.code : 'changes the event'}`);
  if (!('changed' in result)) return;
  db.event = result.changed;
  for (const id of db.participations.keys()) lookNow(world, id);
};
