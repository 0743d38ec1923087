import { DeviceUnreachable } from '../../../ports/link-failure.ts';
import { SECOND } from '../../../time/time.ts';
import { decideAction } from '../../life/decide.ts';
import { mayDeliver, withDecision, withDelivery } from '../../life/delivery.ts';
import { nextEffects } from '../../life/life.ts';
import { nextDueTime } from '../../life/next-due-time.ts';
import type { Effect } from '../../life/life.ts';
import { findAction, newParticipation, withAction } from '../../participation.ts';
import type { EventAction, Participation } from '../../participation.ts';
import { planFor } from '../../plan/plan.ts';
import { acceptCommand, eventFacts, factsOf } from './database.ts';
import { send } from './fleet.ts';
import { checkDecision } from './invariants.ts';
import { note, required } from './world.ts';
import type { SimCommand, World } from './world.ts';

/** A node stops for a moment, or for good, wherever this generator yields: between any two effects. */
export type Work = Generator<number, void, undefined>;

const PAUSE = [10, 400] as const;
const LEASE = 30 * SECOND;

const store = ({ db, now }: World, participation: Participation): void => {
  db.participations.set(participation.deviceId, participation);
  db.dueAt.set(participation.deviceId, nextDueTime(db.event, participation, now));
};

const isDue = ({ db, now }: World, deviceId: string, skew: number): boolean => {
  const dueAt = db.dueAt.get(deviceId) ?? null;
  return dueAt !== null && dueAt <= now + skew;
};

const write = (world: World, effect: Effect): void => {
  const { db, now } = world;
  db.keys.add(effect.key);
  if (effect.type === 'transition') {
    const notifiedAt = effect.to === 'notified' ? now : db.event.notifiedAt;
    db.event = { ...db.event, state: effect.to, notifiedAt };
    note(world, `event ${effect.to}`);
  } else if (effect.type === 'join') {
    const { device, home } = factsOf(world, effect.deviceId);
    const { houseId } = required(world.devices.get(effect.deviceId));
    const plan = planFor(db.event, device, home, now);
    store(world, newParticipation({ eventId: db.event.id, houseId, deviceId: device.id }, plan));
  } else if (effect.type === 'notice') {
    const name = `${effect.houseId} ${effect.notice} ${effect.notice === 'changed' ? db.event.revision : ''}`;
    db.notices.set(name, (db.notices.get(name) ?? 0) + 1);
  } else {
    const participation = required(db.participations.get(effect.deviceId));
    const old = effect.type === 'retry' ? findAction(participation, effect.round, 'after') : undefined;
    const action: EventAction = effect.type === 'retry' ? { ...required(old), state: 'open' } : effect.action;
    store(world, withAction(participation, action));
  }
};

/** One transaction: what is no longer due by the database's clock, or has been written, is left out. */
const writeOnce = (world: World, { key }: Effect): void => {
  const due = nextEffects(eventFacts(world), world.now).find((effect) => effect.key === key);
  if (due !== undefined && !world.db.keys.has(key)) write(world, due);
};

function* sweep(world: World, skew: number): Work {
  for (;;) {
    const due = nextEffects(eventFacts(world), world.now + skew).filter(
      (effect) =>
        !world.db.keys.has(effect.key) &&
        ((effect.type !== 'action' && effect.type !== 'retry') || isDue(world, effect.deviceId, skew)),
    );
    if (due.length === 0) return;
    let written = 0;
    for (const effect of due) {
      yield world.random.between(...PAUSE);
      const before = world.db.keys.size;
      writeOnce(world, effect);
      written += world.db.keys.size - before;
    }
    if (written === 0) return;
  }
}

