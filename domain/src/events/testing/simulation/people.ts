import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import { effectsOf } from '../../../control/command/command.ts';
import { isReached } from '../../../control/values.ts';
import { SECOND } from '../../../time/time.ts';
import { isEventActive, noteEdit, skipSchedule } from '../../engine/edits.ts';
import { leaveEventsForGood } from '../../engine/for-good.ts';
import {
  changeDevice,
  changeLimits,
  joinedAgain,
  leave,
  leaveHouse,
  withNewPlan,
  rejoinHouse,
} from '../../engine/people.ts';
import type { PersonsChange } from '../../engine/people.ts';
import { isSettled, stepsSent } from '../../participation.ts';
import type { Participation } from '../../participation.ts';
import { ease, takeBackEase } from '../../people/people.ts';
import { homeKey, participationKey, PROVIDER } from '../memory/keys.ts';
import { batteryBody, knobMode, modeKeyOf } from './battery.ts';
import { turnKnob } from './fleet.ts';
import { acceptCommand } from './node.ts';
import type { Node, SimTx } from './node.ts';
import { markMissed, recordChange } from './own-changes.ts';
import { eventOf, note, required, rowsOfDevice } from './world.ts';
import type { SimDevice, Values, World } from './world.ts';

/** What a person does at a node that is alive; it may die meanwhile. */
export type Act = (node: Node, device: SimDevice) => Promise<void>;

const LEAVING = { reason: null, afterwards: false } as const;

const refOf = ({ id, houseId }: SimDevice) => ({ providerId: PROVIDER, houseId, deviceId: id });

/** One of the events that the device is in, as the person sees it; null: none. */
const pickEvent = (world: World, { id }: SimDevice): string | null => {
  const rows = rowsOfDevice(world, id);
  return rows[Math.floor(world.random.between(0, rows.length))]?.eventId ?? null;
};

/** What the home is told that leaving costs, as it is kept when the call is answered. */
const keepTold = (world: World, tx: SimTx, houseId: string, dispatchId: string): void => {
  const row = tx.memory.find('home', homeKey({ houseId, dispatchId }));
  const told = Object.entries(row?.optOuts ?? {}).map(([programId, kept]) => ({
    houseId,
    dispatchId,
    programId,
    told: kept.told,
  }));
  tx.memory.onCommit(() => world.told.push(...told));
};

const deviceAct =
  (act: 'leaves' | 'joins again' | 'eases', change: PersonsChange): Act =>
  async ({ world, transaction }, device) => {
    const eventId = pickEvent(world, device);
    if (eventId === null) return;
    const ref = { ...refOf(device), eventId };
    const askedAt = world.now;
    const result = await transaction(async (tx) => {
      const changed = await changeDevice(tx, ref, act, change, askedAt);
      keepTold(world, tx, device.houseId, eventOf(world, eventId).dispatchId);
      const isDone = !('refused' in changed) && changed.isChanged;
      if (act === 'joins again' && isDone) {
        tx.memory.onCommit(() => world.rejoins.set(participationKey(ref), world.now));
      }
      return changed;
    });
    if ('refused' in result) return;
    if (act === 'leaves') world.counters.optOuts += 1;
    if (act === 'joins again') world.counters.rejoins += 1;
    note(world, `${device.id} ${act} ${eventId}`);
  };

export const leaveWithDevice = deviceAct('leaves', leave(LEAVING));
export const rejoinWithDevice = deviceAct('joins again', joinedAgain);
const soften = deviceAct('eases', withNewPlan(ease));
const harden = deviceAct('eases', withNewPlan(takeBackEase));

