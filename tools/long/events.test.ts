// One dispatch of demand events, carried out by two processes of which one or the other is killed 20 times.
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { changeEvent } from '#domain/events/life/change.ts';
import { countOutcomes } from '#domain/events/outcome.ts';
import { findAction } from '#domain/events/participation.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import type { Db, RootDb } from '../../server/src/db/connection.ts';
import { between, pick, seededRandom } from '../../server/src/demo/seeded-random.ts';
import { createJobs } from '../../server/src/jobs/queue.ts';
import { systemTime } from '../../server/src/lib/clock/clock.ts';
import type { Clock } from '../../server/src/lib/clock/clock.ts';
import { createNodeClock } from '../../server/src/start/node-clock.ts';
import { findEvent, lockEvent, updateEvent } from '../../server/src/stores/events/events.ts';
import { readParticipations } from '../../server/src/stores/events/participations.ts';
import { startApp, TestClock } from '../../server/src/testing/app.ts';
import { openPostgresCopy } from '../../server/src/testing/database/databases.ts';
import { DONE_WITHIN, effectsOfEvents, namesByHouse, refOf, untilSettled } from './event-checks.ts';
import { openCloud } from './event-cloud.ts';
import { insertEvents, insertHomes } from './event-homes.ts';
import type { Home } from './event-homes.ts';
import { killNode, reported, startNode, until } from './event-nodes.ts';
import { actOut, sleepUntil } from './event-people.ts';
import type { DoneActs } from './event-people.ts';

const EVENT_IDS = ['hwh', 'tstat'] as const;
const HOMES = 200;
const KILLS = 20;
const NOTICE = 20 * SECOND;
/** As ordered. It is made to end earlier once every step has arrived, however long the kills have held that up. */
const DURATION = 30 * MINUTE;
const END_NOTICE = 3 * SECOND;
/** Kills from the notice on, in ms: before the start, at the steps, in between. */
const FIRST_KILLS = [
  { from: 500, to: NOTICE, kills: 4 },
  { from: NOTICE, to: NOTICE + 16 * SECOND, kills: 6 },
  { from: NOTICE + 16 * SECOND, to: NOTICE + 35 * SECOND, kills: 4 },
] as const;
/** From the end on: at the returns. */
const LAST_KILLS = [{ from: 0, to: 16 * SECOND, kills: 6 }] as const;

const seed = process.env['SEED'] ?? String(Date.now());
console.log(`seed ${seed} (SEED=${seed} repeats the kills; what they hit stays the machine's)`);
const random = seededRandom(seed);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

/** The app reads the time of the database, as the nodes do. */
class FollowingClock extends TestClock {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  override now(): Date {
    return this.#clock.now();
  }
}

const isConfirmed = async (db: Db, home: Home): Promise<boolean> => {
  const [stored] = await readParticipations(db, [refOf(home)]);
  return stored?.participation.actions.some(({ state }) => state === 'confirmed') ?? false;
};

/** Whether every device is where the event wants it, or has left it. */
const haveStepsArrived = async (db: Db, actsOf: ReadonlyMap<Home, DoneActs>): Promise<boolean> => {
  const stored = await readParticipations(db, [...actsOf.keys()].map(refOf));
  const participations = new Map(stored.map((one) => [one.deviceId, one.participation]));
  return [...actsOf].every(([{ device }, done]) => {
    const participation = participations.get(device.deviceId);
    if (!participation || participation.optOut !== null) return participation !== undefined;
    const step = findAction(participation, participation.round, 'during');
    return step?.state === 'confirmed' && !done.has('wall');
  });
};

/** Makes the events end earlier, as an operator may; the new end, in ms. */
const endEvents = (db: RootDb, clock: Clock): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now().getTime();
    const endTime = now + END_NOTICE;
    for (const eventId of EVENT_IDS) {
      const ref = { providerId: 'sunvale', eventId };
      const event = await lockEvent(tx, ref);
      const result = event && changeEvent(event, { endTime }, now);
      if (!result || 'refused' in result) throw new Error(`${eventId} cannot end earlier`);
      await updateEvent(tx, ref, result.changed, new Date(now));
    }
    return endTime;
  });

