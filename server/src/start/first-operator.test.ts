import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { openPglite, overPglite } from '../db/connection.ts';
import { databaseFolder } from '../db/embedded/database-folder.ts';
import { lockFolder } from '../db/embedded/lock.ts';
import { systemClock } from '../lib/clock/clock.ts';
import { readProviders } from '../providers/registry.ts';
import { TestClock, startApp } from '../testing/app.ts';
import { openPostgresCopy } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { createMailbox, tokenIn } from '../testing/messages/mailbox.ts';
import { addFirstOperator, readFirstOperator } from './first-operator.ts';

// It starts processes, each with a database of its own to open.
vi.setConfig({ testTimeout: 120 * SECOND });

const MAIN = path.resolve(import.meta.dirname, '../first-operator-main.ts');
const EMAIL = 'ada@utility.example';
const PASSWORD = 'A new lamp on the porch 7';
const ADA = ['--first-name', 'Ada', '--last-name', 'Lovelace'];
const first = (provider: string, email: string) => ['--provider', provider, '--email', email, ...ADA];

let folder: string;
let postgres: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-first-'));
  postgres = await openPostgresCopy();
});
afterAll(() => Promise.all([postgres.close(), rm(folder, { recursive: true })]));

const places = {
  PGlite: {
    settings: (): Record<string, string> => ({ DATA_DIR: folder }),
    open: async () => {
      const db = overPglite(await openPglite(databaseFolder(folder)));
      return { db, close: () => db.destroy() };
    },
  },
  PostgreSQL: {
    settings: (): Record<string, string> => ({ DATABASE_URL: postgres.url ?? '' }),
    open: async () => ({ db: postgres.db, close: async () => {} }),
  },
} as const;

const run = async (settings: Record<string, string>, args: readonly string[]) => {
  const env = { PUBLIC_URL: 'https://portal.example', ...settings };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, error] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
};

describe.each(['PGlite', 'PostgreSQL'] as const)('npm run operator -- first, on %s', (name) => {
  const { settings, open } = places[name];

  test('[T-40] makes the first operator, whose link sets the password once', async () => {
    const made = await run(settings(), first('sunvale', ` ${EMAIL.toUpperCase()}`));
    expect([made.code, made.error]).toEqual([0, '']);
    const link = made.out.trimEnd().split('\n').at(-1) ?? '';
    expect(link).toMatch(
      /^https:\/\/portal\.example\/\?pid=sunvale#\/logon\/password-reset\?token=[\w-]{43}$/,
    );
    const again = await run(settings(), first('sunvale', 'other@utility.example'));
    expect(again).toEqual({
      code: 1,
      out: '',
      error: 'The provider sunvale has an operator already; this command makes only the first.\n',
    });

    const { db, close } = await open();
    const clock = new TestClock(systemClock.now().toISOString());
    const app = await startApp(db, { clock, jobs: createMailbox().jobs, seed: name });
    const call = (method: 'POST' | 'PUT', where: string, body: object) =>
      app.call(method, `/api/auth/${where}?pid=sunvale`, { body });
    expect((await call('POST', 'login', { email: EMAIL, password: '' })).status).not.toBe(200);
    const reset = { token: tokenIn(link), newPassword: PASSWORD };
    expect((await call('PUT', 'password-reset', reset)).status).toBe(204);
    expect((await call('PUT', 'password-reset', reset)).body.code).toBe('link_expired');
    const { status, body } = await call('POST', 'login', { email: EMAIL, password: PASSWORD });
    expect([status, body.user.firstName, body.user.roles]).toEqual([200, 'Ada', []]);
    // Somebody who is no operator gets 404.
    const refused = await app.call('GET', '/api/operator/program', { token: body.token });
    expect(refused.body.code).toBe('second_factor_required');

    const audited = await db
      .selectFrom('audit')
      .select(['accountId', 'detail'])
      .where('action', '=', 'operator-added')
      .execute();
    expect(audited).toEqual([{ accountId: body.user.id, detail: { first: true } }]);
    const accounts = await db
      .selectFrom('account')
      .select('email')
      .where('email', 'like', '%@utility.example')
      .execute();
    expect(accounts).toEqual([{ email: EMAIL }]);
    // For the next test: an account that is no operator.
    await db.deleteFrom('operator').execute();
    await app.close();
    await close();
  });

  test.runIf(name === 'PostgreSQL')(
    '[ERR-1] refuses an address that has an account, and makes nothing then',
    async () => {
      const refused = await run(settings(), first('sunvale', EMAIL));
      expect(refused).toEqual({
        code: 1,
        out: '',
        error: `The address ${EMAIL} has an account at sunvale already.\n`,
      });
      const { db, close } = await open();
      expect(await db.selectFrom('operator').selectAll().execute()).toEqual([]);
      await close();
    },
  );
});

describe('npm run operator -- first', () => {
  test('a link that was not used expires', async () => {
    const { db } = postgres;
    const clock = new TestClock();
    const app = await startApp(db, { clock, seed: 'expires' });
    const operator = readFirstOperator(first('harbour', EMAIL), app.providers);
    const deps = { db, clock, random: app.random, publicUrl: () => 'https://portal.example/' };
    const { link, expiresAt } = await addFirstOperator(deps, operator);
    const check = () =>
      app.call('POST', '/api/auth/password-reset/check?pid=harbour', { body: { token: tokenIn(link) } });
    clock.advance(expiresAt.getTime() - clock.now().getTime() - 1);
    expect((await check()).status).toBe(204);
    clock.advance(1);
    expect((await check()).body.code).toBe('link_expired');
    await app.close();
  });

  test.each([
    ['an unknown provider', first('nobody', EMAIL), 'There is no provider "nobody"; there are '],
    ['a malformed address', first('maple', 'ada@utility'), '"ada@utility" is no e-mail address'],
    ['two addresses', first('maple', 'a@b.example,c@d.example'), 'is no e-mail address of one person'],
    ['no name', ['--provider', 'maple', '--email', EMAIL], 'The option --first-name is missing.'],
    ['a limit that is none', [...first('maple', EMAIL), '--largest-kw', 'all'], '--largest-kw is "all"'],
    [
      'a language that is not offered',
      [...first('maple', EMAIL), '--language', 'xx'],
      'The languages of maple are ',
    ],
    ['a password', [...first('maple', EMAIL), '--password', PASSWORD], "Unknown option '--password'"],
  ])('[ERR-1] refuses %s in a sentence', (_what, args, sentence) => {
    expect(() => readFirstOperator(args, readProviders())).toThrow(sentence);
  });

  test('[ERR-1] what is refused has an exit code, and no database is made for it', async () => {
    const none = path.join(folder, 'none');
    const { code, out, error } = await run({ DATA_DIR: none }, first('nobody', EMAIL));
    expect([code, out, error]).toEqual([1, '', expect.stringContaining('There is no provider "nobody"')]);
    expect(existsSync(none)).toBe(false);
  });

  test('[ERR-1] refuses a folder that a server works on', async () => {
    const busy = path.join(folder, 'busy');
    const unlock = lockFolder(busy, systemClock, () => {});
    const { code, out, error } = await run({ DATA_DIR: busy }, first('maple', EMAIL));
    unlock();
    expect([code, out, error]).toEqual([78, '', expect.stringContaining('is in use by process')]);
  });
});
