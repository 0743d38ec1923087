import type { CommandBody } from '../../../control/command/command.ts';
import { effectsOf } from '../../../control/command/command.ts';
import { comfortOf } from '../../plan/comfort.ts';
import { nextEffects } from '../../life/life.ts';
import { countOutcomes, outcomeOf } from '../../outcome.ts';
import { isSettled, needsReturn } from '../../participation.ts';
import type { EventAction, Participation } from '../../participation.ts';
import { endOf } from '../../timing.ts';
import { deviceOf, eventFacts } from './database.ts';
import { isAmong, keysOf, markUnseen, wouldHold } from './own-changes.ts';
import { must, required } from './world.ts';
import type { SimCommand, SimDevice, Values, World } from './world.ts';

/** A call that was under way when the event ended or was left. */
const IN_FLIGHT = 1_000;

const checkRoom = (world: World, device: SimDevice, key: string, value: number): void => {
  const { ceiling, floor } = comfortOf(required(world.db.homes.get(device.houseId)).comfort);
  const held = wouldHold(world, device.id, key).filter((one) => typeof one === 'number');
  must(world, value <= ceiling && value >= floor, 3, `${device.id} is sent to ${value} °F`);
  must(
    world,
    held.some((own) => Math.abs(value - own) <= 4.01 && Math.abs(value - own) > 0.5),
    3,
    `${device.id} is moved to ${value} °F from ${held.join(' or ')}`,
  );
};

