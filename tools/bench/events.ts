import { sql } from 'kysely';
import { MINUTE } from '#domain/time/time.ts';
import { median, percentile } from '../../bench/load.ts';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { createDeviceTasks } from '../../server/src/devices/device-tasks.ts';
import { countParticipants } from '../../server/src/events/orders/count-participants.ts';
import { changeDevice, leave as leaveRule } from '#domain/events/engine/people.ts';
import { waitForLocks } from '../../server/src/db/lock-wait.ts';
import { createEngineTx } from '../../server/src/events/engine-ports.ts';
import { COMMAND_JOBS } from '../../server/src/jobs/queue.ts';
import { sleep, systemClock } from '../../server/src/lib/clock/clock.ts';
import { findEvents } from '../../server/src/stores/events/events.ts';
import { analyze } from '../../server/src/stores/system/demo.ts';
import { beginEvent, createCloud, createNodeDeps, plainInserts, timed } from './bench-node.ts';
import { createEventHomes, PROVIDER } from './event-world.ts';

/**
 * An event of 20,000 water heaters on PostgreSQL: how long its commands, actions, participations and jobs take to be written
 * against plain inserts of the same rows; how long people wait who leave it meanwhile, against those who leave when nothing else happens
 * (and these against others of them, which is the noise); and how long an opt-out takes to reach its device while they are delivered to a cloud that answers after 20 ms.
 */
const DEVICES = Number(process.env['BENCH_EVENT_DEVICES'] ?? 20_000);
const LEAVING = 100;
const EVENT = { providerId: PROVIDER, eventId: 'bench' } as const;

const homes = await createEventHomes('bench_events', DEVICES);
const { url, db } = homes;
const { deps, errors } = await createNodeDeps(homes);
const { link, arrivals } = createCloud();
const tasks = await createDeviceTasks({
  ...deps,
  simulator: null,
  clouds: [link],
  routes: { makers: {}, others: link.name },
});
await homes.addEvent(EVENT.eventId, Date.now() + 60 * MINUTE);

const ordered = await findEvents(db, [EVENT]);
const counting = await timed(() =>
  countParticipants(
    db,
    { providerId: PROVIDER, events: ordered, groups: null, runningLinks: deps.runningLinks },
    systemClock.now(),
  ),
);
const per10000 = (counting * 10_000) / DEVICES;
console.log(
  `events: dry run of ${DEVICES} homes in ${Math.round(counting)} ms, ${(per10000 / 30_000).toFixed(2)} of 30 s for 10,000 homes (aim 1.00)`,
);

const planning = await timed(tasks.transitions);
const announcing = await timed(tasks.notices);
await analyze(db, ['eventParticipation', 'demandEvent', 'houseDispatch']);

const dispatch = () => Promise.all([tasks.steps(), tasks.steps()]);
await beginEvent(db);
const dispatching = await timed(dispatch);
const { rows: counts } = await sql<{ readonly count: string }>`select count(*) from command`.execute(db);
const plain =
  (await plainInserts(db, 'command', 'command')) +
  (await plainInserts(db, 'event_action', 'event_action')) +
  (await plainInserts(db, 'event_participation', 'event_participation')) +
  // Mails of the notices are no part of what is compared.
  (await plainInserts(
    db,
    'job',
    `jobs.job where name in (${COMMAND_JOBS.map((name) => `'${name}'`).join()})`,
  ));
console.log(
  `events: ${counts[0]?.count} commands of ${DEVICES} devices written in ${Math.round(dispatching)} ms, ${(plain / dispatching).toFixed(2)} of plain inserts of the same rows (aim 0.30); planned in ${Math.round(planning)} ms, announced in ${Math.round(announcing)} ms`,
);

/*
 * People leave in rounds of three parts: at rest, during a dispatch, at rest again. In each part every other one leaves with a device
 * that the event has moved, the others with one whose turn is to come; nobody leaves twice.
 */
const ROUNDS = 5;
const PARTS = 3;
const STRIDE = DEVICES / LEAVING;
const offsetOf = (round: number, part: number): number => 1 + round * PARTS + part;

