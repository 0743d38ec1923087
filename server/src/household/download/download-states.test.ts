import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { addMs, yieldToEventLoop } from '../../lib/clock/clock.ts';
import { makeDownloads } from '../../testing/account/downloads.ts';
import { readyDownload } from '../../testing/access-matrix/download-preconditions.ts';
import { restoreRoles } from '../../testing/access-matrix/household-preconditions.ts';
import type { TestApp } from '../../testing/app.ts';
import { testKeys } from '../../testing/app.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { openSignInCalls, outcomeOf } from '../../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../../testing/auth/sign-in-calls.ts';
import { databases } from '../../testing/database/databases.ts';
import { applyRetention } from '../../testing/telemetry/retention.ts';
import { accountIdOf } from '../../testing/test-data.ts';
import type { Person } from '../../testing/test-data.ts';
import { chunkBinding } from './chunk-binding.ts';
import { MOST_RUNS } from './make-download.ts';

const OWNER = { providerId: 'sunvale', accountId: accountIdOf('owner') };

describe.each(databases)('%s', (_name, open) => {
  let calls: SignInCalls;
  const tokens = new Map<Person, string>();

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    calls.startAfresh();
    calls.mailbox.others.length = 0;
    await restoreRoles(calls.db);
    await calls.db.deleteFrom('ownDownload').execute();
    for (const person of ['owner', 'second'] as const) {
      tokens.set(person, await openSession(calls.db, calls.app, person));
    }
  });

  const pathOf = (person: Person): string => `/api/account/${accountIdOf(person)}/download`;
  const ask = (person: Person, on: TestApp = calls.app) =>
    on.call('POST', pathOf(person), { token: tokens.get(person), body: { houseId: 'housea' } });
  const get = (person: Person, of: Person = person, method: 'GET' | 'HEAD' = 'GET') =>
    calls.app.call(method, `${pathOf(of)}/file`, { token: tokens.get(person) });
  const stateOf = async (person: Person) =>
    (await calls.app.call('GET', pathOf(person), { token: tokens.get(person) })).body.state as string;
  const make = (options?: Parameters<typeof makeDownloads>[1]) =>
    makeDownloads({ db: calls.db, clock: calls.app.clock }, options);
  const makeFor = async (person: Person): Promise<void> => {
    expect((await ask(person)).status).toBe(202);
    await make();
    expect(await stateOf(person)).toBe('ready');
  };
  const rows = () => calls.db.selectFrom('ownDownload').selectAll().execute();
  const chunks = () => calls.db.selectFrom('ownDownloadChunk').selectAll().orderBy('number').execute();
  const counts = async () => [(await rows()).length, (await chunks()).length];
  const setAccess = (access: 'owner' | 'member') =>
    calls.db
      .updateTable('accountRole')
      .set({ access })
      .where('accountId', '=', OWNER.accountId)
      .where('houseId', '=', 'housea')
      .execute();
  /** Runs `work` before the given page of a run; the pages before and after are made as always. */
  const beforePage = (page: number, work: () => Promise<unknown>) => ({
    createPause: () => {
      let count = 0;
      return async () => {
        await yieldToEventLoop();
        if ((count += 1) === page) await work();
      };
    },
  });

  test('[T-39] two calls at once, on two servers, begin one download', async () => {
    const answers = await Promise.all([ask('owner'), ask('owner', calls.other), ask('owner')]);
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [202, 'making'],
      [202, 'making'],
      [202, 'making'],
    ]);
    const [row] = await rows();
    expect(calls.mailbox.others).toEqual([{ job: 'make-download', data: { ...OWNER, id: row?.id } }]);
    expect((await calls.actions()).filter((action) => action === 'data-requested')).toHaveLength(1);
    const budget = calls.db.selectFrom('authBudget').select('tries').where('kind', '=', 'download');
    expect((await budget.executeTakeFirstOrThrow()).tries).toHaveLength(1);
  });

  test('[T-1] another owner of the same home gets nothing of it', async () => {
    await readyDownload(calls.db, calls.app, OWNER);
    expect(outcomeOf(await get('second', 'owner'))).toBe('404 not_found');
    expect(outcomeOf(await get('second'))).toBe('404 not_found');
    expect(await stateOf('second')).toBe('none');
    expect((await get('owner')).status).toBe(200);
  });

  test('[T-39] who fetches all of it leaves nothing behind; asking how long it is leaves it', async () => {
    await readyDownload(calls.db, calls.app, OWNER);
    const [row] = await rows();
    const head = await get('owner', 'owner', 'HEAD');
    expect([head.status, Number(head.headers['content-length'])]).toEqual([200, Number(row?.bytes)]);
    expect(await stateOf('owner')).toBe('ready');
    const answer = await get('owner');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="sunvale-home-data-[\d-]{10}\.zip"$/,
    );
    await expect.poll(counts).toEqual([0, 0]);
    expect(await stateOf('owner')).toBe('none');
    expect(outcomeOf(await get('owner'))).toBe('404 not_found');
  });

  test('[T-19] who is no owner any more when it is ready gets 404, and the file is deleted', async () => {
    await readyDownload(calls.db, calls.app, OWNER);
    await setAccess('member');
    expect(outcomeOf(await get('owner'))).toBe('404 not_found');
    expect(await counts()).toEqual([0, 0]);
    await setAccess('owner');
    await readyDownload(calls.db, calls.app, OWNER);
    // The home was closed, and the same person moved in again.
    const householdSince = addMs(calls.app.clock.now(), 1);
    await calls.db.updateTable('house').set({ householdSince }).where('id', '=', 'housea').execute();
    expect(await stateOf('owner')).toBe('none');
    expect(await counts()).toEqual([0, 0]);
  });

  test('[T-39] a file that cannot be opened is answered as an error, and stays', async () => {
    await readyDownload(calls.db, calls.app, OWNER);
    await calls.db.updateTable('ownDownloadChunk').set({ sealed: 'v1.broken' }).execute();
    expect((await get('owner')).status).toBe(500);
    expect(await stateOf('owner')).toBe('ready');
  });

  test.each([1, 20])('[T-19] who is removed before page %i is made gets no file', async (page) => {
    expect((await ask('owner')).status).toBe(202);
    await make(beforePage(page, () => setAccess('member')));
    expect(await counts()).toEqual([0, 0]);
  });

  test('[T-39] it is there for a day, then it is told and fetched no more, and deleted', async () => {
    await readyDownload(calls.db, calls.app, OWNER);
    const { until } = (await calls.app.call('GET', pathOf('owner'), { token: tokens.get('owner') })).body;
    expect(until).toBe(addMs(calls.app.clock.now(), DAY).toISOString());
    calls.app.clock.advance(DAY - 1);
    tokens.set('owner', await openSession(calls.db, calls.app, 'owner'));
    expect(await stateOf('owner')).toBe('ready');
    await applyRetention({ db: calls.db, clock: calls.app.clock });
    expect((await counts())[0]).toBe(1);
    calls.app.clock.advance(1);
    expect(await stateOf('owner')).toBe('none');
    expect(outcomeOf(await get('owner'))).toBe('404 not_found');
    await applyRetention({ db: calls.db, clock: calls.app.clock });
    expect(await counts()).toEqual([0, 0]);
  });

  test('[T-30] a run whose node died is begun from scratch, and writes nothing when it wakes up again', async () => {
    expect((await ask('owner')).status).toBe(202);
    const dead = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const first = make(
      beforePage(20, () => {
        reached.resolve();
        return dead.promise;
      }),
    );
    await reached.promise;
    await calls.db
      .insertInto('ownDownloadChunk')
      .values({ ...OWNER, number: 0, sealed: 'of the first run' })
      .execute();
    await make();
    const whole = await rows();
    expect(whole).toMatchObject([{ state: 'ready', run: 2 }]);
    const stored = await chunks();
    dead.resolve();
    await first;
    expect(await rows()).toEqual(whole);
    expect(await chunks()).toEqual(stored);
    expect((await get('owner')).status).toBe(200);
  });

  test('[T-39] one that stands still counts as failed and can be asked for again', async () => {
    expect((await ask('owner')).status).toBe(202);
    const reached = Promise.withResolvers<void>();
    const dead = Promise.withResolvers<void>();
    const first = make(
      beforePage(5, () => {
        reached.resolve();
        return dead.promise;
      }),
    );
    await reached.promise;
    expect(await stateOf('owner')).toBe('making');
    calls.app.clock.advance(2 * MINUTE);
    expect(await stateOf('owner')).toBe('failed');
    await makeFor('owner');
    dead.resolve();
    await first;
    expect(await stateOf('owner')).toBe('ready');
  });

  test('[T-39] what fails is tried again, and after some runs told as failed', async () => {
    expect((await ask('owner')).status).toBe(202);
    for (let run = 1; run <= MOST_RUNS; run += 1) {
      expect(await stateOf('owner')).toBe('making');
      await expect(make({ isStopped: () => true })).rejects.toThrow('stops');
    }
    expect(await stateOf('owner')).toBe('failed');
    await make();
    expect(await stateOf('owner')).toBe('failed');
    await makeFor('owner');
  });

  test('[T-7] nothing of it can be read in the database, nor put in the place of another', async () => {
    await makeFor('owner');
    const [row] = await rows();
    const [chunk] = await chunks();
    const sealed = chunk?.sealed ?? '';
    const id = row?.id ?? '';
    const bytes = testKeys.openBytes('download', chunkBinding(OWNER, { id }, 0), sealed);
    expect(bytes.toString('latin1')).toMatch(/^PK[^]*README\.txt/);
    const stored = Buffer.from(sealed.slice(3), 'base64url').toString('latin1');
    for (const word of ['README', 'csv/', 'json/']) expect(stored).not.toContain(word);
    for (const binding of [
      chunkBinding(OWNER, { id }, 1),
      chunkBinding(OWNER, { id: 'other' }, 0),
      chunkBinding({ ...OWNER, accountId: accountIdOf('second') }, { id }, 0),
    ]) {
      expect(() => testKeys.openBytes('download', binding, sealed)).toThrow(/authenticate/);
    }
    expect(() => testKeys.openBytes('message', chunkBinding(OWNER, { id }, 0), sealed)).toThrow(
      /authenticate/,
    );
  });
});
