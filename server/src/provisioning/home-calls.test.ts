import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorHome } from '#contract/entities/operator-home.ts';
import type { TestApp } from '../testing/app.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { openImportCalls } from '../testing/import-calls.ts';
import type { ImportCalls } from '../testing/import-calls.ts';

const HOME = {
  accountNumber: 'A-1',
  address: '1 New Street',
  postalCode: '80302',
  timezone: 'America/Denver',
};
const HEATER = { kind: 'hwh', maker: 'Rheem', model: 'Heat Pump Water Heater Gen 5' };

describe.each(databases)('homes by calls on %s', (_name, open) => {
  let database: TestDatabase;
  let calls: ImportCalls;
  let app: TestApp;

  beforeAll(async () => {
    database = await open();
    calls = await openImportCalls(database);
    ({ app } = calls);
  });
  beforeEach(() => calls.startAfresh());
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
  const call = (method: Method, path: string, body?: object, token = calls.token()) =>
    app.call(method, `/api/operator/home${path}`, { token, ...(body ? { body } : {}) });
  const done = async (method: Method, path: string, body?: object) => {
    const answer = await call(method, path, body);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body.outcome as string;
  };
  const home = async (query: string): Promise<OperatorHome> =>
    (await call('GET', `?query=${encodeURIComponent(query)}`)).body.homes[0];
  const refusal = async (method: Method, path: string, body?: object) => {
    const { status, body: answer } = await call(method, path, body);
    return `${status} ${answer.code} ${answer.detail ?? ''}`;
  };
  const withDevice = async () => {
    await done('PUT', '/P-1', HOME);
    await done('PUT', '/P-1/device/simulator/u-1', { ...HEATER, name: 'Cellar' });
    await done('PUT', '/P-1/enrolment/water-heater', { from: '2026-01-01', consentAt: '2026-01-01' });
  };

  test('[API-3] [T-44] a home comes in, is changed and found; the same call again changes nothing', async () => {
    expect(await done('PUT', '/P-1', HOME)).toBe('new');
    expect(await done('PUT', '/P-1', HOME)).toBe('unchanged');
    expect(await done('PUT', '/P-1', { city: 'Boulder', latitude: 40.25, mayExport: true })).toBe('changed');
    expect(await home('A-1')).toEqual({
      premiseId: 'P-1',
      ...HOME,
      status: 'active',
      city: 'Boulder',
      country: null,
      latitude: 40.25,
      longitude: null,
      meterId: null,
      feeder: null,
      substation: null,
      group: null,
      lifeSupport: false,
      mayExport: true,
      mayChargeFromGrid: false,
      devices: [],
      enrolments: [],
    });
    expect(await done('PUT', '/P-1', { city: null })).toBe('changed');
    expect((await home('P-1')).city).toBeNull();
    expect(await done('PUT', '/P-1', { accountNumber: 'A-2', previousAccountNumber: 'A-1' })).toBe('changed');
    expect(await home('A-1')).toBeUndefined();
    const audited = await database.db
      .selectFrom('audit')
      .innerJoin('house', 'house.id', 'audit.houseId')
      .select('detail')
      .where('premiseId', '=', 'P-1')
      .where('action', '=', 'home-provisioned')
      .execute();
    expect(audited.map(({ detail }) => String(detail?.['changes'])).toSorted()).toEqual([
      'accountNumber',
      'city',
      'city,latitude,mayExport',
      'new',
    ]);
    expect((await home('A-2')).premiseId).toBe('P-1');
  });

  test('[API-3] homes are listed a hundred at a time, by premise', async () => {
    const lines = Array.from(
      { length: 120 },
      (_, n) => `Q-${String(n).padStart(3, '0')},A-${n},1 Street,1,UTC`,
    );
    await calls.imported('homes', 'premise_id,account_number,address,postal_code,timezone', ...lines);
    const first = (await call('GET', '')).body;
    expect(first.homes).toHaveLength(100);
    const rest = (await call('GET', `?cursor=${first.next}`)).body;
    expect(rest.next).toBeNull();
    const premises = [...first.homes, ...rest.homes].map(({ premiseId }: OperatorHome) => premiseId);
    expect(premises.filter((premise) => premise.startsWith('Q-'))).toEqual(
      lines.map((line) => line.split(',', 1)[0]),
    );
    expect(new Set(premises).size).toBe(premises.length);
  });

  test('[API-3] [T-44] devices and programs of a home come in, end and are removed by calls', async () => {
    await withDevice();
    const before = await home('P-1');
    expect(before.devices).toEqual([
      { ...HEATER, maker: 'rheem', name: 'Cellar', link: 'simulator', uid: 'u-1' },
    ]);
    const enrolment = { programId: 'water-heater', link: 'simulator', uid: 'u-1', state: 'active' };
    expect(before.enrolments).toEqual([{ ...enrolment, from: '2026-01-01T07:00:00.000Z', until: null }]);
    expect(await done('DELETE', '/P-1/enrolment/water-heater')).toBe('changed');
    expect(await done('DELETE', '/P-1/enrolment/water-heater')).toBe('unchanged');
    expect(await done('DELETE', '/P-1/enrolment/winter-heating')).toBe('unchanged');
    expect((await home('P-1')).enrolments).toMatchObject([{ state: 'ended' }]);
    // Who has left is asked again.
    const devices = [{ link: 'simulator', uid: 'u-1' }];
    expect(await done('PUT', '/P-1/enrolment/water-heater', { from: '2026-01-01', devices })).toBe('changed');
    expect((await home('P-1')).enrolments).toMatchObject([{ state: 'pending' }]);
    expect(await done('PUT', '/P-1/device/simulator/u-1', { status: 'removed' })).toBe('changed');
    expect(await done('PUT', '/P-1/device/simulator/u-1', { status: 'removed' })).toBe('unchanged');
    expect(await home('P-1')).toMatchObject({ devices: [], enrolments: [] });
    expect(await done('PUT', '/P-1/device/simulator/u-1', HEATER)).toBe('new');
  });

  test('[API-3] a device that takes the place of another has its name, schedules and programs', async () => {
    await withDevice();
    const { id: deviceId, houseId } = await database.db
      .selectFrom('device')
      .select(['id', 'houseId'])
      .where('uid', '=', 'u-1')
      .executeTakeFirstOrThrow();
    const schedule = { providerId: 'sunvale', houseId, deviceId, uid: 'plan' };
    await database.db
      .insertInto('deviceSchedule')
      .values({ ...schedule, name: 'Mornings', events: '[]' })
      .execute();
    await database.db
      .insertInto('activeSchedule')
      .values({ ...schedule, nextAt: null })
      .execute();
    const body = { ...HEATER, replaces: 'u-1' };
    expect(await done('PUT', '/P-1/device/simulator/u-2', body)).toBe('new');
    expect(await done('PUT', '/P-1/device/simulator/u-2', body)).toBe('unchanged');
    const { devices, enrolments } = await home('P-1');
    expect(devices).toMatchObject([{ uid: 'u-2', name: 'Cellar' }]);
    expect(enrolments).toMatchObject([{ uid: 'u-2', programId: 'water-heater', state: 'active' }]);
    const successor = await database.db
      .selectFrom('device')
      .select('id')
      .where('uid', '=', 'u-2')
      .executeTakeFirstOrThrow();
    for (const table of ['deviceSchedule', 'activeSchedule'] as const) {
      const rows = await database.db
        .selectFrom(table)
        .select('deviceId')
        .where('houseId', '=', houseId)
        .execute();
      expect(rows).toEqual([{ deviceId: successor.id }]);
    }
    const old = await database.db
      .selectFrom('device')
      .select('removedAt')
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect(old.removedAt).toEqual(app.clock.now());
    const programs = await database.db
      .selectFrom('programParticipant')
      .select('programId')
      .where('houseId', '=', houseId)
      .execute();
    expect(programs).toEqual([{ programId: 'water-heater' }]);
  });

  test('[API-3] a device leaves a program that does not take its kind any more, by a call or a file', async () => {
    await withDevice();
    const { id: deviceId, houseId } = await database.db
      .selectFrom('device')
      .select(['id', 'houseId'])
      .where('uid', '=', 'u-1')
      .executeTakeFirstOrThrow();
    const inRooms = { providerId: 'sunvale', houseId, deviceId, groupName: '80302' };
    const states = async () => {
      const { enrolments } = await home('P-1');
      return enrolments.map(({ programId, state }) => `${programId} ${state}`);
    };
    for (const programId of ['winter-heating', 'summer-cooling']) {
      const since = new Date('2026-01-01');
      await database.db
        .insertInto('enrolment')
        .values({ ...inRooms, programId, since, changedAt: since })
        .execute();
    }
    expect(await done('DELETE', '/P-1/enrolment/winter-heating')).toBe('changed');
    await calls.imported(
      'enrolments',
      'premise_id,program_id,from,end_reason',
      'P-1,summer-cooling,2026-01-01,rules changed',
    );
    expect(await states()).toEqual(['summer-cooling ended', 'water-heater active', 'winter-heating ended']);
  });

  test('[API-3] [T-44] an id of 200 characters of any script is reached by its path, and a longer one is refused', async () => {
    const premise = '家'.repeat(200);
    const uid = 'u/'.repeat(100);
    const path = `/${encodeURIComponent(premise)}`;
    expect(await done('PUT', path, HOME)).toBe('new');
    const device = `${path}/device/simulator/${encodeURIComponent(uid)}`;
    expect(await done('PUT', device, HEATER)).toBe('new');
    expect(await done('PUT', `${path}/enrolment/water-heater`, { from: '2026-01-01' })).toBe('new');
    expect(await done('PUT', device, { status: 'removed' })).toBe('changed');
    expect(await done('POST', `${path}/move`, { accountNumber: 'A-2' })).toBe('moved');
    expect((await home(premise)).accountNumber).toBe('A-2');
    for (const odd of ['50%', '%2F', 'a/../b', 'é\u0301 🚗', 'a?b#c', 'a+b c', 'a\\b;c']) {
      const named = `/${encodeURIComponent(odd)}`;
      expect([odd, await done('PUT', named, { ...HOME, accountNumber: odd })]).toEqual([odd, 'new']);
      expect([odd, (await home(odd)).premiseId]).toEqual([odd, odd]);
      expect([
        odd,
        await done('PUT', `${named}/device/simulator/${encodeURIComponent(odd)}`, HEATER),
      ]).toEqual([odd, 'new']);
    }
    expect(await refusal('PUT', `/${'x'.repeat(201)}`, HOME)).toMatch(/^404/);
    const { body } = await calls.upload(
      'homes',
      `premise_id,account_number,address,postal_code\n${'x'.repeat(201)},A-3,1,80302\n..,A-4,1,80302\n`,
    );
    expect(body.problems).toEqual([
      {
        line: 2,
        column: 'premise_id',
        message: 'The text is longer than 200 characters, or has characters that cannot be shown.',
      },
      { line: 3, column: 'premise_id', message: 'An id cannot be one or two dots alone.' },
    ]);
  });

  test('[API-3] [T-44] a household moves only by a call of its own, never in the future', async () => {
    await done('PUT', '/P-1', HOME);
    expect(await refusal('PUT', '/P-1', { accountNumber: 'A-2' })).toMatch(/^409 home_moves/);
    expect((await home('P-1')).accountNumber).toBe('A-1');
    const tomorrow = new Date(app.clock.now().getTime() + 864e5).toISOString();
    expect(await refusal('POST', '/P-1/move', { accountNumber: 'A-2', moveInDate: tomorrow })).toBe(
      '422 home_refused moveInDate: The date of the move is in the future.',
    );
    expect(await done('POST', '/P-1/move', { accountNumber: 'A-2' })).toBe('moved');
    expect(await done('POST', '/P-1/move', { accountNumber: 'A-2' })).toBe('unchanged');
    expect((await home('P-1')).accountNumber).toBe('A-2');
    expect(await done('PUT', '/P-1', { status: 'closed' })).toBe('moved');
    expect((await home('P-1')).status).toBe('closed');
    expect(await refusal('PUT', '/P-1/device/simulator/u-1', HEATER)).toBe(
      '422 home_refused premiseId: This home is closed.',
    );
    expect(await done('POST', '/P-1/move', { accountNumber: 'A-3' })).toBe('moved');
    // Of a home whose number is not known somebody moves out, too.
    expect(await done('POST', '/housea/move', { accountNumber: 'A-9' })).toBe('moved');
    const left = await database.db
      .selectFrom('accountRole')
      .select('accountId')
      .where('houseId', '=', 'housea')
      .where('role', '=', 'house')
      .execute();
    expect(left).toEqual([]);
  });

  test('[T-1] [T-2] what is not there and what is another provider’s get the same answer', async () => {
    await withDevice();
    const theirs = await openSession(database.db, app, 'operatorOther');
    const paths: readonly (readonly [Method, string, object?])[] = [
      ['POST', '/P-1/move', { accountNumber: 'A-7' }],
      ['PUT', '/P-1/device/simulator/u-9', HEATER],
      ['PUT', '/P-1/enrolment/water-heater', { from: '2026-01-01' }],
      ['DELETE', '/P-1/enrolment/water-heater'],
    ];
    for (const [method, path, body] of paths) {
      const foreign = await call(method, path, body, theirs);
      const missing = await call(method, path.replace('P-1', 'nowhere'), body);
      expect([path, foreign.status, foreign.text]).toEqual([path, 404, missing.text]);
    }
    expect((await call('GET', '?query=P-1', undefined, theirs)).body).toEqual({ homes: [], next: null });
    expect(await refusal('PUT', '/P-1/enrolment/coast-cool', { from: '2026-01-01' })).toMatch(/^404/);
    expect(await refusal('PUT', '/P-1/device/elsewhere/u-2', HEATER)).toMatch(/^404/);
    // The same premise and the same device at another provider are other ones.
    expect((await call('PUT', '/P-1', HOME, theirs)).body.outcome).toBe('new');
    expect((await home('P-1')).devices).toHaveLength(1);
  });

  test.each([
    ['PUT', '/P-2', {}, /^422 home_refused accountNumber: .*address: .*postalCode: .*timezone: /],
    [
      'PUT',
      '/P-1',
      { timezone: 'Mars/Olympus' },
      /^422 home_refused timezone: Mars\/Olympus is no time zone/,
    ],
    ['PUT', '/P-1', { latitude: 91 }, /^422 home_refused latitude: 91 is no number/],
    ['PUT', '/P-1', { address: 'a\u202eb' }, /^422 home_refused address: /],
    ['PUT', '/P-1', { address: 'a\u0000b' }, /^422 home_refused address: /],
    ['PUT', '/P-1', { address: '\ud800' }, /^422 home_refused address: /],
    ['PUT', '/P-1', { shoeSize: 44 }, /^400 bad_request/],
    ['PUT', '/P-1%00', HOME, /^400 bad_request/],
    ['PUT', '/%20', HOME, /^400 bad_request/],
    ['PUT', `/${'x'.repeat(201)}`, HOME, /^40[04] /],
    ['PUT', '/P-1/device/simulator/u-1', { kind: 'tstat' }, /^422 home_refused kind: It is hwh/],
    ['PUT', '/P-1/device/simulator/u-3', { ...HEATER, maker: 'Acme' }, /^422 home_refused maker: /],
    ['PUT', '/P-1/device/simulator/u-3', { ...HEATER, replaces: 'u-8' }, /^422 home_refused replaces: /],
    ['PUT', '/P-1/device/simulator/u-1', { replaces: 'u-1' }, /^422 home_refused replaces: /],
    ['PUT', '/P-1/device/simulator/u-3', { status: 'removed' }, /^422 home_refused uid: /],
    ['PUT', '/P-1/enrolment/water-heater', { from: '2026-02-30' }, /^422 home_refused from: /],
    [
      'PUT',
      '/P-1/enrolment/water-heater',
      { from: '2026-01-02', until: '2026-01-01' },
      /^422 home_refused until: It ends before/,
    ],
    [
      'PUT',
      '/P-1/enrolment/water-heater',
      { from: '2026-01-01', devices: [{ link: 'simulator', uid: 'u-4' }] },
      /^422 home_refused uid: This home has no such device/,
    ],
  ] as const)(
    '[T-44] %s %s %j is refused, and nothing is half done',
    async (method, path, body, expected) => {
      await withDevice();
      const before = await home('P-1');
      expect(await refusal(method, path, body)).toMatch(expected);
      expect(await home('P-1')).toEqual(before);
    },
  );

  test('[T-30] [T-44] the same calls at once make one home and one device', async () => {
    const all = async (path: string, body: object) => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call('PUT', path, body)));
      return answers.map(({ status, body: { outcome } }) => `${status} ${outcome}`).toSorted();
    };
    const once = ['200 new', ...Array.from({ length: 7 }, () => '200 unchanged')];
    expect(await all('/P-1', HOME)).toEqual(once);
    expect(await all('/P-1/device/simulator/u-1', HEATER)).toEqual(once);
    await done('PUT', '/P-2', { ...HOME, accountNumber: 'A-2' });
    // Two homes that want the same device: one has it.
    const answers = await Promise.all(
      ['/P-1', '/P-2'].map((path) => call('PUT', `${path}/device/simulator/u-7`, HEATER)),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
  });
});
