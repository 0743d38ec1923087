import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { createEventHooks } from '../events/event-hooks.ts';
import { leaveEventsBy } from '../routes/import-acts.ts';
import { testKeys } from '../testing/app.ts';
import { restoreRoles } from '../testing/access-matrix/household-preconditions.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { databases } from '../testing/database/databases.ts';
import { eventCallsPerTest, HEATER, WATER_EVENT } from '../testing/events/event-calls.ts';
import { signIn } from '../testing/test-data.ts';
import { endEnrolments } from './end-enrolments.ts';

describe.each(databases)('programs of a home on %s', (_name, open) => {
  const calls = eventCallsPerTest(open);

  const leave = async (programId: string, token = calls.token()) => {
    const path = `/api/house/housea/program/${programId}`;
    return (await calls.app.call('DELETE', path, { token })).status;
  };
  const programs = async (): Promise<Record<string, unknown>[]> => (await calls.get('program')).body;
  const water = async () => (await programs()).find(({ programId }) => programId === 'water-heater');
  const setpoint = () => calls.reading(HEATER, 'hwh-set-temperature');
  const partIn = async (eventId: string) => {
    const rows = await calls.db
      .selectFrom('eventParticipation')
      .select('deviceId')
      .where('eventId', '=', eventId)
      .where('deviceId', '=', HEATER)
      .execute();
    return rows.length;
  };
  const endDue = () => {
    const deps = {
      ...calls.world.deps,
      keys: testKeys,
      providers: calls.app.providers,
      eventHooks: createEventHooks(calls.app.clock),
      publicUrl: () => 'https://portal.example/',
    };
    return endEnrolments({ ...deps, leaveEvents: leaveEventsBy(deps), isStopped: () => false });
  };

  test('[API-3] a home reads what its programs ask and pay, and since when; also a viewer', async () => {
    const [first] = await programs();
    expect((await programs()).map(({ programId }) => programId)).toEqual([
      'winter-heating',
      'summer-cooling',
      'water-heater',
    ]);
    expect(first).toMatchObject({
      programName: 'Winter Heating',
      state: 'active',
      until: null,
      side: 'heat',
      deviceIds: ['houseatstat'],
      reward: { type: 'per-kwh', amount: 55, currency: 'USD' },
      optOut: { allowed: true, freePerSeason: 2, price: { type: 'event-reward' } },
      limits: { longestMinutes: 240, perSeason: 30, perDay: 2 },
    });
    await restoreRoles(calls.db);
    const viewer = await signIn(calls.app, 'viewer');
    expect((await calls.get('program', viewer)).body).toEqual(await programs());
  });

  test('[API-3] [T-30] who leaves a program takes part in no event that has not begun, announced or ordered later', async () => {
    await calls.db.updateTable('device').set({ uid: HEATER }).where('id', '=', HEATER).execute();
    const before = await setpoint();
    await calls.announce();
    expect((await calls.events('?active=false')).map(({ id }) => id)).toContain(WATER_EVENT);
    expect(await leave('water-heater')).toBe(204);
    expect(await leave('water-heater')).toBe(204);
    expect(await water()).toBeUndefined();
    expect((await programs()).map(({ programId }) => programId)).toContain('winter-heating');
    await calls.world.addEvent('water-heater', { id: 'next', dispatchId: 'next' });
    await calls.begin();
    expect(await setpoint()).toBe(before);
    expect(await partIn('next')).toBe(0);
    expect((await calls.events('?active=true')).map(({ id }) => id)).not.toContain(WATER_EVENT);
    // The utility's system repeats what it said before.
    const path = '/api/operator/home/housea/enrolment/water-heater';
    const token = await openSession(calls.db, calls.app, 'operator');
    const consent = { from: '2026-01-01', consentAt: '2026-01-01' };
    expect((await calls.app.call('PUT', path, { token, body: consent })).status).toBe(200);
    expect(await water()).toBeUndefined();
  });

  test('[API-3] [T-30] an event that runs is carried on to its end, and is the last one', async () => {
    const before = await setpoint();
    await calls.announce();
    await calls.begin();
    const held = await setpoint();
    expect(held).not.toBe(before);
    expect(await leave('water-heater')).toBe(204);
    const [running] = await calls.events('?active=true');
    expect(running?.endTime).toBeDefined();
    expect((await water())?.['until']).toBe(running?.endTime);
    await endDue();
    await calls.world.run(9 * MINUTE, 3 * MINUTE);
    expect(await setpoint()).toBe(held);
    await calls.world.addEvent('water-heater', { id: 'next', dispatchId: 'next' });
    await calls.world.run(2 * HOUR, 5 * MINUTE);
    await endDue();
    expect(await water()).toBeUndefined();
    expect(await setpoint()).toBe(before);
    await calls.world.run(2 * HOUR, 5 * MINUTE);
    expect(await partIn('next')).toBe(0);
    expect(await setpoint()).toBe(before);
  });

  test('[T-1] [T-2] only an owner leaves, and nothing is told of programs that the home was never in', async () => {
    await restoreRoles(calls.db);
    for (const person of ['member', 'viewer'] as const) {
      expect(await leave('water-heater', await signIn(calls.app, person))).toBe(403);
    }
    expect(await leave('home-battery')).toBe(404);
    expect(await leave('coast-cool')).toBe(404);
    expect(await water()).toMatchObject({ state: 'active' });
    const audited = await calls.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'program-left')
      .execute();
    expect(audited).toEqual([]);
  });
});