/** A refused call is undone as a whole. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

const orUndone = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

const leaveAll: Act = async ({ world, transaction }, device) => {
  const eventId = pickEvent(world, device);
  if (eventId === null) return;
  const { houseId } = device;
  const { dispatchId } = eventOf(world, eventId);
  const work = transaction(async (tx) => {
    const home = { providerId: PROVIDER, houseId, dispatchId };
    if ('refused' in (await leaveHouse(tx, home, null, LEAVING))) throw new Refusal('leaving');
    keepTold(world, tx, houseId, dispatchId);
    world.counters.housesLeft += 1;
    tx.memory.onCommit(() => note(world, `${houseId} leaves ${dispatchId}`));
  });
  await orUndone(work);
};

const rejoinAll: Act = async ({ world, transaction }, device) => {
  const eventId = pickEvent(world, device);
  if (eventId === null) return;
  const { houseId } = device;
  const { dispatchId } = eventOf(world, eventId);
  const askedAt = world.now;
  const work = transaction(async (tx) => {
    const home = { providerId: PROVIDER, houseId, dispatchId };
    const result = await rejoinHouse(tx, home, null, askedAt);
    if ('refused' in result) throw new Refusal('joining');
    keepTold(world, tx, houseId, dispatchId);
    world.counters.rejoins += 1;
    tx.memory.onCommit(() => {
      for (const participant of result.changed) world.rejoins.set(participationKey(participant), world.now);
      note(world, `${houseId} joins ${dispatchId} again`);
    });
  });
  await orUndone(work);
};

/** The household leaves the provider: its devices leave all events and are enrolled no more. */
export const close: Act = async ({ world, transaction }, { houseId }) => {
  if (world.homes.get(houseId)?.isClosed === true) return;
  await transaction(async (tx) => {
    await leaveEventsForGood(tx, { providerId: PROVIDER, houseId });
    for (const row of tx.memory.list('enrolment')) {
      const key = `${row.programId}/${row.houseId}/${row.deviceId}`;
      if (row.houseId === houseId) await tx.memory.remove('enrolment', key);
    }
    tx.memory.onCommit(() => {
      world.homes.set(houseId, { ...required(world.homes.get(houseId)), isClosed: true });
      // With the household its schedules end: what they missed need not be made up for.
      for (const { id } of [...world.devices.values()].filter((one) => one.houseId === houseId)) {
        world.schedules.delete(id);
        markMissed(world, id);
      }
      world.counters.closed += 1;
      note(world, `${houseId} closes`);
    });
  });
};

const submit = async (
  world: World,
  tx: SimTx,
  device: SimDevice,
  origin: 'person' | 'schedule',
  body: CommandBody,
): Promise<void> => {
  const { id: deviceId, houseId } = device;
  const expiresAt = world.now + 120 * SECOND;
  const command = acceptCommand(world, tx.memory, {
    deviceId,
    houseId,
    origin,
    body,
    expiresAt,
    holdUntil: null,
    action: null,
  });
  await noteEdit(tx, refOf(device));
  tx.memory.onCommit(() => {
    recordChange(world, deviceId, { source: origin, effects: effectsOf(device, command), command });
    note(world, `${deviceId}: ${origin} sets ${JSON.stringify(body)}`);
  });
};

const bodyFor = (world: World, device: SimDevice): CommandBody => {
  const { random } = world;
  if (device.kind === 'battery') return batteryBody(world, device);
  const value = Math.floor(random.between(70, 80));
  if (device.kind === 'hwh') return { setpoint: Math.floor(random.between(112, 136)) };
  if (device.mfg === 'honeywell')
    return { mode: 'cool', fanMode: 'auto', heatSetpoint: 66, coolSetpoint: value };
  if (device.mfg !== 'sensibo') return { coolSetpoint: value };
  return random.chance(0.3) ? { fanMode: 'high' } : { heatSetpoint: value, coolSetpoint: value };
};

const lockDevice = async (tx: SimTx, device: SimDevice): Promise<void> => {
  await tx.store.lockDevices([refOf(device)], 'wait');
};

export const edit: Act = async ({ world, transaction }, device) => {
  if (device.mfg === 'ecobee') return;
  await transaction(async (tx) => {
    await lockDevice(tx, device);
    if (world.homes.get(device.houseId)?.isClosed === true) return;
    if (!(await isEventActive(tx, refOf(device))))
      await submit(world, tx, device, 'person', bodyFor(world, device));
  });
};

