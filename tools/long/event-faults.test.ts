// Dispatches whose nodes are killed, or lose the database, at a place of each loop; a slow node; messages that are lost.
import { expect, inject, test } from 'vitest';
import type { TestContext } from 'vitest';
import { changeEvent } from '#domain/events/life/change.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { createJobTables } from '../../server/src/jobs/queue.ts';
import { systemClock } from '../../server/src/lib/clock/clock.ts';
import { readProviders } from '../../server/src/providers/registry.ts';
import { createEventStore } from '../../server/src/stores/events/engine-store.ts';
import { cancelEvents } from '../../server/src/stores/events/cancel-events.ts';
import { lockEvent, updateEvent } from '../../server/src/stores/events/events.ts';
import { registerProviders } from '../../server/src/stores/system/provider.ts';
import { openPostgresCopy } from '../../server/src/testing/database/databases.ts';
import { DONE_WITHIN, effectsOfEvents, namesByHouse, untilSettled } from './event-checks.ts';
import { openCloud } from './event-cloud.ts';
import { insertEvents, insertHomes } from './event-homes.ts';
import { openFaults } from './event-faults.ts';
import type { Faults, Point } from './event-faults.ts';
import { until } from './event-nodes.ts';

const HOMES = 240;
/** Minutes: many devices are due at once, so that there is more than one page. */
const SPREAD = 0.02;
const NOTICE = 10 * SECOND;
const WATER = { providerId: 'sunvale', eventId: 'hwh' };
const ROOMS = { providerId: 'sunvale', eventId: 'tstat' };

const openWorld = async (
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  nodes: readonly string[],
) => {
  const database = await openPostgresCopy();
  onTestFinished(database.close);
  const { db } = database;
  const url = database.url ?? '';
  await createJobTables(url);
  await registerProviders(db, readProviders().all, systemClock.now());
  const homes = await insertHomes(db, HOMES, systemClock.now());
  const cloud = openCloud(url);
  onTestFinished(cloud.close);
  await cloud.create(homes.map(({ device }) => device));
  const faults = await openFaults(url, inject('postgresUrl'), nodes);
  onTestFinished(faults.close);
  return { db, homes, cloud, faults };
};
type World = Awaited<ReturnType<typeof openWorld>>;

const order = async ({ db }: World, notice = NOTICE, preparation: number | null = null): Promise<void> => {
  const createdAt = systemClock.now().getTime();
  const startTime = createdAt + notice;
  const endTime = startTime + 30 * MINUTE;
  await insertEvents(db, { createdAt, startTime, endTime }, { spread: SPREAD, preparation });
};

/** Ends the event of the rooms now. */
const endRooms = ({ db }: World): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = systemClock.now().getTime();
    const event = await lockEvent(tx, ROOMS);
    const result = event && changeEvent(event, { endTime: now + SECOND }, now);
    if (!result || 'refused' in result) throw new Error('the event cannot end earlier');
    await updateEvent(tx, ROOMS, result.changed, new Date(now));
  });

const cancelWater = ({ db }: World): Promise<unknown> =>
  db.transaction().execute((tx) => {
    const now = systemClock.now().getTime();
    return createEventStore(tx, () => now).cancelEvents([WATER], now);
  });

/** By the statement alone, which tells no node. */
const cancelWaterSilently = ({ db }: World): Promise<unknown> =>
  db.transaction().execute((tx) => cancelEvents(tx, [WATER], systemClock.now().getTime()));

const count = async ({ faults }: World, what: string): Promise<number> =>
  (await faults.ask<{ count: number }>(`select count(*)::int as count from ${what}`))[0]?.count ?? 0;

const untilConfirmed = (world: World, phase: 'during' | 'after'): Promise<void> =>
  until(`every ${phase} is confirmed`, DONE_WITHIN, async () => {
    const confirmed = await count(world, `event_action where phase = '${phase}' and state = 'confirmed'`);
    return confirmed === HOMES;
  });

