import { MINUTE, SECOND } from '../../../time/time.ts';
import { withoutOvertakenReturns, withReadings } from '../../life/delivery.ts';
import { changeFound, withWallChange } from '../../people/wall-change.ts';
import { confirmCommands, factsOf } from './database.ts';
import { readDevice } from './fleet.ts';
import type { SimReading } from './fleet.ts';
import { checkEnd, checkOutcomes } from './invariants.ts';
import { newWorld } from './new-world.ts';
import { markMissed } from './own-changes.ts';
import { nodeRound } from './node.ts';
import type { Work } from './node.ts';
import { actOfOperator, actOfPeople, editAfterLeaving, leaveLate, runSchedule, undo } from './people.ts';
import { createTimeline } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import { lookNow, note } from './world.ts';
import type { SimDevice, World } from './world.ts';

const ingest = (world: World, { deviceId, time, takenAt, values }: SimReading): void => {
  const { db, now } = world;
  const stored = db.readings.get(deviceId) ?? new Map();
  db.readings.set(deviceId, stored);
  for (const [key, value] of Object.entries({ ...values, status: 'ONLINE' })) {
    if ((stored.get(key)?.time ?? 0) <= time) stored.set(key, { value, time });
  }
  for (const change of world.ownChanges.get(deviceId) ?? []) {
    if (change.at <= takenAt && !world.seenAt.has(change)) world.seenAt.set(change, now);
  }
  confirmCommands(world, deviceId);
  const before = db.participations.get(deviceId);
  if (before === undefined || (db.dueAt.get(deviceId) ?? null) === null) return;
  const { device, history } = factsOf(world, deviceId);
  const confirmed = withoutOvertakenReturns(withReadings(before, device), history);
  const isWall = changeFound(confirmed, device, history) === 'by_hand';
  if (isWall) {
    note(world, `${deviceId}: a change at the wall is seen`);
    markMissed(world, deviceId);
  }
  const after = isWall ? withWallChange(db.event, confirmed, device, now) : confirmed;
  db.participations.set(deviceId, after);
  if (after !== before) lookNow(world, deviceId);
};

const runReadings = (world: World, timeline: Timeline, device: SimDevice): void => {
  const { random, faults } = world;
  const arrive = (reading: SimReading, delay: number) =>
    timeline.at(world.now + delay, () => ingest(world, reading));
  const report = (): void => {
    const reading = readDevice(world, device);
    const isCalm = world.now >= world.calmAt;
    if (reading !== null && (isCalm || !random.chance(faults.readings))) {
      const isLate = !isCalm && random.chance(faults.readings);
      arrive(reading, isLate ? random.between(1, 240) * SECOND : random.between(1, 5) * SECOND);
      if (!isCalm && random.chance(faults.readings)) arrive(reading, random.between(1, 240) * SECOND);
    }
    timeline.at(world.now + random.between(50, 70) * SECOND, report);
  };
  timeline.at(world.now + random.between(0, 60) * SECOND, report);
};

/** A node works in rounds until it dies; another process takes its place after a while. */
const runNode = (world: World, timeline: Timeline, deadFrom: number, deadUntil: number): void => {
  const { random, faults } = world;
  const skew = random.between(-2, 2) * MINUTE;
  const restart = (delay: number) => timeline.at(world.now + delay, () => step(nodeRound(world, skew)));
  const step = (work: Work): void => {
    if (world.now >= deadFrom && world.now < deadUntil) {
      restart(deadUntil - world.now);
      return;
    }
    const { done, value } = work.next();
    if (done === true) {
      if (random.chance(0.1)) checkOutcomes(world);
      restart(random.between(5, 40) * SECOND);
    } else if (world.now < world.calmAt && random.chance(faults.crash)) {
      world.counters.crashes += 1;
      restart(random.between(5, 90) * SECOND);
    } else timeline.at(world.now + value, () => step(work));
  };
  restart(random.between(0, 20) * SECOND);
};

/** Some devices are out of reach for a while. */
const runOutage = (world: World, timeline: Timeline, device: SimDevice): void => {
  const { random, db } = world;
  if (!random.chance(0.25)) return;
  timeline.at(random.between(db.event.startTime, db.event.endTime + 15 * MINUTE), () => {
    device.offlineUntil = Math.max(device.offlineUntil, world.now + random.between(1, 30) * MINUTE);
    note(world, `${device.id} is out of reach`);
  });
};

const runPeople = (world: World, timeline: Timeline, device: SimDevice): void => {
  const { random, db } = world;
  const { startTime, endTime } = db.event;
  const count = Math.floor(random.between(0, 5));
  for (let act = 0; act < count; act += 1) {
    // Often close to the moments at which something changes.
    const near = random.pick([startTime - 60 * MINUTE, startTime, startTime, endTime] as const);
    const at = random.chance(0.5)
      ? near + random.between(-1, 6) * MINUTE
      : random.between(startTime - 70 * MINUTE, endTime + 20 * MINUTE);
    timeline.at(at, () => {
      actOfPeople(world, device);
      if (random.chance(0.2)) {
        timeline.at(world.now + random.between(1, 40) * SECOND, () => editAfterLeaving(world, device));
      }
      if (random.chance(0.2))
        timeline.at(world.now + random.between(1, 9) * SECOND, () => undo(world, device));
    });
  }
};

const runLateLeaving = (world: World, timeline: Timeline, device: SimDevice): void => {
  const { random, db } = world;
  if (!random.chance(0.1)) return;
  const at = db.event.endTime - random.between(5, 30) * SECOND;
  timeline.at(at, () => leaveLate(world, device));
  timeline.at(at + random.between(1, 9) * SECOND, () => undo(world, device));
};

/** Plays one whole event of some homes; throws where an invariant is broken. */
export const runSeed = (seed: number): World => {
  const world = newWorld(seed);
  const { random, db, devices } = world;
  const timeline = createTimeline(world);
  const { startTime, endTime } = db.event;
  // Sometimes no server is alive for a long time.
  const isDark = random.chance(0.1);
  const darkFrom = isDark ? random.between(startTime, endTime) : Number.POSITIVE_INFINITY;
  const darkUntil = isDark ? darkFrom + random.between(5, 100) * MINUTE : Number.POSITIVE_INFINITY;
  if (isDark) world.outages.push({ from: darkFrom, to: darkUntil });
  for (let node = 0; node < 2; node += 1) runNode(world, timeline, darkFrom, darkUntil);
  for (const device of devices.values()) {
    runReadings(world, timeline, device);
    runPeople(world, timeline, device);
    runOutage(world, timeline, device);
    runLateLeaving(world, timeline, device);
    for (const { dueAt } of db.schedules.get(device.id) ?? []) {
      timeline.at(dueAt + random.between(0, 20) * SECOND, () => runSchedule(world, device));
    }
  }
  if (random.chance(0.2)) {
    timeline.at(random.between(startTime - 90 * MINUTE, endTime), () => actOfOperator(world));
  }
  timeline.runUntil(world.endAt);
  checkEnd(world);
  return world;
};
