import type { EventState } from '#contract/entities/event.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import { effectsOf } from '../../../control/command/command.ts';
import { EVENT_TIMES } from '../../event-times.ts';
import { comfortOf } from '../../plan/comfort.ts';
import type { Notice } from '../../life/notices.ts';
import { needsReturn } from '../../participation.ts';
import type { EventAction } from '../../participation.ts';
import { departureOf } from '../../people/house-dispatch.ts';
import { endOf, returnTime } from '../../timing.ts';
import type { EngineEvent } from '../../engine/rows.ts';
import type { Transaction } from '../memory/database.ts';
import { homeKey, participationKey } from '../memory/keys.ts';
import { checkBattery } from './battery.ts';
import { readingsOf } from './facts.ts';
import { isAmong, markUnseen, wouldHold } from './own-changes.ts';
import { eventOf, LONGEST_TRANSACTION, must, required, rowsOfDevice } from './world.ts';
import type { SimCommand, SimDevice, Values, World } from './world.ts';

/** A call that was under way when the event ended or was left, on a slow node. */
const IN_FLIGHT = 30_000;

const OVER_STATES: readonly EventState[] = ['returning', 'ended', 'cancelled'];

const numbers = (values: readonly unknown[]): number[] => values.filter((one) => typeof one === 'number');

const checkRoom = (world: World, device: SimDevice, key: string, value: number): void => {
  const { ceiling, floor } = comfortOf(required(world.homes.get(device.houseId)).comfort);
  const held = numbers(wouldHold(world, device.id, key));
  must(world, value <= ceiling && value >= floor, 3, `${device.id} is sent to ${value} °F`);
  must(
    world,
    held.some((own) => Math.abs(value - own) <= 4.01 && Math.abs(value - own) > 0.5),
    3,
    `${device.id} is moved to ${value} °F from ${held.join(' or ')}`,
  );
};

const checkTank = (world: World, device: SimDevice, key: string, value: number): void => {
  const { hotWater } = comfortOf(required(world.homes.get(device.houseId)).comfort);
  const undisturbed = numbers(wouldHold(world, device.id, key));
  const isLowered = value >= hotWater && undisturbed.some((one) => value < one);
  must(world, isLowered, 3, `${device.id}: ${value} °F from ${undisturbed.join(' or ')}`);
};

/** The present step of a schedule counts from the moment it is due, also if no job has looked at it yet. */
const scheduleEffects = ({ schedules, now }: World, device: SimDevice): Values => {
  const step = schedules.get(device.id)?.findLast(({ dueAt }) => dueAt <= now);
  return step === undefined ? {} : effectsOf(device, step);
};

const checkReturnTarget = (world: World, device: SimDevice, body: CommandBody): void => {
  const due = scheduleEffects(world, device);
  const wrong = Object.entries(effectsOf(device, { body })).filter(
    ([key, value]) =>
      key !== 'thermostat-fan-mode' &&
      !isAmong(wouldHold(world, device.id, key), value) &&
      due[key] !== value,
  );
  must(world, wrong.length === 0, 2, `${device.id} returns to ${JSON.stringify(wrong)}`);
};

const MODE_KEYS: Readonly<Record<string, string>> = {
  hwh: 'hwh-set-mode',
  rac: 'rac-mode',
  tstat: 'thermostat-mode',
};

const checkPromises = (world: World, device: SimDevice, body: CommandBody): void => {
  if (device.kind === 'battery') {
    checkBattery(world, device, body);
    return;
  }
  const reported = readingsOf(world.readings.get(device.id)).text(MODE_KEYS[device.kind] ?? '');
  const isSameMode = body.mode === undefined || body.mode === reported;
  must(world, isSameMode, 3, `${device.id} is sent to mode ${body.mode}`);
  must(world, reported !== 'off' && reported !== 'fan', 3, `${device.id} takes no part`);
  for (const [key, value] of Object.entries(effectsOf(device, { body }))) {
    if (typeof value !== 'number' || ('thermostat-heat-setpoint' === key && body.coolSetpoint !== value))
      continue;
    (device.kind === 'hwh' ? checkTank : checkRoom)(world, device, key, value);
  }
};

