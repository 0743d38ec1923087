import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/time/time.ts';
import { grantHouseDataScope, grantOwnerScope, grantProviderScope } from '../lib/scope/grant-scope.ts';
import { copyDevice } from '../db/testing/copy-device.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { createEventWorld } from '../testing/events/event-world.ts';
import { accountIdOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import { openTestHouses } from '../testing/test-houses.ts';
import { addPerson } from './people.ts';

describe.each(postgresOnly)('%s', (_name, open) => {
  let world: Awaited<ReturnType<typeof openTestHouses>>;
  beforeAll(async () => {
    world = await openTestHouses(open);
  });
  afterAll(() => world.close());

  const provider = grantProviderScope({ providerId: 'sunvale' });
  const join = (person: Person, isFirst: boolean) =>
    world.database.db
      .transaction()
      .execute((tx) =>
        addPerson(
          tx,
          grantHouseDataScope(provider, 'houseb'),
          grantOwnerScope(provider, accountIdOf(person)),
          { roleId: `${person}inb`, access: 'owner', isFirst },
          world.app.clock.now(),
        ),
      );
  const households = () =>
    world.database.db
      .selectFrom('household')
      .innerJoin('house', (on) =>
        on.onRef('house.id', '=', 'household.houseId').onRef('house.providerId', '=', 'household.providerId'),
      )
      .select([
        'household.number',
        'accountNumber',
        'since',
        'until',
        'joinedAt',
        'house.household',
        'householdSince',
      ])
      .where('houseId', '=', 'houseb')
      .orderBy('household.number')
      .execute();

  test('[T-1] [T-2] who comes first is of the household that the utility named; who follows it begins another', async () => {
    const { db } = world.database;
    await db.updateTable('household').set({ accountNumber: 'A-1' }).where('houseId', '=', 'houseb').execute();
    const first = world.app.clock.now();
    await join('second', true);
    const named = { number: 1, accountNumber: 'A-1', since: null, joinedAt: first };
    expect(await households()).toEqual([{ ...named, until: null, household: 1, householdSince: null }]);
    world.app.clock.advance(DAY);
    const next = world.app.clock.now();
    await join('owner', true);
    expect(await households()).toEqual([
      { ...named, until: next, household: 2, householdSince: next },
      {
        number: 2,
        accountNumber: 'A-1',
        since: next,
        until: null,
        joinedAt: next,
        household: 2,
        householdSince: next,
      },
    ]);
    await join('member', false);
    expect(await households()).toHaveLength(2);
  });

  test('[T-44] events take in devices whose enrolment is active when they begin', async () => {
    const { db } = world.database;
    const { clock } = world.app;
    const start = clock.now().getTime() + 3 * HOUR;
    const states = {
      waiting: { state: 'pending' },
      over: { state: 'ended' },
      short: { until: new Date(start) },
      late: { since: new Date(start) },
      long: { until: new Date(start + 1) },
    } as const;
    await copyDevice(db, 'houseahwh', Object.keys(states), clock.now());
    for (const [deviceId, values] of Object.entries(states)) {
      await db.updateTable('enrolment').set(values).where('deviceId', '=', deviceId).execute();
    }
    const events = await createEventWorld(db, world.app);
    await events.addEvent('water-heater', { startTime: start, endTime: start + HOUR });
    await events.round();
    const taken = await db
      .selectFrom('eventParticipation')
      .select('deviceId')
      .where('houseId', '=', 'housea')
      .orderBy('deviceId')
      .execute();
    expect(taken.map(({ deviceId }) => deviceId)).toEqual(['houseahwh', 'long']);
  });
});
