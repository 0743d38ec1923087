import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apps } from '#domain/apps/apps.ts';
import { MINUTE } from '#domain/time/time.ts';
import { startApp } from './app.ts';
import { restorePreconditions } from './access-matrix/call-preconditions.ts';
import { callerOf, createRecordingJobs } from './access-matrix/calls.ts';
import type { EndpointRow } from './access-matrix/calls.ts';
import type { TestDatabase } from './database/databases.ts';
import { restoreRoles } from './access-matrix/household-preconditions.ts';
import { providersWithTerms } from './provider-terms.ts';
import { openSession } from './auth/sessions.ts';
import { insertTestData, reportAllDevices } from './test-data.ts';

/** As much of a build of the web application as the server reads. */
const makeBuild = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-web-'));
  await Promise.all(['web/.vite', 'boot'].map((name) => mkdir(path.join(folder, name), { recursive: true })));
  const chunks = Object.values(apps).map(({ entry }) => [
    entry,
    { file: `assets/${path.basename(entry)}.js` },
  ]);
  const files = {
    'web/.vite/manifest.json': JSON.stringify(Object.fromEntries(chunks)),
    'web/.vite/locales.json': '{}',
    'boot/boot.js': '{}',
  };
  await Promise.all(
    Object.entries(files).map(([name, content]) => writeFile(path.join(folder, name), content)),
  );
  return folder;
};

export type ApiCalls = Awaited<ReturnType<typeof openApiCalls>>;

/** The test data behind the whole API and the page, and the owner's session. */
export const openApiCalls = async (database: TestDatabase) => {
  const { db } = database;
  const build = await makeBuild();
  const { folder: providersFolder, remove } = providersWithTerms();
  const jobs = createRecordingJobs().jobs;
  const app = await startApp(db, { jobs, providersFolder, webBuild: path.join(build, 'web') });
  await insertTestData(db, app);
  let token = await openSession(db, app, 'owner');
  return {
    db,
    app,
    /** The next minute, in which all devices have reported; some calls change who belongs to a house. */
    startAfresh: async () => {
      app.clock.advance(MINUTE);
      await restoreRoles(db);
      await reportAllDevices(db, app.clock.now());
    },
    /** Some calls give the session another token. */
    useToken: (other: string) => {
      token = other;
    },
    get: (address: string, headers: Record<string, string> = {}) =>
      app.call('GET', address, { token, headers }),
    /** The token of somebody who may make the call, after what the call needs was restored. */
    tokenFor: async (row: EndpointRow): Promise<string> => {
      const person = callerOf(row);
      const own = person === 'owner' ? token : await openSession(db, app, person);
      await restorePreconditions(db, app, row.name, person);
      return own;
    },
    close: async () => {
      await app.close();
      await Promise.all([database.close(), rm(build, { recursive: true })]);
      remove();
    },
  };
};
