import { parameterOwner } from '../../../control/controls.ts';
import { chargedConsequence } from '../../people/consequence.ts';
import type { OptOutConsequence } from '../../people/consequence.ts';
import { noticeName } from '../../life/notices.ts';
import { countOutcomes, exclusionIn, outcomeOf } from '../../outcome.ts';
import { isSettled, isTakenOut, needsReturn } from '../../participation.ts';
import type { EventAction } from '../../participation.ts';
import { departureOf } from '../../people/house-dispatch.ts';
import { endOf, stepTime } from '../../timing.ts';
import { createHomesStore } from '../memory/homes-store.ts';
import { runTransaction } from '../memory/database.ts';
import type { EventRow } from '../memory/database.ts';
import { homeKey, participationKey, PROVIDER } from '../memory/keys.ts';
import { LONGEST_WORK, mayRepeat } from './invariants.ts';
import { isAmong, keysOf, wouldHold } from './own-changes.ts';
import { eventOf, must, rowsOfDevice } from './world.ts';
import type { SimDevice, World } from './world.ts';

/** No server is alive. */
interface Dark {
  readonly from: number;
  readonly to: number;
}

const rowsOfEvent = ({ db }: World, { id }: EventRow) =>
  [...db.tables.participation.values()].filter(({ eventId }) => eventId === id);

export const checkOutcomes = (world: World): void => {
  for (const event of world.db.tables.event.values()) {
    const all = rowsOfEvent(world, event).map(({ participation }) => participation);
    const counts = countOutcomes(event, all, world.now);
    const { enrolled, excluded, leftBefore, contacted, responded, pending, noResponse, optedOut } = counts;
    const isWhole =
      enrolled === all.length &&
      enrolled - excluded - leftBefore === contacted &&
      contacted === responded + pending + noResponse + optedOut;
    must(world, isWhole, 5, 'the outcomes do not add up');
  }
};

/** Parameters that its owner may have set. */
const parametersOf = (world: World, device: SimDevice): string[] => [
  ...new Set(
    (world.ownChanges.get(device.id) ?? [])
      .flatMap(({ effects }) => Object.keys(effects))
      .filter((key) => parameterOwner(key) !== null),
  ),
];

const checkReturned = (world: World, device: SimDevice): void => {
  const rows = rowsOfDevice(world, device.id);
  const hasLeft = rows.some(({ participation }) => participation.optOut !== null);
  for (const key of [...keysOf(device), ...parametersOf(world, device)]) {
    const undisturbed = wouldHold(world, device.id, key);
    must(
      world,
      isAmong(undisturbed, device.values[key]),
      hasLeft ? 1 : 2,
      `${device.id} stands at ${key} ${device.values[key]}, without the event at ${undisturbed.join(' or ')}`,
    );
  }
  for (const { eventId, participation } of rows) {
    const { optOut, actions } = participation;
    must(world, !needsReturn(participation), optOut ? 1 : 2, `${device.id} is not returned from ${eventId}`);
    // A step that no reading ever showed stays delivered: the device has not responded.
    const isEnded = (action: EventAction) =>
      isSettled(action) || (action.phase !== 'after' && action.state === 'delivered');
    must(world, actions.every(isEnded), 2, `${device.id} has open actions in ${eventId}`);
    const rounds = actions.filter(({ phase }) => phase === 'after').map(({ round }) => round);
    must(world, new Set(rounds).size === rounds.length, 2, `${device.id} has two returns in a round`);
    for (const round of rounds) {
      const sent = world.commands.filter(
        ({ deviceId, action, applied }) =>
          applied &&
          deviceId === device.id &&
          action?.eventId === eventId &&
          action.phase === 'after' &&
          action.round === round,
      );
      must(
        world,
        mayRepeat(world, sent, { deviceId: device.id }),
        2,
        `${device.id} returns twice in round ${round}`,
      );
    }
  }
};

/** Without servers until the end of the event nobody takes in who was enrolled just before. */
const hadNoTime = ({ since }: { readonly since: number }, event: EventRow, dark: Dark | null): boolean =>
  dark !== null && dark.from < since + LONGEST_WORK && dark.to >= endOf(event);

const checkJoined = (world: World, event: EventRow, dark: Dark | null): void => {
  if (event.cancelledAt !== null || event.notifiedAt === null) return;
  for (const { programId, houseId, deviceId, since } of world.db.tables.enrolment.values()) {
    const isDue =
      programId === event.program.id &&
      world.devices.get(deviceId)?.kind === event.kind &&
      since < event.startTime &&
      !hadNoTime({ since }, event, dark);
    const row = world.db.tables.participation.get(participationKey({ eventId: event.id, houseId, deviceId }));
    must(world, !isDue || row !== undefined, 6, `${deviceId} is forgotten by ${event.id}`);
  }
};

