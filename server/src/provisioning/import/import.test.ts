import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#domain/time/time.ts';
import type { TestApp } from '../../testing/app.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { databases } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { csv, homeLines, HOMES, NONE, openImportCalls } from '../../testing/import-calls.ts';
import type { ImportCalls } from '../../testing/import-calls.ts';

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let calls: ImportCalls;
  let app: TestApp;
  let upload: ImportCalls['upload'];
  let call: ImportCalls['call'];
  let apply: ImportCalls['apply'];
  let imported: ImportCalls['imported'];

  beforeAll(async () => {
    database = await open();
    calls = await openImportCalls(database);
    ({ app, upload, call, apply, imported } = calls);
  });
  beforeEach(() => calls.startAfresh());
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const houses = () =>
    database.db
      .selectFrom('house')
      .innerJoin('household', (join) =>
        join.onRef('household.houseId', '=', 'house.id').onRef('household.number', '=', 'house.household'),
      )
      .select(['premiseId', 'accountNumber', 'address', 'house.providerId'])
      .where('house.id', 'not in', ['housea', 'houseb', 'housec'])
      .orderBy('premiseId')
      .execute();

  test('[API-3] [T-44] a file is checked first and changes nothing; applied twice it changes things once', async () => {
    const file = csv(HOMES, ...homeLines(3));
    const { status, body } = await upload('homes', file);
    expect(status).toBe(201);
    expect(body).toEqual({
      importId: body.importId,
      kind: 'homes',
      counts: { ...NONE, new: 3 },
      lifeSupportCleared: 0,
      problems: [],
      problemsLeftOut: 0,
      unknownColumns: [],
    });
    expect(await houses()).toEqual([]);
    expect(await apply(body.importId)).toEqual({
      state: 'applied',
      progress: 1,
      counts: { ...NONE, new: 3 },
      lifeSupportCleared: 0,
    });
    const stored = await houses();
    expect(stored.map(({ premiseId, accountNumber }) => [premiseId, accountNumber])).toEqual([
      ['P-0', 'A-0'],
      ['P-1', 'A-1'],
      ['P-2', 'A-2'],
    ]);
    expect((await call('POST', `${body.importId}/apply`)).body.state).toBe('applied');
    const again = await upload('homes', file);
    expect(again.body.counts).toEqual({ ...NONE, unchanged: 3 });
    await apply(again.body.importId);
    expect(await houses()).toEqual(stored);
    const audited = await database.db
      .selectFrom('audit')
      .select('action')
      .where('at', '>=', app.clock.now())
      .execute();
    expect(audited.map(({ action }) => action).toSorted()).toEqual([
      'import-applied',
      'import-applied',
      'import-uploaded',
      'import-uploaded',
    ]);
  });

  test('[API-3] homes, devices and enrolments come in by the utility’s ids, and a dry run of an event finds them', async () => {
    await imported('homes', HOMES, ...homeLines(2));
    const allowed = ['premise_id,may_export,may_charge_from_grid', 'P-0,Yes,no', 'P-1,,'];
    expect(await imported('homes', ...allowed)).toEqual({ ...NONE, changed: 1, unchanged: 1 });
    const permissions = database.db.selectFrom('house').select(['mayExport', 'mayChargeFromGrid']);
    expect(await permissions.where('premiseId', 'in', ['P-0', 'P-1']).orderBy('premiseId').execute()).toEqual(
      [
        { mayExport: true, mayChargeFromGrid: false },
        { mayExport: false, mayChargeFromGrid: false },
      ],
    );
    const devices = [
      'premise_id;link;maker_device_id;kind;maker;model',
      'P-0;simulator;u-1;hwh;Rheem;Heat Pump Water Heater Gen 5',
      'P-1;simulator;u-2;tstat;honeywell;',
    ];
    expect(await imported('devices', ...devices)).toEqual({ ...NONE, new: 2 });
    const enrolments = [
      'premise_id,link,maker_device_id,program_id,from,consent_at',
      'P-0,simulator,u-1,water-heater,2026-01-01,2026-01-01',
      'P-1,,,winter-heating,2026-01-01,',
    ];
    expect(await imported('enrolments', ...enrolments)).toEqual({ ...NONE, new: 2 });
    expect(await imported('enrolments', ...enrolments)).toEqual({ ...NONE, unchanged: 2 });
    const rows = await database.db
      .selectFrom('enrolment as e')
      .innerJoin('house as h', 'h.id', 'e.houseId')
      .leftJoin('programParticipant as p', (join) =>
        join.onRef('p.houseId', '=', 'e.houseId').onRef('p.programId', '=', 'e.programId'),
      )
      .select(['premiseId', 'e.programId', 'state', 'e.groupName', 'since', 'p.programId as participates'])
      .where('premiseId', 'like', 'P-%')
      .orderBy('premiseId')
      .execute();
    // Midnight in Denver; without a consent nobody takes part yet.
    const since = new Date('2026-01-01T07:00:00Z');
    expect(rows).toEqual([
      {
        premiseId: 'P-0',
        programId: 'water-heater',
        state: 'active',
        groupName: '80302',
        since,
        participates: 'water-heater',
      },
      {
        premiseId: 'P-1',
        programId: 'winter-heating',
        state: 'pending',
        groupName: '80302',
        since,
        participates: null,
      },
    ]);
    const order = {
      programIds: ['water-heater'],
      startTime: new Date(app.clock.now().getTime() + 7.2e6).toISOString(),
      minutes: 60,
    };
    const dryRun = await app.call('POST', '/api/operator/event/dry-run', {
      token: calls.token(),
      body: order,
    });
    expect(dryRun.body.excluded).toContainEqual({ reason: 'never_reported', devices: 1, mayJoin: true });
    expect(
      await imported(
        'enrolments',
        'premise_id,program_id,from,end_reason',
        'P-0,water-heater,2026-01-01,left',
      ),
    ).toEqual({
      ...NONE,
      changed: 1,
    });
    const left = await database.db
      .selectFrom('programParticipant')
      .select('houseId')
      .where('houseId', 'not in', ['housea', 'houseb', 'housec'])
      .execute();
    expect(left).toEqual([]);
  });

  test('[T-44] [T-25] what is wrong is said with line and column, and the rest is taken', async () => {
    await imported('homes', HOMES, 'P-0,A-0,1 Old Street,80302,America/Denver');
    const { body } = await upload(
      'homes',
      csv(
        'premise_id,account_number,address,postal_code,timezone,latitude,move_in_date,=cmd,life_support',
        'P-1,A-1,"1 New\nStreet",80302,,=1+1,2026-02-30,x,maybe',
        'P-2,A-2,1 New Street,80302,Mars/Olympus,,,,',
        'P-3,A-3,"=HYPERLINK(""x"")",80302,,,,,yes',
        'P-3,A-3,Another Street,80302,,,,,',
        'P-0,,,(none),,,,,',
        'P-4,A-4,1 New Street,80302,,,,,,more',
        ',A-5,1 New Street,80302,,,,,',
      ),
    );
    expect(body.counts).toEqual({ ...NONE, new: 1, refused: 6 });
    expect(body.unknownColumns).toEqual(['=cmd']);
    const said = (body.problems as { line: number; column: string; message: string }[]).map(
      ({ line, column }) => `${line} ${column}`,
    );
    expect(said).toEqual([
      '3 address',
      '3 latitude',
      '3 life_support',
      '3 move_in_date',
      '4 timezone',
      '6 premise_id',
      '7 postal_code',
      '8 ',
      '9 premise_id',
    ]);
    expect(body.problems.at(-1).message).toBe('This cell is needed.');
    const status = await apply(body.importId);
    expect(status.counts).toEqual({ ...NONE, new: 1, refused: 6 });
    const report = await call('GET', `${body.importId}/report`);
    expect(report.headers['content-type']).toBe('text/csv');
    expect(report.text).toContain(
      '"The time zone America/Denver was taken from homes with the same postal code."',
    );
    expect(report.text).toContain('3,"refused","latitude","\'=1+1 is no number that can stand here."');
    expect(report.text.split('\r\n').filter((line) => /^\d+,"refused"/.test(line))).toHaveLength(9);
    expect((await houses()).map(({ premiseId }) => premiseId)).toEqual(['P-0', 'P-3']);
    expect(await database.db.selectFrom('importPage').select('lines').execute()).toEqual(
      expect.arrayContaining([{ lines: expect.stringMatching(/^v1\./) }]),
    );
  });

  test('[API-3] [T-44] of many problems the first are in the answer, with how many there are besides, and all in the report', async () => {
    const LINES = 150;
    const bad = Array.from({ length: LINES }, (_, n) => `P-${n},A-${n},1 New Street,80302,Mars/Olympus,91`);
    const { body } = await upload('homes', csv(`${HOMES},latitude`, ...bad));
    expect(body.counts).toEqual({ ...NONE, refused: LINES });
    expect([body.problems.length, body.problemsLeftOut]).toEqual([100, 50]);
    const twoEach = bad.map((line) => `${line},maybe`);
    const two = await upload('homes', csv(`${HOMES},latitude,life_support`, ...twoEach));
    expect([two.body.problems.length, two.body.problemsLeftOut]).toEqual([100, 2 * LINES - 100]);
    const report = (await call('GET', `${two.body.importId}/report`)).text;
    expect(report.split('\r\n').filter((line) => line.includes('"refused"'))).toHaveLength(2 * LINES);
  });

  test('[API-3] up to 5,000 lines are checked in the call; more of them are told when the check is done', async () => {
    const cities = (count: number) =>
      csv('premise_id,city', ...Array.from({ length: count }, (_, n) => `Q-${n},Golden`));
    expect((await upload('homes', cities(5_000))).body.counts).toEqual({ ...NONE, refused: 5_000 });
    expect(calls.jobs()).toEqual([]);
    const { status, body } = await upload('homes', cities(5_001));
    expect([status, body.counts, body.problems, body.problemsLeftOut]).toEqual([201, null, [], 0]);
    const checking = { state: 'checking', progress: 0, counts: null, lifeSupportCleared: 0 };
    expect((await call('GET', body.importId)).body).toEqual(checking);
    expect((await call('POST', `${body.importId}/apply`)).body.code).toBe('import_not_checked');
    await calls.work();
    const checked = { ...checking, state: 'checked', progress: 1, counts: { ...NONE, refused: 5_001 } };
    expect((await call('GET', body.importId)).body).toEqual(checked);
    expect((await apply(body.importId)).state).toBe('applied');
  });

  test.each([
    ['an empty file', '', 'The file is empty.'],
    ['a first line alone', csv(HOMES), 'The file has no line below the first.'],
    [
      'another encoding',
      Buffer.from(`${HOMES}\nP-1,A-1,Caf\u00e9,8,UTC`, 'latin1'),
      'The file is not UTF-8 text (line 2).',
    ],
    ['UTF-16', Buffer.from(`${HOMES}\nP-1,A-1,x,8,UTC`, 'utf16le'), 'The file is not UTF-8 text (line 1).'],
    ['no premise', csv('account_number', 'A-1'), 'The column premise_id is missing.'],
    ['a column twice', csv(`${HOMES},address`, 'P-1'), 'The column address comes twice.'],
    ['10,000 columns', csv(HOMES + ',x'.repeat(10_000), 'P-1'), 'The first line has more than 100 columns.'],
    [
      'an open quote',
      csv(HOMES, `P-1,A-1,"1 New Street,80302,UTC`),
      'A quote that begins after line 1 is not closed.',
    ],
    [
      'a quote within a cell',
      csv(HOMES, `P-1,A"-"1,x,8,UTC`),
      'The quotes of a cell are not as in a CSV file (line 2).',
    ],
    [
      'an endless line',
      csv(HOMES, `P-1,"${'x'.repeat(70_000)}"`),
      'After line 1 a line is longer than 64 kB, or a quote is not closed.',
    ],
  ])('[T-44] %s is refused with a sentence, and stands in nobody’s way', async (_what, file, detail) => {
    const answer = await upload('homes', file);
    expect([answer.status, answer.body.code]).toEqual([422, 'import_unreadable']);
    expect(answer.body.detail).toMatch(detail);
    expect((await upload('homes', csv(HOMES, ...homeLines(1)))).status).toBe(201);
  });

  test('[T-1] [T-44] homes and files of another provider are not there, and one file is imported at a time', async () => {
    const { body } = await upload(
      'devices',
      csv(
        'premise_id,link,maker_device_id,kind,maker',
        'housec,simulator,u-9,tstat,honeywell',
        'nowhere,simulator,u-8,tstat,honeywell',
      ),
    );
    const [other, nobody] = body.problems;
    expect({ ...other, line: 0 }).toEqual({ ...nobody, line: 0 });
    expect(
      (await upload('enrolments', csv('premise_id,program_id,from', 'housea,coast-cool,2026-01-01'))).body
        .problems,
    ).toEqual([{ line: 2, column: 'program_id', message: 'There is no such program.' }]);
    const mine = await upload('homes', csv(HOMES, ...homeLines(1)));
    const theirs = await openSession(database.db, app, 'operatorOther');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/apply'],
      ['GET', '/report'],
    ] as const) {
      const answer = await app.call(method, `/api/operator/import/${mine.body.importId}${path}`, {
        token: theirs,
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect(answer.status).toBe(404);
    }
    await database.db
      .updateTable('import')
      .set({ state: 'applying' })
      .where('id', '=', mine.body.importId)
      .execute();
    expect((await upload('homes', csv(HOMES, ...homeLines(1)))).body.code).toBe('import_running');
    app.clock.advance(DAY / 24);
    await calls.signIn();
    expect((await upload('homes', csv(HOMES, ...homeLines(1)))).status).toBe(201);
    expect((await call('POST', `${mine.body.importId}/apply`)).body.code).toBe('import_not_checked');
    expect((await upload('homes', '{}', '', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await upload('pets', csv(HOMES))).status).toBe(400);
    const huge = { 'content-type': 'text/csv', 'content-length': String(2 ** 30) };
    expect((await upload('homes', csv(HOMES), '', huge)).body.code).toBe('payload_too_large');
    expect(
      (
        await app.call('POST', '/api/operator/event/dry-run', {
          token: calls.token(),
          body: 'a,b',
          headers: { 'content-type': 'text/csv' },
        })
      ).status,
    ).toBe(415);
  });
});