/** Waits for a command that a device has taken and whose node has not written so, and does its worst to that node. */
const strikeAtLink = async (
  { faults }: World,
  origin: 'event' | 'restore',
  strike: (node: string) => Promise<void>,
): Promise<void> => {
  const findHanded = () =>
    faults.ask<{ id: string; node: string }>(`
      select c.id, e.node from cloud.effect e join command c on c.id = e.command_id
      where c.origin = '${origin}' and c.state = 'accepted' limit 1`);
  for (let unwritten = 0; unwritten === 0;) {
    let handed: { id: string; node: string } | undefined;
    await until('a command is handed to a link', DONE_WITHIN, async () => {
      [handed] = await findHanded();
      return handed !== undefined;
    });
    await strike(handed?.node ?? '');
    unwritten = (await findHanded()).length;
  }
};

/** Everything was done once, and nothing was forgotten; rooms were prepared, if they were to be. */
const expectDone = async (world: World, { isPrepared = false } = {}): Promise<void> => {
  const { db, homes, cloud } = world;
  await untilSettled(db);
  await until('every home has its result', DONE_WITHIN, async () => {
    // A node that died while it computed results holds them for ten minutes: these are over now.
    await world.faults.ask(`update demand_event set settle_at = now()
      where settle_at between now() + interval '1 minute' and now() + interval '10 minutes'`);
    return (await count(world, 'event_result')) === HOMES;
  });
  const effects = await effectsOfEvents(db, cloud);
  const wanted = homes.flatMap(({ eventId, device: { deviceId } }) => [
    ...(isPrepared && eventId === ROOMS.eventId ? [`${deviceId}/1/before`] : []),
    `${deviceId}/1/during`,
    `${deviceId}/1/after`,
  ]);
  expect(effects.toSorted()).toEqual(wanted.toSorted());
  const states = new Map((await cloud.states()).map((state) => [state.deviceId, state]));
  const wrong = homes.filter(({ device: { deviceId, settings } }) => {
    const { settings: found, isHeld = true } = states.get(deviceId) ?? {};
    return isHeld || JSON.stringify(found) !== JSON.stringify(settings);
  });
  expect(wrong.map(({ device }) => device.deviceId)).toEqual([]);
  expect((await cloud.counts()).fallbacks).toBe(0);
  for (const table of ['event_notice', 'message'] as const) {
    const told = await namesByHouse(db, table);
    const untold = homes.filter(({ houseId, eventId }) => {
      const last = eventId === WATER.eventId ? 'cancelled' : 'ended';
      const names = new Set((told.get(houseId) ?? '').split(','));
      const all = (told.get(houseId) ?? '').split(',').length;
      return (
        all !== names.size || !names.has('scheduled') || ![...names].some((name) => name.startsWith(last))
      );
    });
    expect(untold.map(({ houseId }) => `${table} ${houseId}: ${told.get(houseId)}`)).toEqual([]);
  }
};

/** Places at which something happens to a node: points of statements, and commands at their links. */
const PLACES = [
  'transition',
  'joining',
  'notices',
  'steps',
  'link: event',
  'walk',
  'returns',
  'link: restore',
  'settling',
] as const;
type Place = (typeof PLACES)[number];

/** A whole life of a dispatch in which something happens at some places. */
const live = async (
  world: World,
  places: readonly Place[],
  strike: (faults: Faults, node: string) => Promise<void>,
  notice?: number,
): Promise<string[]> => {
  const { faults } = world;
  const struck: string[] = [];
  const arm = (...points: readonly (Place & Point)[]): Promise<unknown> =>
    faults.arm(...points.filter((point) => places.includes(point)));
  const at = async (point: Place & Point): Promise<void> => {
    if (!places.includes(point)) return;
    const { node } = await faults.held(point);
    await strike(faults, node);
    await faults.disarm(point);
    struck.push(`${point} (${node})`);
  };
  const atLink = async (origin: 'event' | 'restore'): Promise<void> => {
    const place = `link: ${origin}` as const;
    if (!places.includes(place)) return;
    await strikeAtLink(world, origin, (node) => strike(faults, node));
    struck.push(place);
  };
  await arm('transition', 'joining', 'notices', 'steps');
  await order(world, notice);
  await at('transition');
  await at('joining');
  await at('notices');
  await at('steps');
  await atLink('event');
  await untilConfirmed(world, 'during');
  await arm('walk', 'returns', 'settling');
  await cancelWater(world);
  await endRooms(world);
  await at('walk');
  await at('returns');
  await atLink('restore');
  await at('settling');
  await expectDone(world);
  return struck;
};