/** A schedule's step is due: it is sent, or skipped while the event runs. */
export const runSchedule: Act = async ({ world, transaction }, device) => {
  await transaction(async (tx) => {
    await lockDevice(tx, device);
    const step = world.schedules.get(device.id)?.findLast(({ dueAt }) => dueAt <= world.now);
    if (step === undefined || world.homes.get(device.houseId)?.isClosed === true) return;
    if (!(await skipSchedule(tx, refOf(device)))) {
      await submit(world, tx, device, 'schedule', step.body);
      return;
    }
    tx.memory.onCommit(() => {
      recordChange(world, device.id, { source: 'schedule', effects: effectsOf(device, step) });
      note(world, `${device.id}: schedule skipped ${JSON.stringify(step.body)}`);
    });
  });
};

const isUncertain = (participation: Participation): boolean => {
  const last = stepsSent(participation).at(-1);
  const returning = participation.actions.some((action) => action.phase === 'after' && !isSettled(action));
  // A skipped step of the schedule counts more than readings, until a step is confirmed.
  const isUnconfirmed =
    last === undefined ? participation.scheduleSkippedAt !== null : last.confirmedAt === null;
  return isUnconfirmed || returning;
};

/** A value that the event itself may have brought about does not show that somebody turned the knob. */
const isLikeEvent = ({ plan, actions, before }: Participation, value: Value): boolean => {
  if ('excluded' in plan) return false;
  return [
    ...plan.steps.map(({ command }) => command),
    ...actions.map(({ command }) => command),
    before?.setting,
  ].some((body) => Object.values(body ?? {}).some((one) => isReached(value, one)));
};

const SETPOINT_KEYS: Readonly<Record<string, string>> = {
  hwh: 'hwh-set-temperature',
  rac: 'rac-cool-setpoint',
  tstat: 'thermostat-cool-setpoint',
};

/** Somebody turns the knob at the device itself, whether or not a server is alive. */
export const knob = (world: World, device: SimDevice): void => {
  // Beside a command that is under way nobody could say which of the two is newer.
  const isBusy = world.commands.some(
    (command) =>
      command.deviceId === device.id &&
      command.action === null &&
      (command.state === 'accepted' || (command.state === 'delivered' && world.now < command.expiresAt)),
  );
  if (isBusy) return;
  const mode = knobMode(device);
  if (device.kind === 'battery' && mode === null) return;
  const value = mode ?? Math.floor(world.random.between(0, 8)) + (device.kind === 'hwh' ? 120.5 : 70.5);
  const effects: Values = {
    [SETPOINT_KEYS[device.kind] ?? modeKeyOf(device)]: value,
    ...(device.mfg === 'sensibo' && device.kind === 'tstat' && { 'thermostat-heat-setpoint': value }),
  };
  turnKnob(world, device, effects);
  const row = recordChange(world, device.id, { source: 'wall', effects });
  row.maybeLost = rowsOfDevice(world, device.id).some(
    ({ participation }) => isUncertain(participation) || isLikeEvent(participation, value),
  );
};

const tighten: Act = async ({ world, transaction }, { houseId }) => {
  const { random } = world;
  const coolCeiling = Math.floor(random.between(74, 80));
  const hotWaterMinimum = Math.floor(random.between(110, 120));
  await transaction(async (tx) => {
    const home = required(world.homes.get(houseId));
    const comfort = { ...home.comfort, coolCeiling, hotWaterMinimum };
    await changeLimits(tx, { providerId: PROVIDER, houseId }, async () => {
      tx.memory.onCommit(() => {
        world.homes.set(houseId, { ...required(world.homes.get(houseId)), comfort });
        note(world, `${houseId}: ceiling ${coolCeiling}, hot water ${hotWaterMinimum}`);
      });
      return comfort;
    });
    for (const row of tx.memory.list('home')) {
      if (row.houseId === houseId) keepTold(world, tx, houseId, row.dispatchId);
    }
  });
};

/** What people do, the usual more often. */
export const ACTS: readonly [Act, ...Act[]] = [
  leaveWithDevice,
  leaveWithDevice,
  leaveAll,
  leaveAll,
  rejoinWithDevice,
  rejoinAll,
  soften,
  harden,
  edit,
  edit,
  tighten,
];
