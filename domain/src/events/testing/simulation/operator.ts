import { MINUTE } from '../../../time/time.ts';
import { leaveEventsOf } from '../../engine/for-good.ts';
import { stopAll } from '../../engine/stops.ts';
import { FIRST } from '../../engine/rows.ts';
import { changeEvent } from '../../life/change.ts';
import { isTakenOut } from '../../participation.ts';
import { eventOf as newEvent } from '../facts.ts';
import { OPEN_STATES, PROVIDER } from '../memory/keys.ts';
import type { Ordered } from './new-world.ts';
import type { Node } from './node.ts';
import { note, rowsOfDevice } from './world.ts';
import type { World } from './world.ts';

export interface Window {
  readonly startTime: number;
  readonly endTime: number;
}

/** Makes the events of an order, all or none; those that were stopped meanwhile are cancelled. */
export const order = async (
  { world, transaction }: Node,
  dispatchId: string,
  ordered: readonly Ordered[],
  { startTime, endTime }: Window,
): Promise<void> => {
  const createdAt = world.now;
  await transaction(async (tx) => {
    for (const [index, { program, kind }] of ordered.entries()) {
      const event = newEvent(program, {
        id: `${dispatchId}e${index}`,
        dispatchId,
        kind,
        startTime,
        endTime,
        createdAt,
        intensity: Math.floor(world.random.between(1, 101)),
        optOutAllowed: !world.random.chance(0.05),
        state: 'scheduled',
        notifiedAt: null,
      });
      await tx.memory.statement();
      await tx.memory.insert('event', event.id, {
        ...event,
        providerId: PROVIDER,
        groups: null,
        dueAt: createdAt,
        joining: { phase: 'devices', after: FIRST, since: null },
        walk: null,
        walkPostponedUntil: null,
        stopReason: null,
      });
    }
    await tx.store.cancelStopped(PROVIDER);
    tx.memory.onCommit(() => note(world, `${dispatchId} is ordered`));
  });
};

const openRefs = (world: World) =>
  [...world.db.tables.event.values()]
    .filter(({ state }) => OPEN_STATES.includes(state))
    .map(({ id }) => ({ providerId: PROVIDER, eventId: id }));

const cancelOne = async ({ world, transaction }: Node): Promise<void> => {
  const [first, ...others] = openRefs(world);
  if (!first) return;
  const ref = world.random.pick([first, ...others]);
  note(world, `operator cancels ${ref.eventId}`);
  world.counters.cancels += 1;
  await transaction((tx) => tx.store.cancelEvents([ref], tx.now()));
};

const stopEverything = async ({ world, transaction }: Node): Promise<void> => {
  const isUrgent = world.random.chance(0.5);
  note(world, `operator stops everything${isUrgent ? ' at once' : ''}`);
  world.counters[isUrgent ? 'urgentStops' : 'stops'] += 1;
  await transaction((tx) =>
    stopAll(
      tx,
      PROVIDER,
      async () => {
        await tx.memory.statement();
        return openRefs(world);
      },
      { reason: null, isUrgent },
    ),
  );
};

/** Ends an event earlier, or changes it before it begins. */
const change = async ({ world, transaction }: Node): Promise<void> => {
  const { random } = world;
  const [ref] = openRefs(world);
  if (!ref) return;
  await transaction(async (tx) => {
    const [event] = await tx.store.lockEvents([ref], 'change', 'wait');
    if (!event) return;
    const { now } = world;
    const wanted =
      now < event.startTime && random.chance(0.5)
        ? { intensity: Math.floor(random.between(1, 101)) }
        : { endTime: now + Math.floor(random.between(1, 10)) * MINUTE };
    const result = changeEvent(event, wanted, now);
    if (!('changed' in result) || result.changed === event) return;
    const { startTime, endTime, intensity, revision } = result.changed;
    await tx.memory.update('event', event.id, (row) => ({
      ...row,
      startTime,
      endTime,
      intensity,
      revision,
      walk: { pass: 1, after: FIRST },
      walkPostponedUntil: null,
      dueAt: now,
    }));
    tx.memory.onCommit(() => note(world, `operator changes ${event.id}: ${JSON.stringify(wanted)}`));
  });
};

export const actOfOperator = (node: Node): Promise<void> =>
  node.world.random.pick([cancelOne, cancelOne, stopEverything, stopEverything, change] as const)(node);

/** A device is enrolled, or is no more. */
export const changeEnrolment = async (
  { world, transaction }: Node,
  { program }: Ordered,
  device: { readonly id: string; readonly houseId: string },
  isEnrolled: boolean,
): Promise<void> => {
  const { id: deviceId, houseId } = device;
  const house = { providerId: PROVIDER, houseId };
  const key = `${program.id}/${houseId}/${deviceId}`;
  await transaction(async (tx) => {
    if (!isEnrolled) {
      // As the server does: the device leaves the events of the program, under the locks that joining takes.
      await leaveEventsOf(
        tx,
        house,
        (one) => one.deviceId === deviceId && one.event.program.id === program.id,
        'provider',
      );
      if (tx.memory.find('enrolment', key) === undefined) return;
      await tx.memory.remove('enrolment', key);
      tx.memory.onCommit(() => {
        world.counters.endedEnrolments += 1;
        const takenOut = rowsOfDevice(world, deviceId).some(({ participation }) => isTakenOut(participation));
        if (takenOut) world.counters.takenOut += 1;
        note(world, `${deviceId} is enrolled no more`);
      });
      return;
    }
    // As closing does: an event that is taking it in has done so when the lock is granted.
    await tx.store.lockDevices([{ ...house, deviceId }], 'wait');
    if (world.homes.get(houseId)?.isClosed === true) return;
    const { now } = world;
    const row = { houseId, deviceId, programId: program.id, groupName: 'all', since: now, changedAt: now };
    await tx.memory.insert('enrolment', key, row);
    tx.memory.onCommit(() => note(world, `${deviceId} is enrolled`));
  });
};