interface DecidedAction {
  readonly eventId: string;
  readonly houseId: string;
  readonly deviceId: string;
  readonly action: EventAction;
  readonly body: CommandBody;
  /** The device's time of the reading that it was decided by; null: there was none. */
  readonly reportedAt: number | null;
}

/** A home that left a dispatch, or closed, takes part in nothing of it, unless with a device that joined again by itself. */
const checkHome = (world: World, event: EngineEvent, { houseId, deviceId }: DecidedAction): void => {
  const row = world.db.tables.home.get(homeKey({ houseId, dispatchId: event.dispatchId }));
  const departure = row ? departureOf(row) : null;
  const joinedAt = world.rejoins.get(participationKey({ eventId: event.id, houseId, deviceId })) ?? 0;
  const isOut =
    departure !== null && (event.optOutAllowed || departure.cause === 'closed') && joinedAt < departure.at;
  must(world, !isOut, 7, `${deviceId} is acted on, though ${houseId} left`);
  const { isClosed } = required(world.homes.get(houseId));
  must(world, !isClosed, 7, `${deviceId} is acted on, though ${houseId} is closed`);
};

/** A step or a return is decided: when, for whom, and within what was promised. */
export const checkDecision = (world: World, tx: Transaction, decided: DecidedAction): void => {
  const { eventId, houseId, deviceId, action, body, reportedAt } = decided;
  const { now } = world;
  const event = required(tx.find('event', eventId));
  const device = required(world.devices.get(deviceId));
  markUnseen(world, deviceId, effectsOf(device, { body }), (reportedAt ?? 0) - device.skew);
  must(world, now >= action.at, 4, `${deviceId} is acted on before its time`);
  if (action.phase === 'after') {
    checkReturnTarget(world, device, body);
    return;
  }
  const enrolment = tx.find('enrolment', `${event.program.id}/${houseId}/${deviceId}`);
  must(world, enrolment !== undefined, 7, `${deviceId} is acted on, though it is enrolled no more`);
  const key = participationKey({ eventId, houseId, deviceId });
  const { participation } = required(tx.find('participation', key));
  const { optOut, round } = participation;
  // The change itself is part of the transaction that decides.
  const isIn = optOut === null || action.round > round;
  must(world, isIn && action.round >= round, 1, `${deviceId} is acted on after it left`);
  must(world, now < endOf(event) + LONGEST_TRANSACTION, 4, `${deviceId} is acted on after the end`);
  must(world, action.phase === 'before' || now >= event.startTime, 4, `${deviceId}: before the start`);
  const rivals = rowsOfDevice(world, deviceId).filter(
    (row) => row.eventId !== eventId && needsReturn(row.participation),
  );
  must(world, rivals.length === 0, 3, `${deviceId} is acted on by two events`);
  checkPromises(world, device, body);
  // Whoever joins again by this very transaction has not done so yet.
  if (action.round === round) checkHome(world, event, decided);
};

/** A command takes effect at the device. */
export const checkApplied = (world: World, command: SimCommand): void => {
  const { now } = world;
  const { action, deviceId, houseId } = command;
  if (action === null) return;
  world.counters[command.origin === 'event' ? 'steps' : 'returns'] += 1;
  if (command.origin === 'restore') return;
  if (world.devices.get(deviceId)?.kind === 'battery') {
    const isRenewal = world.commands.some(
      (other) =>
        other.applied &&
        other.deviceId === deviceId &&
        other.action?.eventId === action.eventId &&
        other.action.round === action.round &&
        other.action.phase === action.phase,
    );
    world.counters[isRenewal ? 'renewals' : 'batterySteps'] += 1;
  }
  const key = participationKey({ eventId: action.eventId, houseId, deviceId });
  const { participation } = required(world.db.tables.participation.get(key));
  const { optOut, round } = participation;
  const isLate = optOut !== null && round === action.round && now > optOut.at + IN_FLIGHT;
  must(world, !isLate, 1, `${deviceId} is acted on ${now - (optOut?.at ?? 0)} ms after it left`);
  const end = endOf(eventOf(world, action.eventId));
  must(world, now <= end + IN_FLIGHT, 4, `${deviceId} is acted on after the end`);
};

