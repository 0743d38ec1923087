import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { insertEntries } from '../../stores/results/reward-entries.ts';
import { startApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { codeAt } from '../../testing/access-matrix/call-preconditions.ts';
import { addEndedEvent } from '../../testing/results/ended-events.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { PASSWORD, TOTP_SECRET, emailOf, insertTestData, reportAllDevices } from '../../testing/test-data.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../../tools/operator/main.ts');

interface Exit {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

describe.each(postgresOnly)('npm run operator on %s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let url: string;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db);
    await insertTestData(database.db, app);
    url = await app.server.listen({ port: 0, host: '127.0.0.1' });
    folder = await mkdtemp(path.join(tmpdir(), 'porchlight-operator-'));
    file = path.join(folder, 'state/operator.json');
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([database.close(), rm(folder, { recursive: true })]);
  });
  beforeEach(async () => {
    app.clock.advance(DAY);
    await reportAllDevices(database.db, app.clock.now());
    await database.db.deleteFrom('demandEvent').execute();
    await rm(file, { force: true });
  });

  const runWith = async (
    input: string,
    env: Record<string, string>,
    args: readonly string[],
  ): Promise<Exit> => {
    const child = spawn(process.execPath, [MAIN, '--token-file', file, ...args], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let [out, error] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
    // It may end without having read its input.
    child.stdin.on('error', () => {}).end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out, error };
  };
  const withPassword = { PORCHLIGHT_PASSWORD: PASSWORD };
  const run = (...args: string[]) => runWith('', withPassword, args);
  const json = async (...args: string[]) => {
    const { code, out, error } = await run(...args, '--json');
    expect([code, error]).toEqual([0, '']);
    return JSON.parse(out) as never;
  };
  const login = (...args: string[]) =>
    runWith(`${codeAt(TOTP_SECRET, app.clock.now())}\n`, withPassword, [
      'login',
      '--url',
      url,
      '--email',
      emailOf('operator'),
      ...args,
    ]);
  const signIn = async (): Promise<void> => expect((await login()).code).toBe(0);
  const token = async () => (JSON.parse(await readFile(file, 'utf8')) as { token: string }).token;
  const sessions = async () => (await database.db.selectFrom('session').select('id').execute()).length;
  const isKept = () =>
    stat(file).then(
      () => true,
      () => false,
    );

  test('[T-40] signs in with a second factor and keeps the session in a file of its owner', async () => {
    const { code, out, error } = await login();
    expect([code, out]).toEqual([0, `Signed in at ${url} for an hour.\n`]);
    expect(error).toContain('Two-factor code: ');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    expect(out + error).not.toContain(await token());
    expect((await run('logout')).code).toBe(0);
    expect(await isKept()).toBe(false);
  });

  test('[T-40] the password comes from a prompt, a file or the environment, never from the arguments', async () => {
    const args = ['login', '--url', url, '--email', emailOf('operator')];
    const asked = await runWith(`${PASSWORD}\n${codeAt(TOTP_SECRET, app.clock.now())}\n`, {}, args);
    expect([asked.code, asked.error.includes('Password: ')]).toEqual([0, true]);
    expect(asked.error).not.toContain(PASSWORD);
    app.clock.advance(MINUTE);
    const secret = path.join(folder, 'password');
    await writeFile(secret, `${PASSWORD}\n`);
    const fromFile = await runWith(`${codeAt(TOTP_SECRET, app.clock.now())}\n`, {}, [
      ...args,
      '--password-file',
      secret,
    ]);
    expect(fromFile.code).toBe(0);
    const argued = await run(...args, '--password', PASSWORD);
    expect([argued.code, argued.error]).toEqual([1, expect.stringContaining('can be read by others')]);
  });

  test('[ERR-1] what is refused is said in a sentence, and leaves no session', async () => {
    const before = await sessions();
    const args = ['login', '--url', url, '--email'];
    const wrong = await runWith('', { PORCHLIGHT_PASSWORD: 'wrong' }, [...args, emailOf('operator')]);
    expect(wrong).toEqual({ code: 1, out: '', error: 'Your login attempt failed.\n' });
    const stranger = await run(...args, emailOf('owner'));
    expect([stranger.code, stranger.error]).toEqual([1, `${emailOf('owner')} is no operator.\n`]);
    expect([await isKept(), await sessions()]).toEqual([false, before]);
    const unknown = await run('events');
    expect([unknown.code, unknown.error]).toEqual([
      1,
      expect.stringContaining('There is no command "events"'),
    ]);
    expect((await run('programs')).error).toContain('You are not signed in');
    const gone = await run('login', '--url', 'http://127.0.0.1:9', '--email', 'a@b.example');
    expect([gone.code, gone.error]).toEqual([
      1,
      expect.stringMatching(/^The server at .+ cannot be reached: /),
    ]);
    const open_ = await run('login', '--url', 'http://portal.example', '--email', 'a@b.example');
    expect(open_.error).toContain('by https only');
  });

  test('[API-1] orders, follows, changes and cancels events', async () => {
    await signIn();
    const programs: { id: string }[] = await json('programs');
    expect(programs.map(({ id }) => id)).toContain('water-heater');
    const water = ['--program', 'water-heater', '--minutes', '60'];
    expect(await json('dry-run', ...water)).toMatchObject({ homes: 2, devices: 2, kw: 0.9 });
    const started: { dispatchId: string; events: { id: string }[] } = await json(
      'event',
      'start',
      ...water,
      '--group',
      '80302',
      '--intensity',
      '70',
      '--cause',
      'A cold front',
      '--cause-es',
      'Un frente frío',
      '--target-kw',
      '120',
    );
    const id = started.events[0]?.id ?? '';
    expect(await json('event', 'show', id)).toMatchObject({
      programId: 'water-heater',
      groups: ['80302'],
      intensity: 70,
      cause: { en: 'A cold front', es: 'Un frente frío' },
      targetKw: 120,
      startTime: app.clock.now().toISOString(),
    });
    const end = addMs(app.clock.now(), HOUR / 2).toISOString();
    expect(await json('event', 'change', id, '--end', end)).toMatchObject({ id });
    const { code, out } = await run('event', 'list');
    expect([code, out]).toEqual([0, expect.stringContaining(`${end}, 70 %`)]);
    expect(out).toContain('contacted');
    expect(out).toContain('target 120 kW');
    expect(await json('event', 'cancel', id)).toMatchObject({ id, cancelledAt: expect.any(String) });
    expect(await json('dispatch', 'cancel', started.dispatchId)).toMatchObject({
      id: started.dispatchId,
      events: [{ id, cancelledAt: expect.any(String) }],
    });
    expect((await run('dispatch', 'cancel', 'nothing')).code).toBe(1);
    expect(await json('stop-all')).toMatchObject({ events: [{ id }] });
    await json('stop-all', '--return-now', '--reason', 'Rooms get cold');
    const stopped = database.db.selectFrom('demandEvent').select(['returnNowAt', 'stopReason']);
    expect(await stopped.where('id', '=', id).execute()).toEqual([
      { returnNowAt: app.clock.now(), stopReason: 'Rooms get cold' },
    ]);
    const until = addMs(app.clock.now(), HOUR).toISOString();
    expect(await json('storm', 'expect', '--end', until, '--cause', 'Hail', '--cause-es', 'Granizo')).toEqual(
      {
        until,
        cause: { en: 'Hail', es: 'Granizo' },
      },
    );
    expect(await json('storm', 'end')).toEqual({ until: null, cause: null });
    const late = await run('event', 'start', '--program', 'water-heater', '--minutes', '241');
    expect([late.code, late.error]).toEqual([
      1,
      'The event is longer than the program allows. (water-heater: longestMinutes 240)\n',
    ]);
    for (const command of ['show', 'cancel']) {
      expect(await run('event', command, 'nothing'), command).toEqual({
        code: 1,
        out: '',
        error:
          'Your provider has no event nothing. Its events and their ids: npm run operator -- event list\n',
      });
    }
    for (const args of [
      ['event', 'start', '--minutes', '5'],
      ['event', 'start', '--program', 'water-heater'],
      ['dry-run', ...water, '--intensity', 'much'],
      ['dry-run', ...water, '--start', 'tomorrow'],
      ['event', 'show'],
      ['stop-all', id],
      ['storm', 'expect'],
    ]) {
      expect((await run(...args)).code, args.join(' ')).toBe(1);
    }
  });

  test('[T-25] results are exported as CSV, and rewards marked as paid by the moment of the list', async () => {
    const { db } = database;
    const now = app.clock.now().getTime();
    const ended = { id: 'ended', programId: 'water-heater', from: now - 3 * HOUR, to: now - 2 * HOUR };
    await addEndedEvent(db, ended, [{ houseId: 'housea', deviceId: 'houseahwh' }]);
    await db.updateTable('house').set({ address: '=1+1' }).where('id', '=', 'housea').execute();
    const entry = {
      eventId: 'ended',
      houseId: 'housea',
      programId: 'water-heater',
      currency: 'USD',
    } as const;
    await insertEntries(
      db,
      'sunvale',
      (['accrued', 'confirmed'] as const).map((kind) => {
        return { ...entry, kind, amount: 50, cause: 'result', receipts: [], time: now - HOUR };
      }),
    );
    await signIn();
    const { out } = await run('rewards', 'export', '--program', 'water-heater');
    const [names, row, ...more] = out.trimEnd().split('\r\n');
    expect(names).toBe(
      '\uFEFF"premiseId","accountNumber","feeder","group","houseId","address","programId","currency","accrued","confirmed","reversed","paid","asOf"',
    );
    expect(row).toMatch(/^"housea",,,,"housea","'=1\+1","water-heater","USD",0,50,0,0,/);
    expect(more).toEqual([]);
    const pay = ['rewards', 'mark-paid', '--program', 'water-heater'];
    expect((await run(...pay)).code).toBe(1);
    const asOf = ['--as-of', row?.split(',').at(-1)?.replaceAll('"', '') ?? ''];
    expect((await run(...pay, ...asOf)).out).toBe('Marked as paid for 1 homes: 0.50 USD.\n');
    expect((await run(...pay, ...asOf)).out).toBe('Nothing was left to mark.\n');
    const participation = await run('participation', 'export', 'ended');
    expect(participation.out).toContain('\r\n"housea",,,,"housea","houseahwh","hwh","responded",,');
    await db.updateTable('house').set({ address: '1 Test Street' }).where('id', '=', 'housea').execute();
  });

  test('[T-40] confirms who asks when that was long ago, with a new token for the same hour', async () => {
    await signIn();
    const [before, { expiresAt }] = [
      await token(),
      JSON.parse(await readFile(file, 'utf8')) as { expiresAt: number },
    ];
    app.clock.advance(11 * MINUTE);
    const asked = await runWith(`${PASSWORD}\n`, {}, ['stop-all']);
    expect([asked.code, asked.out]).toEqual([0, 'There was nothing to stop.\n']);
    expect(asked.error).toContain('Please confirm that it is you.');
    expect(await token()).not.toBe(before);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ expiresAt });
    app.clock.advance(11 * MINUTE);
    const wrong = await runWith('', { PORCHLIGHT_PASSWORD: 'wrong' }, ['stop-all']);
    expect([wrong.code, wrong.error]).toEqual([1, 'This is not your password. Please try again.\n']);
    app.clock.advance(HOUR);
    const old = await run('event', 'list');
    expect([old.code, old.error]).toEqual([1, 'Your session has ended. Please sign in again.\n']);
    expect(await isKept()).toBe(false);
  });

  test('[T-40] a session that others can read, that is old, or is of another server, is not used', async () => {
    await signIn();
    const other = await run('event', 'list', '--url', 'https://portal.example');
    expect([other.code, other.error]).toEqual([1, expect.stringContaining(`You are signed in at ${url}`)]);
    const kept = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...kept, expiresAt: 1 }));
    expect((await run('event', 'list')).error).toContain('You are not signed in');
    await chmod(file, 0o640);
    expect((await run('event', 'list')).error).toContain('can be read by others');
  });
});
