import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { tables } from '../db/tables.ts';
import type { Database } from '../db/tables.ts';
import { settleEvents } from '../results/settle-events.ts';
import { insertRows } from '../stores/system/demo.ts';
import { ensureDays } from '../stores/telemetry/telemetry-days.ts';
import { ingest } from '../telemetry/ingest.ts';
import { databases } from '../testing/database/databases.ts';
import { restorePreconditions } from '../testing/access-matrix/call-preconditions.ts';
import { addEndedEvent, fillQuarters } from '../testing/results/ended-events.ts';
import { restoreRoles } from '../testing/access-matrix/household-preconditions.ts';
import { invitationCodeIn } from '../testing/messages/mailbox.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { openSignInCalls, outcomeOf } from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { accountIdOf, emailOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import { deleteClosedHouseholds } from './close-household.ts';

const HOUSEHOLD = '/api/house/housea/household';
const HEATER = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
const PEOPLE_OF_A = ['owner', 'second', 'member', 'viewer'] as const;

/** Tables with rows of houses; the audit log is kept for ever. */
const OF_HOUSES = Object.entries(tables)
  .filter(([name, columns]) => 'houseId' in columns && name !== 'audit')
  .map(([name]) => name as keyof Database);

describe.each(databases)('%s', (_name, open) => {
  let calls: SignInCalls;
  const tokens = new Map<Person, string>();

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    calls.startAfresh();
    await restoreRoles(calls.db);
    await calls.db.deleteFrom('formerMember').execute();
    for (const person of [...PEOPLE_OF_A, 'neighbour'] as const) {
      tokens.set(person, await openSession(calls.db, calls.app, person));
    }
  });

  const close = (person: Person) =>
    calls.app.call('DELETE', HOUSEHOLD, { token: tokens.get(person) }).then(outcomeOf);
  const rowsOf = async (table: keyof Database): Promise<number> => {
    const rows = await calls.db
      .selectFrom(table as 'enrolment')
      .select('houseId')
      .where('houseId', '=', 'housea')
      .execute();
    return rows.length;
  };

  test('[T-3] [API-3] only an owner closes, after a fresh confirmation', async () => {
    expect(await close('member')).toBe('403 access_insufficient');
    expect(await close('viewer')).toBe('403 access_insufficient');
    expect(await close('neighbour')).toBe('404 not_found');
    calls.app.clock.advance(11 * MINUTE);
    expect(await close('owner')).toBe('409 confirm_identity');
    expect(await rowsOf('accountRole')).toBeGreaterThan(0);
  });

  test('[T-19] [API-3] everybody loses the home with the next call; who has no other one loses every session', async () => {
    const role = { providerId: 'sunvale', role: 'house', access: 'member' } as const;
    const accountId = accountIdOf('second');
    await insertRows(calls.db, 'accountRole', [{ ...role, accountId, id: 'secondhome', houseId: 'houseb' }]);
    const invitation = { email: 'friend@elsewhere.example', access: 'member' };
    await calls.app.call('POST', `${HOUSEHOLD}/invitation`, { token: tokens.get('owner'), body: invitation });
    const code = invitationCodeIn(calls.mailbox.lastTo(invitation.email)?.values['link']);
    expect(await close('owner')).toBe('204');
    for (const app of [calls.app, calls.other]) {
      for (const person of ['owner', 'member', 'viewer'] as const) {
        const answer = await app.call('GET', '/api/house/housea/dashboard', { token: tokens.get(person) });
        expect(outcomeOf(answer)).toBe('401 session_expired');
      }
      const answer = await app.call('GET', '/api/house/housea/dashboard', { token: tokens.get('second') });
      expect(outcomeOf(answer)).toBe('404 not_found');
    }
    const other = await calls.app.call('GET', '/api/house/houseb', { token: tokens.get('second') });
    expect(other.status).toBe(200);
    for (const person of PEOPLE_OF_A) {
      expect(calls.mailbox.lastTo(emailOf(person))?.name).toBe('homeClosed');
    }
    expect(calls.mailbox.lastTo(emailOf('owner'))?.values).toMatchObject({
      address: '1 Test Street',
      months: '24',
    });
    expect(calls.mailbox.lastTo(emailOf('inactive'))).toBeUndefined();
    const joining = await calls.app.call('POST', '/api/auth/link-house', {
      token: tokens.get('neighbour'),
      body: { code },
    });
    expect(outcomeOf(joining)).toBe('410 invitation_expired');
    expect(await calls.actions()).toContain('household-closed');
  });

  test('[T-19] nothing steers or records its devices any more', async () => {
    const { db, app } = calls;
    await restorePreconditions(db, app, 'events.optOut');
    const now = app.clock.now();
    await insertRows(db, 'command', [
      {
        ...HEATER,
        id: 'waiting',
        accountId: accountIdOf('owner'),
        origin: 'person',
        command: JSON.stringify({ type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 118 } }),
        version: 7,
        state: 'accepted',
        reason: null,
        acceptedAt: now,
        sentAt: null,
        settledAt: null,
        expiresAt: new Date(now.getTime() + MINUTE),
      },
    ]);
    for (const table of ['enrolment', 'programParticipant', 'activeSchedule'] as const) {
      expect([table, await rowsOf(table)]).not.toEqual([table, 0]);
    }
    expect(await close('owner')).toBe('204');
    for (const table of ['enrolment', 'programParticipant', 'activeSchedule', 'accountRole'] as const) {
      expect([table, await rowsOf(table)]).toEqual([table, 0]);
    }
    const ended = await db.selectFrom('command').selectAll().where('id', '=', 'waiting').executeTakeFirst();
    expect(ended).toMatchObject({ state: 'expired', reason: 'household_closed', settledAt: now });
    const taking = await db
      .selectFrom('eventParticipation')
      .select(['optOutAt', 'optOutCounted'])
      .where('houseId', '=', 'housea')
      .where('excluded', '=', false)
      .execute();
    expect(taking.length).toBeGreaterThan(0);
    for (const one of taking) expect(one).toEqual({ optOutAt: now, optOutCounted: false });

    const report = async (houseId: string) => {
      const device = { providerId: 'sunvale', houseId, deviceId: `${houseId}hwh` };
      const time = app.clock.now();
      await ingest({ db, clock: app.clock, metrics: app.metrics }, [
        { ...device, time, values: { power: 900 } },
      ]);
      const state = await db
        .selectFrom('deviceState')
        .select('reportedAt')
        .where('deviceId', '=', device.deviceId)
        .executeTakeFirst();
      return state?.reportedAt.getTime() === time.getTime();
    };
    app.clock.advance(MINUTE);
    // A device that an event had moved is heard until it is put back.
    expect(await report('housea')).toBe(true);
    app.clock.advance(HOUR);
    expect([await report('housea'), await report('houseb')]).toEqual([false, true]);
  });

  test('its data are kept for the months of the provider, then nothing of it is left', async () => {
    const { db, app } = calls;
    const { clock, providers } = app;
    const from = clock.now().getTime() - DAY;
    await ensureDays(db, [from]);
    await insertRows(db, 'telemetry', [{ ...HEATER, time: new Date(from), temperature: 120 }]);
    await insertRows(db, 'energyHour', [
      { ...HEATER, hour: new Date(from), takenMj: 9e9, givenMj: 0, heardMs: HOUR },
    ]);
    await fillQuarters(db, [
      { ...HEATER, from: from - (from % HOUR), to: from - (from % HOUR) + HOUR, wh: 9 },
    ]);
    await addEndedEvent(db, { id: 'settled', programId: 'water-heater', from, to: from + HOUR }, [
      { houseId: 'housea', deviceId: 'houseahwh' },
      { houseId: 'houseb', deviceId: 'housebhwh' },
    ]);
    const none = async () => {};
    const onError = (error: unknown) => {
      throw error;
    };
    const settling = { db, clock, isStopped: () => false, onError };
    await settleEvents({ ...settling, writeNotices: none, writeCorrections: none });
    const kept = ['telemetry', 'energyHour', 'energyQuarter', 'eventReceipt', 'eventResult'] as const;
    expect(await close('owner')).toBe('204');
    const purge = () => deleteClosedHouseholds({ db, clock, providers, isStopped: () => false });
    clock.advance(729 * DAY);
    await purge();
    for (const table of kept) expect([table, await rowsOf(table)]).not.toEqual([table, 0]);
    clock.advance(3 * DAY);
    await purge();
    for (const table of OF_HOUSES) expect([table, await rowsOf(table)]).toEqual([table, 0]);
    const houses = await db.selectFrom('house').select('id').orderBy('id').execute();
    expect(houses.map(({ id }) => id)).toEqual(['houseb', 'housec']);
    const people = await db.selectFrom('account').select('id').execute();
    const ids = people.map(({ id }) => id);
    expect(ids).not.toContain(accountIdOf('owner'));
    expect(ids).toEqual(
      expect.arrayContaining((['neighbour', 'adminOther', 'operator'] as const).map(accountIdOf)),
    );
    const others = await db
      .selectFrom('eventReceipt')
      .select('houseId')
      .where('eventId', '=', 'settled')
      .execute();
    expect(others).toEqual([{ houseId: 'houseb' }]);
  });
});