/** One transaction under the lock of the device: decides by what is stored now, and makes the command. */
const dispatch = (world: World, deviceId: string, { round, phase }: EventAction): void => {
  const { db, now } = world;
  const participation = required(db.participations.get(deviceId));
  const action = findAction(participation, round, phase);
  if (action?.state !== 'open') return;
  const facts = factsOf(world, deviceId);
  const decision = decideAction(db.event, participation, action, facts, now);
  if ('wait' in decision) {
    store(world, participation);
    return;
  }
  note(world, `${deviceId} round ${round} ${phase}: ${JSON.stringify(decision)}`);
  store(world, withDecision(participation, action, decision, now));
  if (!('send' in decision)) return;
  checkDecision(world, participation, action, decision.send);
  acceptCommand(world, {
    deviceId,
    origin: phase === 'after' ? 'restore' : 'event',
    body: decision.send,
    expiresAt: action.expiresAt,
    holdUntil: decision.holdUntil,
    action: { round, phase },
  });
};

function* dispatchAll(world: World, skew: number): Work {
  for (const { deviceId, actions } of world.db.participations.values()) {
    if (!isDue(world, deviceId, skew)) continue;
    for (const action of actions) {
      if (action.state !== 'open' || action.at > world.now + skew) continue;
      yield world.random.between(...PAUSE);
      dispatch(world, deviceId, action);
    }
  }
}

const isOutage = ({ outages, now }: World): boolean =>
  outages.some(({ from, to }) => from <= now && now < to);

/** The call with what the network does to it; null: no answer came. */
const call = (world: World, command: SimCommand): ReturnType<typeof send> | null => {
  const { random, faults } = world;
  const isFaulty = world.now < world.calmAt && random.chance(faults.link);
  if (isOutage(world) || (isFaulty && random.chance(0.5))) return null;
  try {
    const answer = send(world, command);
    if (!isFaulty) return answer;
    // Doubled, or carried out with its answer lost.
    return random.chance(0.5) ? send(world, command) : null;
  } catch (error) {
    if (error instanceof DeviceUnreachable) return null;
    throw error;
  }
};

const finish = (world: World, command: SimCommand, outcome: ReturnType<typeof send>['outcome']): void => {
  const isNewest = world.db.versions.get(command.deviceId) === command.sequence;
  const isOvertaken = outcome === 'superseded' && !isNewest;
  command.state = outcome === 'expired' ? 'expired' : isOvertaken ? 'superseded' : 'delivered';
  if (command.state === 'delivered') command.deliveredAt = world.now;
  if (command.action === null) return;
  const participation = required(world.db.participations.get(command.deviceId));
  const action = required(findAction(participation, command.action.round, command.action.phase));
  world.db.participations.set(command.deviceId, withDelivery(participation, action, outcome, isNewest));
};

/** Whether the command may still go out; one that may not is ended. */
const isStillWanted = (world: World, command: SimCommand): boolean => {
  if (command.state !== 'accepted' || world.now < command.leasedUntil) return false;
  if (world.now >= command.expiresAt) {
    finish(world, command, 'expired');
    return false;
  }
  if (command.action === null) return true;
  const participation = required(world.db.participations.get(command.deviceId));
  const action = required(findAction(participation, command.action.round, command.action.phase));
  if (mayDeliver(world.db.event, participation, action, world.now)) return true;
  command.state = 'superseded';
  if (command.action.phase !== 'after')
    world.db.participations.set(command.deviceId, withDelivery(participation, action, 'superseded', false));
  return false;
};

function* deliverAll(world: World): Work {
  for (const command of world.db.commands) {
    if (!isStillWanted(world, command)) continue;
    command.leasedUntil = world.now + LEASE;
    yield world.random.between(...PAUSE);
    const answer = call(world, command);
    yield world.random.between(...PAUSE);
    if (command.state === 'accepted' && answer !== null) finish(world, command, answer.outcome);
    // A 429 asks for some patience; a doubled job has none.
    else command.leasedUntil = world.now + world.random.between(1, 20) * SECOND;
  }
}

/** Everything a node does in one round of its jobs; `skew`: its own clock is wrong by so much. */
export function* nodeRound(world: World, skew: number): Work {
  yield* sweep(world, skew);
  yield* dispatchAll(world, skew);
  yield* deliverAll(world);
}
