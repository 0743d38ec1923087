import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { systemHouseScope } from '../../lib/scope/system-scope.ts';
import { moveIn } from '../../provisioning/people.ts';
import { settleEvents } from '../../results/settle-events.ts';
import { vacate } from '../../stores/provisioning/closed-homes.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { ownDataRules, ownTables } from '../../stores/household/own-data.ts';
import { ensureDays } from '../../stores/telemetry/telemetry-days.ts';
import { databases } from '../../testing/database/databases.ts';
import { addEndedEvent, fillQuarters } from '../../testing/results/ended-events.ts';
import { makeDownloads } from '../../testing/account/downloads.ts';
import { agreed } from '../../testing/access-matrix/account-preconditions.ts';
import { guestsAndInvitations, restoreRoles } from '../../testing/access-matrix/household-preconditions.ts';
import { unreadMessages } from '../../testing/access-matrix/message-preconditions.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { openSignInCalls, outcomeOf } from '../../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../../testing/auth/sign-in-calls.ts';
import { PHONE, accountIdOf, emailOf } from '../../testing/test-data.ts';
import type { Person } from '../../testing/test-data.ts';

const HEATER = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
const TOLD = ['owner', 'second', 'member', 'viewer', 'neighbour', 'adminOwn'] as const;

