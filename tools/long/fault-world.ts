// A database with some accounts, and servers on it, for the fault runs.
import { openSession } from '../../server/src/testing/auth/sessions.ts';
import { systemClock } from '../../server/src/lib/clock/clock.ts';
import { systemRandom } from '../../server/src/lib/secrets/random.ts';
import type { RootDb } from '../../server/src/db/connection.ts';
import { startApp } from '../../server/src/testing/app.ts';
import { spawnServer } from '../../server/src/testing/server-process.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { PASSWORD, accountIdOf, insertTestData, emailOf } from '../../server/src/testing/test-data.ts';
import type { Person } from '../../server/src/testing/test-data.ts';
import type { Call } from './load.ts';

export const READERS = ['owner', 'second', 'neighbour', 'adminOwn', 'adminOther'] as const;

export const fillWorld = async (db: RootDb): Promise<void> => {
  const app = await startApp(db);
  await insertTestData(db, app);
  await app.close();
};

export const tokenFor = (db: RootDb, person: Person): Promise<string> =>
  openSession(db, { clock: systemClock, random: systemRandom }, person);

const running = new Set<ServerProcess>();

/** A node as its operator starts it. Clients say their address themselves, as a proxy would. */
export const startNode = (settings: Readonly<Record<string, string>>): ServerProcess => {
  const server = spawnServer({
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'error',
    ...settings,
  });
  running.add(server);
  return server;
};

export const killNodes = async (): Promise<void> => {
  await Promise.all([...running].map((server) => server.end('SIGKILL')));
  running.clear();
};

let turns = 0;
/** Another network each time, because sign-ins are counted per network. */
export const nextNetwork = (): string => {
  turns += 1;
  return `10.${(turns >> 8) & 255}.${turns & 255}.1`;
};

export const login = (person: Person, password = PASSWORD): Call => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'x-forwarded-for': nextNetwork() },
  body: { email: emailOf(person), password },
  expected: [200],
});

let count = 0;
/** Mostly reads of several people, and some sign-ins of nobody, which write. */
export const everydayCalls = (tokens: ReadonlyMap<Person, string>): (() => Call) => {
  const readers = [...tokens];
  return () => {
    count += 1;
    if (count % 12 === 0) {
      const body = { email: `nobody${count}@home.example`, password: 'wrong' };
      return { ...login('owner'), body, expected: [401] };
    }
    const [person, token] = readers[count % readers.length] ?? ['owner', ''];
    return {
      path: `/api/account/${accountIdOf(person)}`,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': nextNetwork() },
      expected: [200],
    };
  };
};
