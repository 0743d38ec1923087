import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { createEventHooks } from '../events/event-hooks.ts';
import { leaveEventsBy } from '../routes/import-acts.ts';
import { testKeys } from '../testing/app.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { databases } from '../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../testing/events/event-calls.ts';
import { endEnrolments } from './end-enrolments.ts';

describe.each(databases)('enrolments that come to their end on %s', (_name, open) => {
  const calls = eventCallsPerTest(open);

  const errors: string[] = [];
  const endDue = (failsIn: string | null = null) => {
    const deps = {
      ...calls.world.deps,
      keys: testKeys,
      providers: calls.app.providers,
      eventHooks: createEventHooks(calls.app.clock),
      publicUrl: () => 'https://portal.example/',
    };
    const leave = leaveEventsBy(deps);
    return endEnrolments({
      ...deps,
      leaveEvents: async (tx, house, departures) => {
        if (house.houseId === failsIn) throw new Error('refused');
        return leave(tx, house, departures);
      },
      isStopped: () => false,
      onError: (error, what) => errors.push(`${what}: ${(error as Error).message}`),
    });
  };
  const states = async () => {
    const rows = await calls.db
      .selectFrom('enrolment')
      .select(['deviceId', 'programId', 'state'])
      .where('houseId', '=', 'housea')
      .where('programId', '<>', 'summer-cooling')
      .orderBy('programId')
      .execute();
    return rows.map(({ deviceId, programId, state }) => `${deviceId} ${programId} ${state}`);
  };
  const programs = async () => {
    const rows = await calls.db
      .selectFrom('programParticipant')
      .select('programId')
      .where('houseId', '=', 'housea')
      .execute();
    return rows.map(({ programId }) => programId);
  };

  test('[API-3] a device returns from a running event when its enrolment ends, and the home is in the program no more', async () => {
    const until = new Date(calls.app.clock.now().getTime() + 3 * HOUR + 30 * MINUTE).toISOString();
    const token = await openSession(calls.db, calls.app, 'operator');
    await calls.db.updateTable('device').set({ uid: HEATER }).where('id', '=', HEATER).execute();
    const { status } = await calls.app.call('PUT', '/api/operator/home/housea/enrolment/water-heater', {
      token,
      body: { from: '2026-01-01', until, consentAt: '2026-01-01' },
    });
    expect(status).toBe(200);
    await calls.announce();
    await calls.begin();
    await endDue();
    const heater = () => calls.world.participation('housea', HEATER, WATER_EVENT);
    expect((await heater()).participation.optOut).toBeNull();
    expect(await states()).toContain(`${HEATER} water-heater active`);
    await calls.world.run(30 * MINUTE, 5 * MINUTE);
    await endDue();
    expect((await heater()).participation.optOut).not.toBeNull();
    expect(
      (await calls.world.participation('housea', THERMOSTAT, ROOM_EVENT)).participation.optOut,
    ).toBeNull();
    expect(await states()).toEqual([`${HEATER} water-heater ended`, `${THERMOSTAT} winter-heating active`]);
    expect(await programs()).not.toContain('water-heater');
    await calls.world.run(6 * MINUTE, 2 * MINUTE);
    const { entries } = await calls.db
      .selectFrom('deviceState')
      .select('entries')
      .where('deviceId', '=', HEATER)
      .executeTakeFirstOrThrow();
    expect(entries['hwh-set-temperature']?.value).toBe(120);
    const audited = () =>
      calls.db
        .selectFrom('audit')
        .select('detail')
        .where('accountId', 'is', null)
        .where('action', '=', 'home-provisioned')
        .execute();
    expect(await audited()).toEqual([{ detail: { changes: [`enrolment ${HEATER} water-heater ended`] } }]);
    await endDue();
    expect(await audited()).toHaveLength(1);
  });

  test('[API-3] a home that fails leaves the others alone, and two nodes end what is due once', async () => {
    const stillEnrolled = async () => {
      const rows = await calls.db
        .selectFrom('enrolment')
        .select('houseId')
        .distinct()
        .where('state', '<>', 'ended')
        .orderBy('houseId')
        .execute();
      return rows.map(({ houseId }) => houseId);
    };
    const homes = await stillEnrolled();
    expect(homes.length).toBeGreaterThan(1);
    const [first = ''] = homes;
    const past = new Date(calls.app.clock.now().getTime() - MINUTE);
    await calls.db.updateTable('enrolment').set({ until: past }).execute();
    errors.length = 0;
    await endDue(first);
    expect(errors).toEqual(['ending enrolments: refused']);
    expect(await stillEnrolled()).toEqual([first]);
    await Promise.all([endDue(), endDue()]);
    expect(await stillEnrolled()).toEqual([]);
    const audited = await calls.db
      .selectFrom('audit')
      .select('detail')
      .where('accountId', 'is', null)
      .where('houseId', '=', first)
      .where('action', '=', 'home-provisioned')
      .execute();
    expect(audited).toHaveLength(1);
  });
});
