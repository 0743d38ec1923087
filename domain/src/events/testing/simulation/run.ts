import { MINUTE, SECOND } from '../../../time/time.ts';
import { stepTime } from '../../timing.ts';
import { checkEnd, checkOutcomes } from './end-checks.ts';
import { confirmCommands } from './facts.ts';
import { readDevice, turnKnob } from './fleet.ts';
import type { SimReading } from './fleet.ts';
import { newWorld } from './new-world.ts';
import type { NewWorld, Ordered } from './new-world.ts';
import type { Node } from './node.ts';
import { runNodes } from './nodes.ts';
import type { Nodes } from './nodes.ts';
import { actOfOperator, changeEnrolment, order } from './operator.ts';
import { recordChange } from './own-changes.ts';
import { ACTS, close, edit, knob, leaveWithDevice, rejoinWithDevice, runSchedule } from './people.ts';
import type { Act } from './people.ts';
import { runStorm } from './storms.ts';
import { note, required, rowsOfDevice } from './world.ts';
import type { SimDevice, World } from './world.ts';

/** A job is tried until a node has done it. */
const callUntilDone = (world: World, nodes: Nodes, work: (node: Node) => Promise<void>): void => {
  const again = (): void =>
    world.timeline.at(world.now + 10 * SECOND, () => callUntilDone(world, nodes, work));
  const node = nodes.any();
  if (node === null) again();
  else node.run(() => work(node), again);
};

/** What somebody does through a node that is alive. */
const call = ({ any }: Nodes, work: (node: Node) => Promise<void>): void => {
  const node = any();
  node?.run(() => work(node));
};

const isObserved = (world: World, deviceId: string): boolean =>
  rowsOfDevice(world, deviceId).some(
    ({ dueAt, awaitsReading, participation: { actions } }) =>
      dueAt !== null && (awaitsReading || actions.some(({ sentAt }) => sentAt !== null)),
  );

/** Without a server nobody stores it. */
const ingest = (world: World, nodes: Nodes, { deviceId, time, takenAt, values }: SimReading): void => {
  if (nodes.any() === null) return;
  const stored = world.readings.get(deviceId) ?? new Map();
  world.readings.set(deviceId, stored);
  if ((stored.get('status')?.time ?? 0) <= time) {
    for (const key of Object.keys(values)) stored.set(key, { value: values[key] ?? null, time });
    stored.set('status', { value: 'ONLINE', time });
  }
  const markSeen = (): void => {
    for (const change of world.ownChanges.get(deviceId) ?? []) {
      if (change.at <= takenAt && !world.seenAt.has(change)) world.seenAt.set(change, world.now);
    }
  };
  confirmCommands(world, deviceId);
  if (!isObserved(world, deviceId)) markSeen();
  else nodes.observe(deviceId, required(world.devices.get(deviceId)).houseId, markSeen);
};

const runReadings = (world: World, nodes: Nodes, device: SimDevice): void => {
  const { random, faults, timeline } = world;
  const arrive = (reading: SimReading, delay: number) =>
    timeline.at(world.now + delay, () => ingest(world, nodes, reading));
  const report = (): void => {
    const reading = readDevice(world, device);
    const isCalm = world.now >= world.calmAt;
    if (reading !== null && (isCalm || !random.chance(faults.readings))) {
      const isLate = !isCalm && random.chance(faults.readings);
      arrive(reading, isLate ? random.between(1, 240) * SECOND : random.between(1, 5) * SECOND);
      if (!isCalm && random.chance(faults.readings)) arrive(reading, random.between(1, 240) * SECOND);
    }
    // Where nobody waits for them they come less often.
    const interval = isObserved(world, device.id) ? 150 : 400;
    timeline.at(world.now + random.between(0.7, 1.3) * interval * SECOND, report);
  };
  timeline.at(world.now + random.between(0, 60) * SECOND, report);
};