describe.each(databases)('%s', (_name, open) => {
  let calls: SignInCalls;
  const tokens = new Map<Person, string>();
  let movedIn: Date;

  const record = async (at: Date, event: string): Promise<void> => {
    const { db } = calls;
    const hour = new Date(Math.floor(at.getTime() / HOUR) * HOUR);
    await ensureDays(db, [at.getTime()]);
    for (const houseId of ['housea', 'houseb']) {
      const device = { ...HEATER, houseId, deviceId: `${houseId}hwh` };
      await insertRows(db, 'telemetry', [{ ...device, time: at, temperature: 133.25, note: '=1+1' }]);
      await insertRows(db, 'telemetryHour', [{ ...device, time: hour, temperature: 132.5 }]);
      await insertRows(db, 'energyHour', [{ ...device, hour, takenMj: 9e9, givenMj: 0, heardMs: HOUR }]);
      await insertRows(db, 'runtimeHour', [{ ...device, hour, coolMs: 9e5, heatMs: 0, heardMs: HOUR }]);
      await insertRows(db, 'deviceActivity', [
        { ...device, time: at, key: 'hwh-set-mode', value: JSON.stringify('ECO') },
      ]);
      await insertRows(db, 'command', [
        {
          ...device,
          id: `${houseId}${event}`,
          accountId: accountIdOf('owner'),
          origin: 'person',
          command: JSON.stringify({ type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: 118 } }),
          version: { beforeevent: 7, ownevent: 8, nextevent: 9 }[event] ?? 0,
          state: 'confirmed',
          reason: null,
          acceptedAt: at,
          sentAt: at,
          settledAt: at,
          expiresAt: at,
        },
      ]);
    }
    await addEndedEvent(
      db,
      { id: event, programId: 'water-heater', from: hour.getTime(), to: hour.getTime() + HOUR },
      [
        { houseId: 'housea', deviceId: 'houseahwh' },
        { houseId: 'houseb', deviceId: 'housebhwh' },
      ],
    );
    await fillQuarters(db, [{ ...HEATER, from: hour.getTime(), to: hour.getTime() + HOUR, wh: 40 }]);
    await insertRows(db, 'houseDispatch', [
      {
        providerId: 'sunvale',
        houseId: 'housea',
        dispatchId: event,
        toldAt: hour,
        leftAt: hour,
        leftCause: 'person' as const,
        leftReason: 'Guests',
      },
    ]);
    await insertRows(db, 'eventAction', [
      {
        providerId: 'sunvale',
        eventId: event,
        houseId: 'housea',
        deviceId: 'houseahwh',
        round: 0,
        phase: 'during',
        at: hour,
        expiresAt: hour,
        state: 'confirmed',
        command: JSON.stringify({ setpoint: 110 }),
        commandId: null,
        sentAt: hour,
        confirmedAt: hour,
        reason: null,
        alarmedAt: null,
      },
    ]);
  };

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
    const { db, app } = calls;
    calls.startAfresh();
    await restoreRoles(db);
    await record(app.clock.now(), 'beforeevent');
    await openSession(db, app, 'adminOwn').then((token) => app.call('GET', '/api/house/housea', { token }));
    app.clock.advance(DAY);
    movedIn = app.clock.now();
    app.clock.advance(DAY);
    await record(app.clock.now(), 'ownevent');
    app.clock.advance(2 * HOUR);
    const onError = (error: unknown) => {
      throw error;
    };
    const none = async () => {};
    const settling = { db, clock: app.clock, isStopped: () => false, onError };
    await settleEvents({ ...settling, writeNotices: none, writeCorrections: none });
    for (const person of ['owner', 'member'] as const) {
      const owner = { providerId: 'sunvale', accountId: accountIdOf(person) };
      await unreadMessages(db, app, owner);
    }
    await db
      .updateTable('message')
      .set({ subject: 'PrivateOfMember' })
      .where('accountId', '=', accountIdOf('member'))
      .execute();
    await guestsAndInvitations(db, app, { providerId: 'sunvale', accountId: accountIdOf('owner') });
    await db.updateTable('house').set({ householdSince: movedIn }).where('id', '=', 'housea').execute();
    const createdAt = app.clock.now();
    const number = {
      providerId: 'sunvale',
      countryCode: '1',
      verifiedAt: null,
      optedOutAt: null,
      createdAt,
    } as const;
    await insertRows(db, 'phoneNumber', [
      { ...number, accountId: accountIdOf('owner'), phone: '3035550111' },
      { ...number, accountId: accountIdOf('member'), phone: '3035550122' },
    ]);
    await agreed(db, app, { providerId: 'sunvale', accountId: accountIdOf('owner') });
    await insertRows(db, 'leaderboardListing', [
      { providerId: 'sunvale', houseId: 'housea', listed: true, alias: 'OwnFox', changedAt: createdAt },
    ]);
    await insertRows(db, 'messageSetting', [
      {
        providerId: 'sunvale',
        accountId: accountIdOf('owner'),
        houseId: 'housea',
        key: 'peak_demand',
        email: true,
        sms: false,
        voice: false,
        updatedAt: createdAt,
      },
    ]);
    await insertRows(db, 'providerIdentity', [
      {
        providerId: 'sunvale',
        accountId: accountIdOf('owner'),
        issuer: 'https://id.example',
        subject: 'subject-of-owner',
        createdAt,
      },
    ]);
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    calls.app.clock.advance(MINUTE);
    await calls.db.deleteFrom('ownDownload').execute();
    await calls.db.deleteFrom('authBudget').where('kind', '=', 'download').execute();
    for (const person of TOLD) tokens.set(person, await openSession(calls.db, calls.app, person));
  });

  const pathOf = (person: Person): string => `/api/account/${accountIdOf(person)}/download`;
  const ask = (person: Person, houseId = 'housea') =>
    calls.app.call('POST', pathOf(person), {
      token: tokens.get(person),
      body: { houseId },
      headers: { 'accept-language': 'es' },
    });
  const filesFor = async (person: Person): Promise<ReadonlyMap<string, string>> => {
    expect(await outcome(person)).toBe('202');
    await makeDownloads({ db: calls.db, clock: calls.app.clock });
    const answer = await calls.app.server.inject({
      method: 'GET',
      url: `${pathOf(person)}/file`,
      headers: { authorization: `Bearer ${tokens.get(person)}` },
    });
    const { 'content-type': type, 'content-length': length } = answer.headers;
    expect([answer.statusCode, type]).toEqual([200, 'application/zip']);
    expect(Number(length)).toBe(answer.rawPayload.length);
    const files = unzipSync(answer.rawPayload);
    return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
  };
  const json = (files: ReadonlyMap<string, string>, name: string) =>
    JSON.parse(files.get(`json/${name}.json`) ?? '') as Record<string, unknown>[];
  const outcome = (person: Person, houseId?: string) => ask(person, houseId).then(outcomeOf);

  test('[API-3] [T-1] only an owner gets the data, of the own home, after a fresh confirmation', async () => {
    for (const person of ['member', 'viewer', 'neighbour', 'adminOwn'] as const) {
      expect([person, await outcome(person)]).toEqual([person, '404 not_found']);
    }
    for (const houseId of ['houseb', 'housec', 'nothing']) {
      expect(await outcome('owner', houseId)).toBe('404 not_found');
    }
    calls.app.clock.advance(11 * MINUTE);
    expect(await outcome('owner')).toBe('409 confirm_identity');
    expect(await calls.actions()).not.toContain('data-requested');
    expect(await calls.db.selectFrom('ownDownload').select('id').execute()).toEqual([]);
  });

  test('[API-3] [T-25] every list of it has what belongs to the home and the person, as JSON and as CSV', async () => {
    const files = await filesFor('owner');
    for (const { file, columns, large } of ownTables) {
      const csv = files.get(`csv/${file}.csv`) ?? '';
      expect([file, csv.split('\r\n')[0]]).toEqual([
        file,
        `\uFEFF${columns.map((name) => `"${name}"`).join(',')}`,
      ]);
      expect([file, csv.split('\r\n').length > 2]).toEqual([file, true]);
      const asJson = files.has(`json/${file}.json`) ? Object.keys(json(files, file)[0] ?? {}) : null;
      expect([file, asJson]).toEqual([file, large ? null : columns]);
    }
    expect(json(files, 'account')).toMatchObject([{ id: accountIdOf('owner'), email: emailOf('owner') }]);
    expect(json(files, 'home')).toMatchObject([{ address: '1 Test Street' }]);
    expect(json(files, 'household').map(({ email }) => email)).toContain(emailOf('viewer'));
    expect(json(files, 'phone-numbers').map(({ phone }) => phone)).toEqual(['3035550111', PHONE]);
    expect(json(files, 'events').map(({ id }) => id)).toEqual(['ownevent']);
    expect(files.get('csv/energy-hourly.csv')).toContain(',9000000000,0,3600000\r\n');
    // What a spreadsheet would compute stays a text.
    expect(files.get('csv/readings.csv')).toContain(`"'=1+1"`);
    expect(files.get('README.txt')).toContain('Datos de 1 Test Street');
    expect(files.get('README.txt')).toContain('unidad más pequeña de la moneda');
    expect(files.get('README.txt')).toContain(movedIn.toISOString());
    expect(await calls.actions()).toEqual(expect.arrayContaining(['data-downloaded', 'data-requested']));
  });

  test('[API-3] nothing of the time before, of other homes, nothing private of others and nothing secret is in it', async () => {
    const { db } = calls;
    const files = await filesFor('owner');
    const text = [...files.values()].join('\n');
    for (const strange of [
      'beforeevent',
      'houseb',
      'housec',
      'PrivateOfMember',
      '3035550122',
      'subject-of-owner',
    ]) {
      expect([strange, text.includes(strange)]).toEqual([strange, false]);
    }
    for (const file of ['readings', 'energy-hourly', 'device-activity', 'commands', 'receipts', 'rewards']) {
      expect([file, files.get(`csv/${file}.csv`)?.split('\r\n').length]).toEqual([file, 3]);
    }
    const rows = await db.selectFrom('account').select(['passwordHash', 'totpSecret']).execute();
    const hashes = await db.selectFrom('session').select('tokenHash').execute();
    const codes = await db.selectFrom('invitation').select('codeHash').execute();
    const secrets = [
      ...rows.flatMap(Object.values),
      ...hashes.flatMap(Object.values),
      ...codes.flatMap(Object.values),
    ];
    const known = secrets.filter((secret): secret is string => typeof secret === 'string');
    expect(known.length).toBeGreaterThan(10);
    for (const secret of known) {
      expect(text).not.toContain(secret);
    }
    for (const [, rule] of Object.entries(ownDataRules)) {
      if ('leftOut' in rule) continue;
      expect(
        rule.columns.filter((name) => /hash|secret|token|subject$|totp/i.test(name) && name !== 'subject'),
      ).toEqual([]);
    }
  });

  test('ten a day for a home, whoever of its owners asks', async () => {
    for (let count = 0; count < 10; count += 1) {
      await calls.db.deleteFrom('ownDownload').execute();
      expect(await outcome(count % 2 === 0 ? 'owner' : 'second')).toBe('202');
    }
    await calls.db.deleteFrom('ownDownload').execute();
    expect(await outcome('owner')).toBe('429 too_many_requests');
    calls.app.clock.advance(DAY);
    tokens.set('owner', await openSession(calls.db, calls.app, 'owner'));
    expect(await outcome('owner')).toBe('202');
  });

  test('more rows than fit into a page are all there, once', async () => {
    const { db } = calls;
    const from = movedIn.getTime() + HOUR;
    await ensureDays(db, [from, from + 2_500 * 1_000]);
    await insertRows(
      db,
      'telemetry',
      Array.from({ length: 2_500 }, (_, index) => ({
        ...HEATER,
        time: new Date(from + index * 1_000),
        temperature: index,
      })),
    );
    const lines = (await filesFor('second')).get('csv/readings.csv')?.split('\r\n') ?? [];
    const times = lines.slice(1, -1).map((line) => line.split(',')[1]);
    expect(times.length).toBe(2_501);
    expect(new Set(times).size).toBe(2_501);
  });

  test('[API-3] [T-1] [T-2] those who owned the home until lately get their own time there, for 90 days', async () => {
    const { db, app } = calls;
    const house = systemHouseScope({ providerId: 'sunvale', houseId: 'housea' });
    await db.updateTable('household').set({ since: movedIn }).where('houseId', '=', 'housea').execute();
    await db.updateTable('device').set({ createdAt: movedIn }).where('houseId', '=', 'housea').execute();
    app.clock.advance(HOUR);
    const movedOut = app.clock.now();
    await db.transaction().execute(async (tx) => {
      await vacate(tx, house, movedOut);
      await moveIn(tx, house, { accountNumber: 'A-2', joinedAt: null }, movedOut);
    });
    app.clock.advance(DAY);
    await record(app.clock.now(), 'nextevent');
    await db.updateTable('device').set({ name: 'NextName' }).where('houseId', '=', 'housea').execute();
    await db.updateTable('house').set({ nickname: 'NextNest' }).where('id', '=', 'housea').execute();
    await insertRows(db, 'accountRole', [
      {
        providerId: 'sunvale',
        accountId: accountIdOf('neighbour'),
        id: 'nextowner',
        role: 'house',
        houseId: 'housea',
        access: 'owner',
      },
    ]);
    const formerOf = async (person: Person) => {
      tokens.set(person, await openSession(db, app, person));
      const path = `/api/account/${accountIdOf(person)}/former-home`;
      return (await app.call('GET', path, { token: tokens.get(person) })).body;
    };
    const until = addMs(movedOut, 90 * DAY);
    expect(await formerOf('owner')).toEqual([
      { houseId: 'housea', address: '1 Test Street', timezone: 'America/Denver', until: until.toISOString() },
    ]);
    for (const person of ['member', 'viewer', 'neighbour'] as const)
      expect(await formerOf(person)).toEqual([]);
    expect(await outcome('member')).toBe('404 not_found');
    const files = await filesFor('owner');
    const text = [...files.values()].join('\n');
    for (const strange of ['beforeevent', 'nextevent', 'NextName', 'NextNest', emailOf('neighbour')]) {
      expect([strange, text.includes(strange)]).toEqual([strange, false]);
    }
    expect(text).toContain('ownevent');
    expect([...files.keys()]).not.toContain('json/household.json');
    expect(json(files, 'account')).toMatchObject([{ email: emailOf('owner') }]);
    expect(json(files, 'devices').map(({ id }) => id)).toContain('houseahwh');
    for (const file of ['energy-hourly', 'device-activity', 'commands']) {
      expect([file, files.get(`csv/${file}.csv`)?.split('\r\n').length]).toEqual([file, 3]);
    }
    // Whoever lives there now gets nothing of it.
    tokens.set('neighbour', await openSession(db, app, 'neighbour'));
    expect([...(await filesFor('neighbour')).values()].join('\n')).not.toContain('ownevent');
    app.clock.advance(until.getTime() - app.clock.now().getTime());
    expect(await formerOf('owner')).toEqual([]);
    expect(await outcome('owner')).toBe('404 not_found');
  });
});
