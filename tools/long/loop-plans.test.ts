import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runNotices, runReturns, runSteps, runTransitions } from '#domain/events/engine/loops.ts';
import { createEnginePorts } from '../../server/src/events/engine-ports.ts';
import { cancelEvents } from '../../server/src/stores/events/cancel-events.ts';
import { EVENT_ID } from '../../server/src/testing/events/event-world.ts';
import { changeRows, scansOf, statementsOf } from '../../server/src/db/testing/many-homes.ts';
import { openManyHomes } from '../../server/src/testing/events/many-homes.ts';

const HOMES = 20_000;
/** More than a page. */
const SOME = 120;

test('[T-35] no statement of a loop that works on a page of homes reads the tables of all', async () => {
  const { database, app, world, close } = await openManyHomes(HOMES);
  const { db } = database;
  const ports = createEnginePorts(world.deps);
  const some = sql`(select 'h' || n from generate_series(1, ${sql.lit(SOME)}) n)`;
  const now = app.clock.now();
  await changeRows(db, async (tx) => {
    await sql`update event_participation set due_at = ${now.toISOString()}, is_returning = false
      where house_id in ${some}`.execute(tx);
    await sql`update event_participation set plan_revision = 1 where house_id not in ${some}`.execute(tx);
    await sql`update enrolment set group_name = 'some' where house_id in ${some}`.execute(tx);
  });
  await world.addEvent('water-heater', { id: 'joined', dispatchId: 'joined', groups: ['some'] });
  const statements = [
    await statementsOf(() => runSteps(ports)),
    await statementsOf(() => runTransitions(ports)),
    await statementsOf(async () => {
      const ref = { providerId: 'sunvale', eventId: EVENT_ID };
      await db.transaction().execute((tx) => cancelEvents(tx, [ref], now.getTime()));
      await runReturns(ports);
    }),
    await statementsOf(() => runNotices(ports)),
  ].flat();
  expect(statements.length).toBeGreaterThan(30);
  expect(await scansOf(database.url ?? '', statements)).toEqual([]);
  await close();
});