const checkNotices = (world: World, event: EventRow, isDark: boolean): void => {
  for (const [name, count] of world.messages) must(world, count === 1, 6, `${name}: ${count} times`);
  if (event.notifiedAt === null) return;
  const houses = rowsOfEvent(world, event)
    .filter(({ participation: { plan } }) => 'steps' in plan)
    .map(({ houseId }) => houseId);
  const isAlive = event.cancelledAt === null;
  const wanted = isAlive ? (['scheduled', 'ended'] as const) : (['cancelled'] as const);
  for (const notice of isAlive && isDark ? (['ended'] as const) : wanted) {
    for (const houseId of houses) {
      const key = `${homeKey({ houseId, dispatchId: event.dispatchId })}/${noticeName(event, notice)}`;
      must(world, world.messages.has(key), 6, `${houseId}: no notice ${notice} of ${event.id}`);
    }
  }
};

const MODE_REASONS = ['mode_unsuitable', 'mode_of_other_side'];

/** A device whose reading showed well before its step that it is fit is not left out for what was before. */
const checkFit = (world: World): void => {
  for (const [deviceId, change] of world.fit) {
    const heardAt = world.seenAt.get(change) ?? Number.POSITIVE_INFINITY;
    for (const { houseId, eventId, participation } of rowsOfDevice(world, deviceId)) {
      const event = eventOf(world, eventId);
      const step = stepTime(event, deviceId);
      const home = world.db.tables.home.get(homeKey({ houseId, dispatchId: event.dispatchId }));
      const isLeft = participation.optOut !== null || (home !== undefined && departureOf(home) !== null);
      const hadTime = heardAt + LONGEST_WORK < step && step + LONGEST_WORK < endOf(event);
      const { plan } = participation;
      const isLeftOut = 'excluded' in plan && MODE_REASONS.includes(plan.excluded.code);
      const isClosed = world.homes.get(houseId)?.isClosed === true;
      must(
        world,
        !(hadTime && isLeftOut) || isLeft || isClosed,
        6,
        `${deviceId} is fit, but left out of ${eventId}`,
      );
    }
  }
};

/** A home that left takes part with no device, unless one joined again by itself. */
const checkHomes = (world: World): void => {
  for (const home of world.db.tables.home.values()) {
    const departure = departureOf(home);
    if (departure === null) continue;
    for (const row of world.db.tables.participation.values()) {
      const event = eventOf(world, row.eventId);
      if (row.houseId !== home.houseId || event.dispatchId !== home.dispatchId) continue;
      if (departure.at >= endOf(event)) continue;
      const joinedAt = world.rejoins.get(participationKey(row)) ?? 0;
      const isIn = exclusionIn(event, row.participation) === null && row.participation.optOut === null;
      const mayStay = !event.optOutAllowed && departure.cause === 'person';
      must(
        world,
        !isIn || mayStay || joinedAt > departure.at,
        7,
        `${row.deviceId} is in ${event.id}, its home is not`,
      );
    }
  }
};

const costOf = (price: OptOutConsequence | null): number =>
  price?.code === 'loses_amount' ? price.amount : 0;

/** Nobody is charged more than they were told when they left. */
const checkPrices = async (world: World): Promise<void> => {
  for (const { houseId, dispatchId } of world.db.tables.home.values()) {
    const home = { providerId: PROVIDER, houseId, dispatchId };
    const records = await runTransaction({ ...world.db, pause: async () => {} }, (tx) =>
      createHomesStore(tx).optOutsOf(home),
    );
    for (const event of world.db.tables.event.values()) {
      if (event.dispatchId !== dispatchId) continue;
      const charged = chargedConsequence(event, records);
      const told = world.told.filter(
        (one) =>
          one.houseId === houseId && one.dispatchId === dispatchId && one.programId === event.program.id,
      );
      must(
        world,
        charged === null || told.some((one) => costOf(one.told) >= costOf(charged)),
        8,
        `${houseId} is charged ${costOf(charged)} for ${event.id}, told ${JSON.stringify(told)}`,
      );
    }
  }
};

/** When everything had time to settle. */
export const checkEnd = async (world: World, dark: Dark | null): Promise<void> => {
  const { db, now } = world;
  for (const device of world.devices.values()) checkReturned(world, device);
  checkOutcomes(world);
  checkHomes(world);
  if (dark === null) checkFit(world);
  await checkPrices(world);
  for (const event of db.tables.event.values()) {
    const { id, state, dueAt, walk } = event;
    must(world, state === 'ended' || state === 'cancelled', 5, `${id} is ${state}`);
    must(world, dueAt === null && walk === null, 5, `${id} is still due`);
    checkJoined(world, event, dark);
    checkNotices(world, event, dark !== null);
    for (const { participation, dueAt: deviceDueAt } of rowsOfEvent(world, event)) {
      const { deviceId } = participation;
      must(world, deviceDueAt === null, 5, `${deviceId} is still due in ${id}`);
      const outcome = outcomeOf(event, participation, now);
      must(world, outcome !== 'pending', 5, `${deviceId} is pending for ever`);
      const isOwn = !isTakenOut(participation) || outcome === 'responded' || outcome === 'excluded';
      must(world, isOwn, 5, `${deviceId} was taken out of ${id}, and counts as ${outcome}`);
    }
  }
  for (const { houseId, dueAt } of db.tables.home.values())
    must(world, dueAt === null, 5, `${houseId} is still due`);
};