/** Only enrolled devices of events that run or come are taken in. */
export const checkJoining = (
  world: World,
  tx: Transaction,
  {
    eventId,
    houseId,
    deviceId,
  }: { readonly eventId: string; readonly houseId: string; readonly deviceId: string },
): void => {
  const { program, cancelledAt } = required(tx.find('event', eventId));
  const row = tx.find('enrolment', `${program.id}/${houseId}/${deviceId}`);
  must(world, row !== undefined, 7, `${deviceId} joins ${eventId}, but is not enrolled`);
  const isLong = cancelledAt !== null && world.now > cancelledAt + LONGEST_TRANSACTION;
  must(world, !isLong, 4, `${deviceId} joins ${eventId}, which was cancelled`);
};

/** A home is told something: of a stop only once its returns have their times. */
export const checkNotice = (world: World, event: EngineEvent, houseId: string, notice: Notice): void => {
  if (notice !== 'cancelled') return;
  const waiting = [...world.db.tables.participation.values()].filter(
    ({ eventId, houseId: of, deviceId, participation, dueAt }) =>
      eventId === event.id &&
      of === houseId &&
      needsReturn(participation) &&
      (dueAt === null || dueAt > returnTime(event, deviceId)),
  );
  must(world, waiting.length === 0, 9, `${houseId} is told of a stop before its returns begin`);
};

/** Of sent returns of one round each but the first follows one that got lost or was overtaken. */
export const mayRepeat = (
  world: World,
  sent: readonly SimCommand[],
  { deviceId }: { readonly deviceId: string },
): boolean => {
  const inOrder = sent.toSorted((one, other) => one.acceptedAt - other.acceptedAt);
  const quick = inOrder.filter((command, index) => {
    const before = inOrder[index - 1];
    return (
      before !== undefined &&
      command.acceptedAt - Math.max(before.acceptedAt, before.deliveredAt ?? 0) <
        EVENT_TIMES.returnRetry - LONGEST_TRANSACTION
    );
  });
  const overtaking = world.commands.filter(
    (command) =>
      command.deviceId === deviceId &&
      command.action === null &&
      command.acceptedAt > (inOrder[0]?.acceptedAt ?? 0),
  );
  return quick.length <= overtaking.length;
};

/** Longer than anything takes while nodes are alive and nobody is locked out: replaced nodes, slow pages, both passes of a walk. */
export const LONGEST_WORK = 6 * 60_000;

/**
 * Called some time after an event was changed or stopped: every device has been looked at since, and the event itself has moved on.
 * `since`: nodes have been alive all the time from here on.
 */
export const checkLooked = (world: World, since: number): void => {
  const { db, now } = world;
  for (const event of db.tables.event.values()) {
    const changedAt = world.changedAt.get(event.id) ?? Number.POSITIVE_INFINITY;
    if (now - Math.max(changedAt, since) < LONGEST_WORK) continue;
    const rows = [...db.tables.participation.values()].filter(({ eventId }) => eventId === event.id);
    for (const { deviceId, planRevision } of rows) {
      must(world, planRevision === event.revision, 6, `${deviceId} has not heard of a change of ${event.id}`);
    }
    const isOver = event.cancelledAt !== null || now - event.endTime >= LONGEST_WORK;
    const isBehind = isOver && !OVER_STATES.includes(event.state);
    must(world, !isBehind, 6, `${event.id} is still ${event.state}`);
  }
};