const say = (what: string, struck: readonly string[], beganAt: number): void => {
  const seconds = Math.round((performance.now() - beganAt) / SECOND);
  console.log(`events, ${what}: ${struck.join(', ')}; ${seconds} s`);
};

/** In dispatches beside one another: in one it would be away for nine minutes. */
const AWAY_AT: readonly (readonly Place[])[] = [
  ['transition', 'walk'],
  ['joining', 'returns'],
  ['notices', 'link: restore'],
  ['steps', 'link: event', 'settling'],
];
/** Homes are told before the start, also after the database was away before they were. */
const LONG_NOTICE = MINUTE + 30 * SECOND;
const BEFORE_START: readonly Place[] = ['transition', 'joining', 'notices'];

test('the database is away once at each place', () => {
  expect(AWAY_AT.flat().toSorted()).toEqual(PLACES.toSorted());
});

// The longest first: five run at a time.

/** Long enough for a slow machine to prepare the rooms after both faults. */
const PREPARATION = { notice: 150 * SECOND, minutes: 140 / 60 };

test.concurrent('[T-30] [T-35] a node that is killed, and a database that is away for a minute, while rooms are prepared: nothing twice, nothing forgotten', async (context) => {
  const beganAt = performance.now();
  const world = await openWorld(context, ['node a', 'node b']);
  const { faults } = world;
  await faults.arm('preparation');
  await order(world, PREPARATION.notice, PREPARATION.minutes);
  const { node } = await faults.held('preparation');
  await faults.kill(node);
  await faults.disarm('preparation');
  await strikeAtLink(world, 'event', () => faults.goAway(MINUTE));
  await untilConfirmed(world, 'during');
  await cancelWater(world);
  await endRooms(world);
  await expectDone(world, { isPrepared: true });
  say('preparation', [`page (${node})`, 'link: event'], beganAt);
});

test.concurrent.for(AWAY_AT)(
  '[T-30] [T-35] a database that is away for a minute, at %s first: nothing twice, nothing forgotten',
  async (places, context) => {
    const beganAt = performance.now();
    const world = await openWorld(context, ['node a', 'node b']);
    const notice = places.some((place) => BEFORE_START.includes(place)) ? LONG_NOTICE : NOTICE;
    const struck = await live(world, places, ({ goAway }) => goAway(MINUTE), notice);
    say('database away', struck, beganAt);
    expect(struck).toHaveLength(places.length);
  },
);

test.concurrent('[T-30] [T-35] a node that is killed in each loop, before a commit and between a link and its writing: nothing twice, nothing forgotten', async (context) => {
  const beganAt = performance.now();
  const world = await openWorld(context, ['node a', 'node b']);
  const struck = await live(world, PLACES, (faults, node) => faults.kill(node));
  say('kills', struck, beganAt);
  expect(struck).toHaveLength(PLACES.length);
});

test.concurrent('[T-30] [T-35] a slow node beside another, and messages that are lost: nothing twice, nothing forgotten', async (context) => {
  const beganAt = performance.now();
  const world = await openWorld(context, ['node a', 'node slow']);
  await order(world);
  await untilConfirmed(world, 'during');
  await cancelWaterSilently(world);
  const water = world.homes.filter(({ eventId }) => eventId === WATER.eventId).length;
  await until('a stop that nobody heard of is found', DONE_WITHIN, async () => {
    const returned = await count(world, `event_action where phase = 'after' and state = 'confirmed'`);
    return returned === water;
  });
  await world.faults.cutListening();
  await endRooms(world);
  await expectDone(world);
  say('a slow node, lost messages', [], beganAt);
});
