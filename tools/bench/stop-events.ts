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
 * until the time of every return is written, against plain inserts of the same rows. A node does all that it does, mails of the
 * cancellation included.
 */
const DEVICES = Number(process.env['BENCH_EVENT_DEVICES'] ?? 20_000);
const EVENT = 'stopped';
/** As in the programs of the demo; who returns at once does so within two minutes. */
const RETURN_MINUTES = 30;

const homes = await createEventHomes('bench_stop', DEVICES, RETURN_MINUTES);
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
/** The time of a return is written with the event's new revision. */
const isUnwritten = async (): Promise<boolean> => {
  const { rows } = await sql<{ readonly found: boolean }>`select exists (
    select from event_participation p join demand_event e on e.provider_id = p.provider_id and e.id = p.event_id
    where p.plan_revision <> e.revision) as found`.execute(db);
  return rows[0]?.found ?? true;
};
while (arrivals.size === 0) await sleep(5);
const first = Math.min(...arrivals.values()) - stopped;
while (await isUnwritten()) await sleep(100);
const written = performance.now() - stopped;
await stopNode();
await deps.jobs.stop();
const participations = await plainInserts(db, 'event_participation', 'event_participation');
const homesDue = await plainInserts(db, 'house_dispatch', 'house_dispatch');
const ratio = (participations + homesDue) / written;
console.log(
  `stop-events: answered in ${Math.round(answered)} ms; the first of ${DEVICES} returns reached its cloud after ${Math.round(first)} ms, ${(first / 1_000).toFixed(2)} of 1 s (aim 1.00); all written after ${Math.round(written)} ms, ${ratio.toFixed(2)} of plain inserts of the same rows (aim 0.30); ${errors.length} errors`,
);
await db.destroy();