/** Under the time limits of a server, on connections of their own as those of another node. */
const people = connectPostgres(url, () => {});
const left = new Map<string, number>();
let refused = 0;
/** Lets one device after the other leave, until `isOver` or a hundred have; ms of each answer. */
const leave = async (offset: number, isOver: () => boolean): Promise<number[]> => {
  const waits: number[] = [];
  for (let number = offset; number <= DEVICES && !isOver(); number += STRIDE) {
    const ref = { ...EVENT, houseId: `h${number}`, deviceId: `d${number}` };
    const started = performance.now();
    left.set(`d${number}`, started);
    await people
      .transaction()
      .execute(async (tx) => {
        await waitForLocks(tx);
        const engineTx = createEngineTx(tx, { ...deps, db: people });
        const leaving = leaveRule({ reason: null, afterwards: false });
        const result = await changeDevice(engineTx, ref, 'leaves', leaving, Date.now());
        if ('refused' in result) throw new Error(result.refused);
      })
      .catch((error: unknown) => {
        refused += 1;
        console.error(error);
      });
    waits.push(performance.now() - started);
    await sleep(20);
  }
  return waits;
};

const number = sql`substr(p.house_id, 2)::int`;
const isMoved = sql`(${number} % ${STRIDE} between 1 and ${ROUNDS * PARTS} and ${number} / ${STRIDE} % 2 = 0)`;
/** Nothing has been sent to any device that is still in, but to those that leave with a moved one. */
const beginAgain = async (round: number): Promise<void> => {
  const again = sql`p.opt_out_at is null and not ${isMoved}`;
  for (const table of ['event_action', 'command']) {
    await sql`delete from ${sql.table(table)} t using event_participation p
      where p.house_id = t.house_id and p.device_id = t.device_id and ${again}`.execute(db);
  }
  await sql`delete from jobs.job`.execute(db);
  await sql`update event_participation p set before = null where ${again}`.execute(db);
  await beginEvent(db, again);
  await sql`update event_participation p set due_at = now() + interval '1 hour',
    plan = jsonb_set(plan, '{steps,0,at}', to_jsonb((extract(epoch from now() + interval '1 hour') * 1000)::bigint))
    where ${again} and ${number} % ${STRIDE} = ${offsetOf(round, 2)}`.execute(db);
  await sql`vacuum analyze event_participation, event_action, command, jobs.job`.execute(db);
};

const seen: { readonly [Part in 'rest' | 'during' | 'again']: number }[] = [];
let during = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  await beginAgain(round);
  const rest = await leave(offsetOf(round, 0), () => false);
  let isDispatched = false;
  const running = dispatch().then(() => (isDispatched = true));
  const meanwhile = await leave(offsetOf(round, 1), () => isDispatched);
  await running;
  const again = await leave(offsetOf(round, 2), () => false);
  during += meanwhile.length;
  const [p95, p95During, p95Again] = [rest, meanwhile, again].map((waits) => percentile(waits, 0.95));
  seen.push({ rest: p95 ?? 0, during: p95During ?? 0, again: p95Again ?? 0 });
}
const ratios = (part: 'during' | 'again'): number[] => seen.map((round) => round[part] / round.rest);
const inTurn = (values: readonly number[], digits: number): string =>
  values.map((value) => value.toFixed(digits)).join(', ');
console.log(
  `events: ${during} opt-outs during ${ROUNDS} dispatches, answers at the 95th percentile ${median(ratios('during')).toFixed(2)} of those at rest (median of ${inTurn(ratios('during'), 2)}; aim 3.00), at rest again ${median(ratios('again')).toFixed(2)} (${inTurn(ratios('again'), 2)}); ${inTurn(
    seen.map((round) => round.rest),
    0,
  )} ms at rest; ${refused} not answered (aim 0)`,
);

left.clear();
for (const name of COMMAND_JOBS) await deps.jobs.workOnCommands(name, tasks.deliver);
await leave(offsetOf(ROUNDS, 0), () => false);
while (![...left.keys()].every((id) => arrivals.has(`${id} return`))) await sleep(20);
const waits = [...left].map(([id, at]) => (arrivals.get(`${id} return`) ?? Number.NaN) - at);
const isBusy = [...arrivals.keys()].filter((key) => key.endsWith('step')).length < DEVICES - 3 * LEAVING;
console.log(
  `events: opt-out to the device's cloud ${Math.round(percentile(waits, 0.99))} ms at the 99th percentile, ${(percentile(waits, 0.99) / 15_000).toFixed(2)} of 15 s (aim 1.00), while the event's commands ${isBusy ? 'were being' : 'had been'} delivered; ${errors.length} errors`,
);
await deps.jobs.stop();
await tasks.stop();
await Promise.all([people.destroy(), db.destroy()]);