/** The present step of a schedule counts from the moment it is due, also if no job has looked at it yet. */
const scheduleEffects = ({ db, now }: World, device: SimDevice): Values => {
  const step = db.schedules.get(device.id)?.findLast(({ dueAt }) => dueAt <= now);
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

/** A step or a return is decided: when, for whom, and within what was promised. */
export const checkDecision = (
  world: World,
  { optOut, deviceId, plan, round }: Participation,
  action: EventAction,
  body: CommandBody,
): void => {
  const { db, now } = world;
  const device = required(world.devices.get(deviceId));
  markUnseen(world, deviceId, effectsOf(device, { body }));
  must(world, now >= action.at, 4, `${deviceId} is acted on before its time`);
  if (action.phase === 'after') {
    checkReturnTarget(world, device, body);
    return;
  }
  must(world, optOut === null && action.round === round, 1, `${deviceId} is acted on after it left`);
  must(world, now < endOf(db.event), 4, `${deviceId} is acted on after the end`);
  must(world, action.phase === 'before' || now >= db.event.startTime, 4, `${deviceId}: before the start`);
  const modeKey =
    device.kind === 'hwh' ? 'hwh-set-mode' : device.kind === 'rac' ? 'rac-mode' : 'thermostat-mode';
  const reported = deviceOf(world, deviceId).readings.text(modeKey);
  must(
    world,
    body.mode === undefined || body.mode === reported,
    3,
    `${deviceId} is sent to mode ${body.mode}`,
  );
  must(world, 'steps' in plan && reported !== 'off' && reported !== 'fan', 3, `${deviceId} takes no part`);
  for (const [key, value] of Object.entries(effectsOf(device, { body }))) {
    if (typeof value !== 'number' || ('thermostat-heat-setpoint' === key && body.coolSetpoint !== value))
      continue;
    if (device.kind !== 'hwh') checkRoom(world, device, key, value);
    else {
      const { hotWater } = comfortOf(required(db.homes.get(device.houseId)).comfort);
      const own = wouldHold(world, deviceId, key).filter((one) => typeof one === 'number');
      must(
        world,
        value >= hotWater && own.some((one) => value < one),
        3,
        `${deviceId}: ${value} °F from ${own.join(' or ')}`,
      );
    }
  }
};

/** A command takes effect at the device. */
export const checkApplied = (world: World, device: SimDevice, command: SimCommand): void => {
  const { db, now } = world;
  if (command.origin !== 'event' && command.origin !== 'restore') return;
  world.counters[command.origin === 'event' ? 'steps' : 'returns'] += 1;
  const participation = required(db.participations.get(device.id));
  const round = command.action?.round ?? 0;
  if (command.origin === 'restore') return;
  const { optOut } = participation;
  const isLate = optOut !== null && participation.round === round && now > optOut.at + IN_FLIGHT;
  must(world, !isLate, 1, `${device.id} is acted on ${now - (optOut?.at ?? 0)} ms after it left`);
  must(world, now <= endOf(db.event) + IN_FLIGHT, 4, `${device.id} is acted on after the end`);
};

export const checkOutcomes = (world: World): void => {
  const all = [...world.db.participations.values()];
  const counts = countOutcomes(world.db.event, all, world.now);
  const { enrolled, excluded, leftBefore, contacted, responded, pending, noResponse, optedOut } = counts;
  const isWhole =
    enrolled === all.length &&
    enrolled - excluded - leftBefore === contacted &&
    contacted === responded + pending + noResponse + optedOut;
  must(world, isWhole, 5, 'the outcomes do not add up');
};

const checkReturned = (world: World, device: SimDevice): void => {
  const { db } = world;
  const participation = db.participations.get(device.id);
  for (const key of keysOf(device)) {
    const own = wouldHold(world, device.id, key);
    must(
      world,
      isAmong(own, device.values[key]),
      participation?.optOut ? 1 : 2,
      `${device.id} stands at ${key} ${device.values[key]}, without the event at ${own.join(' or ')}`,
    );
  }
  if (participation === undefined) return;
  must(world, !needsReturn(participation), participation.optOut ? 1 : 2, `${device.id} is not returned`);
  // A step that no reading ever showed stays delivered: the device has not responded.
  const isEnded = (action: EventAction) =>
    isSettled(action) || (action.phase !== 'after' && action.state === 'delivered');
  must(world, participation.actions.every(isEnded), 2, `${device.id} has open actions`);
  const rounds = participation.actions.filter(({ phase }) => phase === 'after').map(({ round }) => round);
  must(world, new Set(rounds).size === rounds.length, 2, `${device.id} has two returns in a round`);
  for (const round of rounds) {
    const sent = db.commands.filter(
      ({ deviceId, action, applied }) =>
        applied && deviceId === device.id && action?.phase === 'after' && action.round === round,
    );
    const retries = [...db.keys].filter((key) => key.includes(`/${device.id}/${round}/after/retry/`));
    // One that was overtaken, or seemed to be, is sent once more.
    const overtaking = db.commands.filter(
      ({ deviceId, action, acceptedAt }) =>
        deviceId === device.id && action === null && acceptedAt > (sent[0]?.acceptedAt ?? 0),
    );
    must(
      world,
      sent.length <= 1 + retries.length + overtaking.length,
      2,
      `${device.id} returns twice in round ${round}`,
    );
  }
};

const checkNotices = (world: World): void => {
  const { db, devices } = world;
  for (const [name, count] of db.notices) must(world, count === 1, 6, `${name}: ${count} times`);
  if (db.event.notifiedAt === null) return;
  const isAlive = db.event.cancelledAt === null;
  for (const device of devices.values()) {
    const participation = db.participations.get(device.id);
    must(world, participation !== undefined || !isAlive, 6, `${device.id} is forgotten`);
    if (participation === undefined || 'excluded' in participation.plan) continue;
    const names = isAlive ? ['scheduled', 'ended'] : ['cancelled'];
    for (const notice of names) {
      must(
        world,
        db.notices.has(`${device.houseId} ${notice} `),
        6,
        `${device.houseId}: no notice ${notice}`,
      );
    }
  }
};

/** When everything had time to settle. */
export const checkEnd = (world: World): void => {
  const { db, now } = world;
  for (const device of world.devices.values()) checkReturned(world, device);
  checkOutcomes(world);
  checkNotices(world);
  const { state } = db.event;
  must(world, state === 'ended' || state === 'cancelled', 5, `the event is ${state}`);
  const due = nextEffects(eventFacts(world), now).filter(({ key }) => !db.keys.has(key));
  must(world, due.length === 0, 5, `a re-run would do ${JSON.stringify(due)}`);
  for (const one of db.participations.values()) {
    must(world, outcomeOf(db.event, one, now) !== 'pending', 5, `${one.deviceId} is pending for ever`);
  }
};