const longestWaits = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ readonly origin: string; readonly seconds: number }>`
    select origin, round(max(extract(epoch from delivered_at - accepted_at)), 1)::float8 as seconds from command
    where delivered_at is not null group by origin order by origin`.execute(db);
  return rows.map(({ origin, seconds }) => `${origin} ${seconds} s`).join(', ');
};

test(`[T-30] events of ${HOMES} homes, carried out by two processes that are killed ${KILLS} times: each step and return once, every device back, every home told once`, async () => {
  const database = await openPostgresCopy();
  cleanups.push(database.close);
  const { db } = database;
  const url = database.url ?? '';
  const clock = await createNodeClock({ db, isEmbedded: false, sources: systemTime });
  cleanups.push(async () => clock.stop());
  const jobs = createJobs(url, () => {});
  await jobs.start();
  cleanups.push(jobs.stop);
  const app = await startApp(db, { jobs, seed, clock: new FollowingClock(clock), runningLinks: ['cloud'] });
  cleanups.push(app.close);
  const homes = await insertHomes(db, HOMES, clock.now());
  const cloud = openCloud(url);
  cleanups.push(cloud.close);
  await cloud.create(homes.map(({ device }) => device));

  const nodes = [startNode(url), startNode(url)];
  cleanups.push(() => Promise.all(nodes.map((node) => killNode(node))));
  for (const node of nodes) await node.ready();

  const createdAt = clock.now().getTime();
  const startTime = createdAt + NOTICE;
  await insertEvents(db, { createdAt, startTime, endTime: startTime + DURATION });

  let kills = 0;
  const killAll = async (from: number, plan: typeof FIRST_KILLS | typeof LAST_KILLS): Promise<void> => {
    const times = plan.flatMap((part) =>
      Array.from({ length: part.kills }, () => between(random, part.from, part.to)),
    );
    for (const time of times.toSorted((a, b) => a - b)) {
      await sleepUntil(from + time, clock);
      const index = pick(random, [0, 1]);
      const node = nodes[index];
      if (!node) throw new Error('no node');
      await node.ready();
      await killNode(node);
      nodes[index] = startNode(url);
      kills += 1;
    }
  };
  const ended = Promise.withResolvers<number>();
  const people = {
    app,
    cloud,
    clock,
    startTime,
    endTime: ended.promise,
    isConfirmed: (home: Home) => isConfirmed(db, home),
  };
  const actsOf = new Map(homes.map((home): [Home, DoneActs] => [home, new Set()]));
  const acting = [...actsOf].map(([home, acts]) => ({ home, done: actOut(people, home, acts) }));
  const during = acting.filter(({ home }) => home.act !== 'edit after').map(({ done }) => done);
  await Promise.all([killAll(createdAt, FIRST_KILLS), ...during]);
  await until('every step arrives', DONE_WITHIN, () => haveStepsArrived(db, actsOf));
  const endTime = await endEvents(db, clock);
  ended.resolve(endTime);
  await Promise.all([killAll(endTime, LAST_KILLS), ...acting.map(({ done }) => done)]);
  expect(kills).toBe(KILLS);

  await untilSettled(db);
  const settledAt = clock.now().getTime();
  const stored = await readParticipations(db, homes.map(refOf));
  const participations = new Map(stored.map((one) => [one.deviceId, one.participation]));
  expect(participations.size).toBe(HOMES);
  const effects = await effectsOfEvents(db, cloud);

  const [left, walls] = [new Set<Home>(), new Set<Home>()];
  for (const [home, done] of actsOf) {
    const isOut = done.has('undo') && !done.has('joined again');
    if (done.has('leave') || done.has('leave early') || isOut) left.add(home);
    if (done.has('wall')) walls.add(home);
  }
  const counts = {
    enrolled: 0,
    excluded: 0,
    leftBefore: 0,
    contacted: 0,
    responded: 0,
    pending: 0,
    noResponse: 0,
    optedOut: 0,
  };
  for (const eventId of EVENT_IDS) {
    const event = await findEvent(db, { providerId: 'sunvale', eventId });
    if (!event) throw new Error(`no event ${eventId}`);
    const ofEvent = stored.filter((one) => one.eventId === eventId).map(({ participation }) => participation);
    for (const [outcome, count] of Object.entries(countOutcomes(event, ofEvent, settledAt))) {
      counts[outcome as keyof typeof counts] += count;
    }
  }
  const { repeats, fallbacks } = await cloud.counts();
  const [steps, returns] = ['/during', '/after'].map(
    (phase) => effects.filter((name) => name.endsWith(phase)).length,
  );
  console.log(
    `events: ${kills} kills, ${HOMES} devices, ${steps} steps, ${returns} returns, ${left.size} opt-outs, ${walls.size} changes at the wall, ${repeats} commands sent twice and taken once; ${Math.round((settledAt - createdAt) / SECOND)} s from the notice until everything was settled`,
  );
  console.log(
    `events: outcomes ${JSON.stringify(counts)}; longest waits for delivery: ${await longestWaits(db)}`,
  );
  for (const [line, count] of reported) console.log(`  a node reported ${count} times: ${line}`);

  // No action twice, and none that belongs to no action.
  expect(
    effects.filter((name, index) => !/\/\d+\/\w+$/.test(name) || effects.indexOf(name) !== index),
  ).toEqual([]);
  // None missing.
  const missing = homes.filter(({ device: { deviceId } }) => {
    const { optOut, round } = participations.get(deviceId) ?? { optOut: null, round: 0 };
    return optOut === null && !effects.includes(`${deviceId}/${round}/during`);
  });
  expect(missing.map(({ device, act }) => `${device.deviceId} ${act}`)).toEqual([]);

  // Every device stands where it would stand without the event.
  const states = new Map((await cloud.states()).map((state) => [state.deviceId, state]));
  const wrong = [...actsOf].flatMap(([home, done]) => {
    const { device, key, own, chosen, act } = home;
    const isChosen = done.has('edit before') || done.has('edit after') || walls.has(home);
    const wanted = { ...device.settings, [key]: isChosen ? chosen : own };
    const { settings: found, isHeld = true } = states.get(device.deviceId) ?? {};
    if (!isHeld && JSON.stringify(found) === JSON.stringify(wanted)) return [];
    const { actions, before } = participations.get(device.deviceId) ?? {};
    return [`${device.deviceId} ${act}: ${JSON.stringify({ found, wanted, actions, before })}`];
  });
  expect(wrong).toEqual([]);
  expect(fallbacks).toBe(0);

  const optedOut = left.size + walls.size;
  expect(counts).toMatchObject({
    excluded: 0,
    pending: 0,
    noResponse: 0,
    enrolled: HOMES,
    contacted: HOMES - counts.leftBefore,
    responded: HOMES - optedOut,
  });
  expect(counts.leftBefore + counts.optedOut).toBe(optedOut);

  // Every home was told once, and so was its owner.
  const told = ['ended', 'scheduled', 'starting'];
  const notices = await namesByHouse(db, 'event_notice');
  const messages = await namesByHouse(db, 'message');
  const unnoticed = homes.filter(({ houseId }) => notices.get(houseId) !== told.join());
  expect(unnoticed.map(({ houseId }) => `${houseId}: ${notices.get(houseId)}`)).toEqual([]);
  const untold = homes.filter(({ houseId, device }) => {
    const isWall = participations.get(device.deviceId)?.optOut?.cause === 'wall';
    return messages.get(houseId) !== (isWall ? [...told, 'wall'] : told).join();
  });
  expect(untold.map(({ houseId }) => `${houseId}: ${messages.get(houseId)}`)).toEqual([]);
});
