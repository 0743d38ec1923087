import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Program } from '#contract/entities/program.ts';
import { MINUTE } from '#domain/time/time.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { databases } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { csv, homeLines, HOMES, NONE, openImportCalls } from '../../testing/import-calls.ts';
import type { ImportCalls } from '../../testing/import-calls.ts';
import { addPage } from '../../stores/provisioning/imports.ts';

const DEVICES = 'premise_id,link,maker_device_id,kind,maker';
const ENROLMENTS = 'premise_id,link,maker_device_id,program_id,from,consent_at,group';

describe.each(databases)('lines that contradict each other, or what is stored, on %s', (_name, open) => {
  let database: TestDatabase;
  let calls: ImportCalls;

  beforeAll(async () => {
    database = await open();
    calls = await openImportCalls(database);
  });
  beforeEach(() => calls.startAfresh());
  afterAll(async () => {
    await calls.app.close();
    await database.close();
  });

  /** What the check said of a file; what applying it came to must be the same. */
  const taken = async (kind: string, ...lines: readonly string[]) => {
    const { body, text } = await calls.upload(kind, csv(...lines));
    expect(body.counts, text).not.toBeUndefined();
    const applied = await calls.apply(body.importId, { confirmMoved: true });
    expect(applied).toMatchObject({ state: 'applied', counts: body.counts });
    const problems = body.problems as { line: number; column: string; message: string }[];
    return {
      counts: body.counts,
      said: problems.map(({ line, column, message }) => [line, column, message]),
    };
  };
  const enrolments = async () => {
    const rows = await database.db
      .selectFrom('enrolment as e')
      .innerJoin('device as d', 'd.id', 'e.deviceId')
      .select(['d.uid', 'e.programId', 'e.state', 'e.groupName'])
      .where('d.uid', 'like', 'u-%')
      .orderBy('d.uid')
      .orderBy('e.programId')
      .execute();
    return rows.map(({ uid, programId, state, groupName }) => `${uid} ${programId} ${state} ${groupName}`);
  };
  const withHeaters = async (homes = 1) => {
    await calls.imported('homes', HOMES, ...homeLines(homes));
    const lines = Array.from({ length: homes }, (_, n) => `P-${n},simulator,u-${n},hwh,rheem`);
    await calls.imported('devices', DEVICES, ...lines, 'P-0,simulator,u-x,hwh,rheem');
  };

  test('[T-44] a line for all devices of a home and one for a single device cannot both be true, wherever they stand', async () => {
    const OTHERS = 199;
    await withHeaters(OTHERS + 1);
    const all = 'P-0,,,water-heater,2026-01-01,2026-01-01,all';
    const single = 'P-0,simulator,u-0,water-heater,2026-01-01,2026-01-01,single';
    const others = Array.from(
      { length: OTHERS },
      (_, n) => `P-${n + 1},simulator,u-${n + 1},water-heater,2026-01-01,2026-01-01,other`,
    );
    const twice = (line: number) => [line, 'premise_id', 'The same is on line 2 already.'];
    expect(await taken('enrolments', ENROLMENTS, all, single)).toEqual({
      counts: { ...NONE, new: 1, refused: 1 },
      said: [twice(3)],
    });
    expect(await enrolments()).toEqual(['u-0 water-heater active all', 'u-x water-heater active all']);
    // The other way round, and further apart than lines that are written together.
    expect(await taken('enrolments', ENROLMENTS, single, ...others, all)).toEqual({
      counts: { ...NONE, new: OTHERS, changed: 1, refused: 1 },
      said: [twice(OTHERS + 3)],
    });
    expect((await enrolments()).filter((row) => !row.endsWith('other'))).toEqual([
      'u-0 water-heater active single',
      'u-x water-heater active all',
    ]);
    // One line for each device is none too many.
    const other = single.replace('u-0', 'u-x');
    expect((await taken('enrolments', ENROLMENTS, single, other)).counts).toEqual({
      ...NONE,
      unchanged: 1,
      changed: 1,
    });
  });

  test('[T-44] two programs that want the same of a device in the same season are refused within one file', async () => {
    await calls.imported('homes', HOMES, ...homeLines(1));
    await calls.imported('devices', DEVICES, 'P-0,simulator,u-t,tstat,honeywell');
    const line = (program: string) => `P-0,simulator,u-t,${program},2026-01-01,2026-01-01,`;
    const programs = calls.app.providers.byId('sunvale')?.programs as Program[];
    const rival = programs.find(({ id }) => id === 'winter-heating') as Program;
    programs.push({ ...rival, id: 'winter-rival' });
    try {
      expect(await taken('enrolments', ENROLMENTS, line('winter-heating'), line('winter-rival'))).toEqual({
        counts: { ...NONE, new: 1, refused: 1 },
        said: [
          [
            3,
            'program_id',
            'The device is in the program winter-heating, which wants the same of it in the same season.',
          ],
        ],
      });
    } finally {
      programs.pop();
    }
    expect(await enrolments()).toEqual(['u-t winter-heating active 80302']);
  });

  test('[T-44] an address written in two ways is the same person', async () => {
    await calls.imported('homes', HOMES, ...homeLines(1));
    const { counts } = await taken(
      'people',
      'account_number,email',
      'A-0,pat@new.example',
      'A-0,ＰＡＴ@new.example',
    );
    expect(counts).toEqual({ ...NONE, new: 1, refused: 1 });
  });

  test('[T-44] dates at the ends of the calendar are stored or refused, and old devices were installed when they were', async () => {
    await withHeaters();
    const dated = (date: string) =>
      taken('enrolments', 'premise_id,program_id,from,until', `P-0,water-heater,2026-01-01,${date}`);
    for (const date of ['9999-12-31T23:00:00-12:00', '9999-12-31', '2300-01-01', '0000-01-01', '2026-00-10'])
      expect([date, (await dated(date)).said]).toEqual([
        date,
        [[2, 'until', `${date} is no date such as 2026-05-31.`]],
      ]);
    expect((await dated('2299-12-31T23:00:00-12:00')).counts).toEqual({ ...NONE, new: 1 });
    const installed = `${DEVICES},installed_on`;
    const old = await taken('devices', installed, 'P-0,simulator,u-9,hwh,rheem,1987-04-01');
    expect(old).toEqual({ counts: { ...NONE, new: 1 }, said: [] });
    const again = await taken('devices', installed, 'P-0,simulator,u-9,hwh,rheem,1987-04-01');
    expect(again.counts).toEqual({ ...NONE, unchanged: 1 });
  });

  test('[T-44] a closed home that is not known stays unknown, and what cannot be cleared is not passed over', async () => {
    const closed = 'P-7,A-7,7 New Street,80302,America/Denver,closed';
    expect(await taken('homes', `${HOMES},status`, closed)).toEqual({
      counts: { ...NONE, unchanged: 1 },
      said: [],
    });
    await calls.imported('homes', HOMES, ...homeLines(1));
    const cleared = 'This cannot be cleared.';
    const { said } = await taken('homes', 'premise_id,account_number,status', 'P-0,(none),(none)');
    expect(said).toEqual([
      [2, 'account_number', cleared],
      [2, 'status', cleared],
    ]);
  });

  test('[API-3] a device of a home that was closed can be removed, and appears in another one', async () => {
    await withHeaters(2);
    await taken('homes', 'premise_id,status', 'P-0,closed');
    const { said } = await taken('devices', DEVICES, 'P-1,simulator,u-0,hwh,rheem');
    expect(said).toEqual([[2, 'maker_device_id', 'Another home has this device.']]);
    const removed = 'premise_id,link,maker_device_id,status';
    expect(await taken('devices', removed, 'P-0,simulator,u-0,removed')).toEqual({
      counts: { ...NONE, changed: 1 },
      said: [],
    });
    expect((await taken('devices', DEVICES, 'P-1,simulator,u-0,hwh,rheem')).counts).toEqual({
      ...NONE,
      new: 1,
    });
  });

  test('[T-44] homes that lose their life support are counted, and a place that is not given is said', async () => {
    const header = `${HOMES},life_support,latitude,longitude,country`;
    const line = (n: number, life: string, place: string) =>
      `P-${n},A-${n},${n} New Street,80302,America/Denver,${life},${place}`;
    const first = await calls.upload(
      'homes',
      csv(header, line(0, 'yes', '40,-105,'), line(1, 'yes', ',,'), line(2, '', ',,US')),
    );
    expect(first.body.lifeSupportCleared).toBe(0);
    await calls.apply(first.body.importId);
    expect((await calls.call('GET', `${first.body.importId}/report`)).text).toContain(
      '3,"new","latitude","Neither place nor country is given: this home has no weather.",""\r\n' +
        '4,"new","latitude","The place is not given: its weather is that of the postal code."',
    );
    const second = await calls.upload('homes', csv(header, line(0, 'no', ',,'), line(1, '', ',,')));
    expect(second.body).toMatchObject({
      counts: { ...NONE, changed: 1, unchanged: 1 },
      lifeSupportCleared: 1,
    });
    expect(await calls.apply(second.body.importId)).toMatchObject({
      counts: { ...NONE, changed: 1, unchanged: 1 },
      lifeSupportCleared: 1,
    });
  });

  test('[T-44] [T-30] of two checked files that are applied at once one is, and the other waits for its end', async () => {
    const ids: string[] = [];
    for (const city of ['Golden', 'Lyons']) {
      const { body } = await calls.upload('homes', csv('premise_id,city', `housea,${city}`));
      ids.push(body.importId as string);
    }
    const answers = await Promise.all(ids.map((id) => calls.call('POST', `${id}/apply`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    const other = answers.findIndex(({ status }) => status === 409);
    expect(answers[other]?.body.code).toBe('import_running');
    expect((await calls.upload('homes', csv('premise_id,city', 'housea,Ward'))).body.code).toBe(
      'import_running',
    );
    await calls.work();
    expect(await calls.apply(ids[other] ?? '')).toMatchObject({
      state: 'applied',
      counts: { ...NONE, changed: 1 },
    });
    const { city } = await database.db
      .selectFrom('house')
      .select('city')
      .where('id', '=', 'housea')
      .executeTakeFirstOrThrow();
    expect(city).toBe(['Golden', 'Lyons'][other]);
  });

  test('[T-40] a household reads that its utility changed something, as it was by a file or a call, and no other home does', async () => {
    const read = async (person: 'owner' | 'neighbour', house: string) => {
      const token = await openSession(database.db, calls.app, person);
      const { body } = await calls.app.call('GET', `/api/house/${house}/provider-access`, { token });
      return (body as { act: string; time: string }[]).filter(
        ({ time }) => Date.parse(time) === calls.app.clock.now().getTime(),
      );
    };
    await taken('homes', 'premise_id,city', 'housea,Golden');
    expect(await read('owner', 'housea')).toMatchObject([{ act: 'changed' }]);
    calls.app.clock.advance(MINUTE);
    await calls.app.call('PUT', '/api/operator/home/housea', {
      token: calls.token(),
      body: { city: 'Lyons' },
    });
    expect(await read('owner', 'housea')).toMatchObject([{ act: 'changed' }]);
    expect(await read('neighbour', 'houseb')).toEqual([]);
  });

  test('[T-44] of a file that was refused half way nothing is kept, and one whose server died stands in the way for minutes', async () => {
    const pages = async () => (await database.db.selectFrom('importPage').select('number').execute()).length;
    const bad = csv(HOMES, ...homeLines(450), `P-x,A-x,"${'x'.repeat(70_000)}"`);
    expect((await calls.upload('homes', bad)).body.code).toBe('import_unreadable');
    expect(await pages()).toBe(0);
    for (const state of ['uploading', 'checking'] as const) {
      const { body } = await calls.upload('homes', csv(HOMES, ...homeLines(1)));
      await database.db.updateTable('import').set({ state }).where('id', '=', body.importId).execute();
      calls.app.clock.advance(MINUTE);
      expect((await calls.upload('homes', csv(HOMES, ...homeLines(1)))).body.code).toBe('import_running');
      calls.app.clock.advance(2 * MINUTE);
      expect((await calls.upload('homes', csv(HOMES, ...homeLines(1)))).status).toBe(201);
      expect((await calls.call('GET', body.importId)).body.state).toBe('failed');
      expect(await pages()).toBe(1);
      // Whoever still sends it is told.
      const page = { number: 9, lines: '' };
      const ref = { providerId: 'sunvale', id: body.importId as string };
      expect(await addPage(database.db, ref, page, calls.app.clock.now())).toBe(false);
      await database.db.deleteFrom('import').execute();
    }
  });
});