/** Some devices are out of reach for a while. */
const runOutage = (world: World, device: SimDevice): void => {
  const { random, startTime, endTime, timeline } = world;
  if (!random.chance(0.25)) return;
  timeline.at(random.between(startTime, endTime + 15 * MINUTE), () => {
    device.offlineUntil = Math.max(device.offlineUntil, world.now + random.between(1, 30) * MINUTE);
    note(world, `${device.id} is out of reach`);
  });
};

/** Moments at which something is done with the device, or everything: people act often close to them. */
const busyMoments = (
  { world, ordered, orderedAt, actsAt }: Busy,
  device: SimDevice,
): [number, ...number[]] => {
  const { startTime, endTime } = world;
  const index = ordered.findIndex(({ kind }) => kind === device.kind);
  const { program, kind } = ordered[index] ?? required(ordered[0]);
  const event = { id: `ae${index}`, startTime, endTime, cancelledAt: null, kind, program };
  const step = stepTime(event, device.id);
  return [orderedAt, startTime - 60 * MINUTE, step, step, endTime, ...actsAt, ...actsAt];
};

interface Busy extends NewWorld {
  /** When the operator does something. */
  readonly actsAt: readonly number[];
}

const runPeople = (busy: Busy, nodes: Nodes, device: SimDevice): void => {
  const { world } = busy;
  const { random, startTime, endTime, timeline } = world;
  const act = (at: number, what: Act) => timeline.at(at, () => call(nodes, (node) => what(node, device)));
  const moments = busyMoments(busy, device);
  const count = Math.floor(random.between(0, 6));
  for (let index = 0; index < count; index += 1) {
    const near = random.pick(moments);
    const at = random.pick([
      near + random.between(-2, 10) * SECOND,
      near + random.between(-1, 6) * MINUTE,
      random.between(startTime - 70 * MINUTE, endTime + 20 * MINUTE),
    ]);
    if (random.chance(0.1)) timeline.at(at, () => knob(world, device));
    else act(at, random.pick(ACTS));
    // Somebody who has just left sets the device as they like it, or thinks better of it.
    if (random.chance(0.2)) act(at + random.between(1, 40) * SECOND, edit);
    if (random.chance(0.2)) act(at + random.between(1, 9) * SECOND, rejoinWithDevice);
  }
  if (random.chance(0.1)) {
    const at = endTime - random.between(5, 30) * SECOND;
    act(at, leaveWithDevice);
    act(at + random.between(1, 9) * SECOND, rejoinWithDevice);
  }
  if (random.chance(0.06)) act(random.pick(moments) + random.between(-2, 30) * SECOND, close);
  for (const { dueAt } of world.schedules.get(device.id) ?? []) {
    const at = dueAt + random.between(0, 20) * SECOND;
    timeline.at(at, () => callUntilDone(world, nodes, (node) => runSchedule(node, device)));
  }
};

/** A thermostat that was off, or heats, is set to cool before the event. */
const runFit = (world: World, { ordered }: NewWorld, device: SimDevice): void => {
  const { random, startTime, timeline } = world;
  if (ordered.some(({ program: { side } }) => side === 'heat')) return;
  const mode = device.values['thermostat-mode'];
  if ((mode !== 'off' && mode !== 'heat') || random.chance(0.3)) return;
  timeline.at(startTime - random.between(1, 100) * MINUTE, () => {
    turnKnob(world, device, { 'thermostat-mode': 'cool' });
    const effects = { 'thermostat-mode': 'cool' };
    world.fit.set(device.id, recordChange(world, device.id, { source: 'wall', effects }));
    world.counters.laterFit += 1;
  });
};

