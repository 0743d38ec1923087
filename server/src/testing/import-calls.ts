import { expect } from 'vitest';
import { DAY } from '#domain/time/time.ts';
import { createEventHooks } from '../events/event-hooks.ts';
import { importActs } from '../routes/import-acts.ts';
import { runImport } from '../provisioning/import/run-import.ts';
import { startApp, testKeys } from './app.ts';
import type { AppOptions } from './app.ts';
import { openSession } from './auth/sessions.ts';
import type { TestDatabase } from './database/databases.ts';
import { createMailbox } from './messages/mailbox.ts';
import { insertTestData } from './test-data.ts';

export const csv = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
export const HOMES = 'premise_id,account_number,address,postal_code,timezone';
export const homeLines = (count: number) =>
  Array.from({ length: count }, (_, n) => `P-${n},A-${n},${n} New Street,80302,America/Denver`);
export const NONE = { new: 0, changed: 0, unchanged: 0, moved: 0, refused: 0, missing: 0 };

type ImportJob = { readonly providerId: string; readonly id: string };

/** An app with its operator, who imports files; jobs run when they are asked to. */
export const openImportCalls = async (
  database: TestDatabase,
  options: Pick<AppOptions, 'providersFolder'> = {},
) => {
  const { db } = database;
  const mailbox = createMailbox();
  const app = await startApp(db, { ...options, jobs: mailbox.jobs });
  await insertTestData(db, app);
  let token = '';

  const deps = () => {
    const own = {
      db,
      clock: app.clock,
      random: app.random,
      jobs: mailbox.jobs,
      keys: testKeys,
      providers: app.providers,
      publicUrl: () => 'https://portal.example/',
      runningLinks: ['simulator'],
      metrics: app.metrics,
      eventHooks: createEventHooks(app.clock),
      onError: (error: unknown) => {
        throw error;
      },
    };
    return { ...own, acts: importActs(own) };
  };
  const jobs = () =>
    mailbox.others.filter(({ job }) => job === 'run-import').map(({ data }) => data as ImportJob);
  const work = async (): Promise<void> => {
    for (const job of jobs()) await runImport(deps(), job);
  };
  const upload = (
    kind: string,
    body: string | Uint8Array,
    more = '',
    headers = { 'content-type': 'text/csv' },
  ) => app.call('POST', `/api/operator/import?kind=${kind}${more}`, { token, body, headers });
  const call = (method: 'GET' | 'POST', path: string, body: object = {}) =>
    app.call(method, `/api/operator/import/${path}`, { token, ...(method === 'POST' ? { body } : {}) });
  const apply = async (importId: string, confirmed: object = {}) => {
    const answer = await call('POST', `${importId}/apply`, confirmed);
    expect([answer.status, answer.body.state]).toEqual([202, 'applying']);
    await work();
    return (await call('GET', importId)).body;
  };
  const imported = async (kind: string, ...lines: readonly string[]) => {
    const { status, body, text } = await upload(kind, csv(...lines));
    if (status !== 201) throw new Error(text);
    expect(body.problems).toEqual([]);
    return (await apply(body.importId)).counts;
  };
  return {
    app,
    mails: () => mailbox.sent.map(({ order }) => order),
    deps,
    jobs,
    work,
    upload,
    call,
    apply,
    imported,
    token: () => token,
    signIn: async () => {
      token = await openSession(db, app, 'operator');
    },
    startAfresh: async () => {
      await db.deleteFrom('import').execute();
      await db.deleteFrom('house').where('id', 'not in', ['housea', 'houseb', 'housec']).execute();
      mailbox.sent.splice(0);
      mailbox.others.splice(0);
      app.clock.advance(DAY);
      token = await openSession(db, app, 'operator');
    },
  };
};
export type ImportCalls = Awaited<ReturnType<typeof openImportCalls>>;
