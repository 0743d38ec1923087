import { expect, test } from 'vitest';
import { loopLags } from '../stores/events/loop-lags.ts';
import { readsBeyond, scansOf, statementsOf } from '../db/testing/many-homes.ts';
import { openManyHomes } from '../testing/events/many-homes.ts';

const HOMES = 2_000;
/** Rows of one statement, where nothing is due: by any kind of scan. */
const READ = 50;
/** What the loops look at first. */
const INDEXES = [
  'event_participation_return',
  'event_participation_step',
  'demand_event_due',
  'demand_event_end',
  'house_dispatch_due',
];

test('[T-35] no statement of a node at rest reads a whole table that grows with homes or events', async () => {
  const { database, world, close } = await openManyHomes(HOMES);
  const statements = await statementsOf(async () => {
    await world.round();
    await loopLags(database.db);
  });
  expect(statements.length).toBeGreaterThan(10);
  expect(await scansOf(database.url ?? '', statements)).toEqual([]);
  expect(await readsBeyond(database.url ?? '', statements, READ)).toEqual([]);
  expect(await readsBeyond(database.url ?? '', statements, 0)).not.toEqual([]);
  for (const index of INDEXES)
    expect(await scansOf(database.url ?? '', statements, index), index).not.toEqual([]);
  await close();
});