const runEnrolment = (
  world: World,
  nodes: Nodes,
  { ordered, orderedAt }: NewWorld,
  device: SimDevice,
): void => {
  const { random, startTime, timeline } = world;
  const program = ordered.find(({ kind }) => kind === device.kind) as Ordered;
  const change = (at: number, isEnrolled: boolean) =>
    timeline.at(at, () => call(nodes, (node) => changeEnrolment(node, program, device, isEnrolled)));
  const isLate = random.chance(0.1);
  if (isLate) {
    world.counters.lateEnrolments += 1;
    change(random.between(orderedAt, startTime), true);
  } else {
    const { id: deviceId, houseId } = device;
    const since = orderedAt - MINUTE;
    const key = `${program.program.id}/${houseId}/${deviceId}`;
    const row = {
      houseId,
      deviceId,
      programId: program.program.id,
      groupName: 'all',
      since,
      changedAt: since,
    };
    world.db.tables.enrolment.set(key, row);
  }
  if (random.chance(0.05)) change(random.between(orderedAt, startTime + 10 * MINUTE), false);
};

/** The times at which the operator does something else. */
const runOrders = (nodes: Nodes, { world, ordered, orderedAt }: NewWorld): number[] => {
  const { random, startTime, endTime, timeline } = world;
  const place = (at: number, id: string, window: { startTime: number; endTime: number }) =>
    timeline.at(at, () => call(nodes, (node) => order(node, id, ordered, window)));
  place(orderedAt, 'a', { startTime, endTime });
  if (random.chance(0.25)) {
    // At the same moment, or later and beside it.
    const isEqual = random.chance(0.4);
    const later = startTime + (isEqual ? 0 : random.between(-20, 30) * MINUTE);
    const at = isEqual ? orderedAt : random.between(orderedAt, startTime);
    if (isEqual) world.counters.equalOrders += 1;
    place(at, 'b', { startTime: later, endTime: Math.min(later + 40 * MINUTE, endTime) });
  }
  if (!random.chance(0.4)) return [];
  // Often while something else is written.
  const near = random.pick([orderedAt, orderedAt, startTime - 60 * MINUTE, startTime, endTime] as const);
  const at = random.pick([
    near + random.between(-2, 10) * SECOND,
    near + random.between(-5, 240) * SECOND,
    random.between(startTime - 90 * MINUTE, endTime),
  ]);
  const times = [at, ...(random.chance(0.3) ? [at + random.between(0, 60) * SECOND] : [])];
  for (const time of times) timeline.at(time, () => call(nodes, actOfOperator));
  return times;
};

/** Something is still to be done. */
const isBusy = ({ db, commands }: World): boolean =>
  [...db.tables.event.values(), ...db.tables.participation.values(), ...db.tables.home.values()].some(
    ({ dueAt }) => dueAt !== null,
  ) ||
  [...db.tables.event.values()].some(({ walk }) => walk !== null) ||
  commands.some(({ state }) => state === 'accepted');

/** Plays whole events of some homes; throws where an invariant is broken. */
export const runSeed = async (seed: number): Promise<World> => {
  const made = newWorld(seed);
  const { world } = made;
  const { random, devices, timeline, startTime, endTime } = world;
  // Sometimes no server is alive for a long time.
  const from = random.between(startTime, endTime);
  const to = Math.min(from + random.between(5, 100) * MINUTE, world.calmAt);
  const dark = random.chance(0.1) ? { from, to } : null;
  if (dark) world.outages.push(dark);
  const nodes = runNodes(world, dark);
  const busy = { ...made, actsAt: runOrders(nodes, made) };
  runStorm(world, made.orderedAt, dark, (work) => callUntilDone(world, nodes, work));
  for (const device of devices.values()) {
    runEnrolment(world, nodes, made, device);
    runReadings(world, nodes, device);
    runPeople(busy, nodes, device);
    runOutage(world, device);
    runFit(world, made, device);
  }
  for (let at = startTime; at < endTime; at += 20 * MINUTE) timeline.at(at, () => checkOutcomes(world));
  await timeline.runUntil(world.calmAt);
  while (world.now < world.endAt && isBusy(world)) await timeline.runUntil(world.now + 5 * MINUTE);
  await checkEnd(world, dark);
  return world;
};
