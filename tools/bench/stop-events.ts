import { sql } from 'kysely';
import { MINUTE } from '#domain/time/time.ts';
import { stopAll } from '#domain/events/engine/stops.ts';
import { createDeviceTasks } from '../../server/src/devices/device-tasks.ts';
import { startDeviceRuntime } from '../../server/src/devices/runtime.ts';
import { createEngineTx } from '../../server/src/events/engine-ports.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';
import { beginEvent, createCloud, createNodeDeps, plainInserts, timed } from './bench-node.ts';
import { createEventHomes, PROVIDER } from './event-world.ts';

/**
 * Something is wrong while an event holds 20,000 water heaters: how long after the stop the first return is handed to a link, and how long
 * until every return is written with its time, against plain inserts of the same rows. A node does all that it does, mails of the
 * cancellation included.
 */
const DEVICES = Number(process.env['BENCH_EVENT_DEVICES'] ?? 20_000);
const EVENT = 'stopped';

const homes = await createEventHomes('bench_stop', DEVICES);
const { db } = homes;
const { deps, errors } = await createNodeDeps(homes);
const { link, arrivals } = createCloud();
const node = { ...deps, clouds: [link], routes: { makers: {}, others: link.name } };
const tasks = await createDeviceTasks({ ...node, simulator: null });
await homes.addEvent(EVENT, Date.now() + 60 * MINUTE);
await tasks.transitions();
await tasks.notices();
await beginEvent(db);
await Promise.all([tasks.steps(), tasks.steps()]);
await tasks.stop();
// As after some minutes: the steps were delivered and seen, and nothing waits.
await sql`update event_action set state = 'confirmed', confirmed_at = now()`.execute(db);
await sql`update command set state = 'confirmed', settled_at = now(), delivered_at = now()`.execute(db);
await sql`delete from jobs.job`.execute(db);
await sql`analyze`.execute(db);

const stopNode = await startDeviceRuntime(node);
const stopped = performance.now();
const answered = await timed(() =>
  db.transaction().execute((tx) =>
    stopAll(createEngineTx(tx, deps), PROVIDER, async () => [{ providerId: PROVIDER, eventId: EVENT }], {
      reason: 'Smoke',
      isUrgent: true,
    }),
  ),
);
const unwritten = async (): Promise<number> => {
  const { rows } = await sql<{ readonly count: number }>`
    select (${DEVICES}::integer - count(*))::integer as count from event_action where phase = 'after'`.execute(
    db,
  );
  return rows[0]?.count ?? DEVICES;
};
while (arrivals.size === 0) await sleep(5);
const first = Math.min(...arrivals.values()) - stopped;
while ((await unwritten()) > 0) await sleep(50);
const written = performance.now() - stopped;
await stopNode();
await deps.jobs.stop();
const plain = await plainInserts(db, 'event_action', `event_action where phase = 'after'`);
const changed = await plainInserts(db, 'event_participation', 'event_participation');
console.log(
  `stop-events: answered in ${Math.round(answered)} ms; the first of ${DEVICES} returns reached its cloud after ${Math.round(first)} ms, ${(first / 1_000).toFixed(2)} of 1 s (aim 1.00); all written after ${Math.round(written)} ms, ${((plain + changed) / written).toFixed(2)} of plain inserts of the same rows (aim 0.30); ${errors.length} errors`,
);
await db.destroy();
