import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../lib/clock/clock.ts';
import { createSmtpMailer } from '../notify/smtp.ts';
import { readProviders } from '../providers/registry.ts';
import { registerProviders, removedPrograms } from '../stores/system/provider.ts';
import { TestClock } from '../testing/app.ts';
import { bothDatabases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { insertTestData } from '../testing/test-data.ts';
import { createProblems, removedProgramText, settingProblems } from './problems.ts';
import { watchMail } from './watch-mail.ts';
import { weatherFor } from './weather.ts';

const fine = { publicUrl: 'https://home.example', smtpUrl: 'smtps://mail.example', demo: false, host: '::' };

test.each([
  [{}, []],
  [{ publicUrl: null }, []],
  [{ publicUrl: 'http://home.example' }, ['plain http']],
  [{ publicUrl: 'http://home.example', host: '127.0.0.1' }, ['plain http']],
  [{ publicUrl: 'http://127.0.0.1:8080' }, ['plain http']],
  [{ publicUrl: 'http://localhost:8080', host: '127.0.0.1' }, []],
  [{ smtpUrl: null }, ['no mail']],
  [{ smtpUrl: null, demo: true }, []],
])('[T-37] with %j the settings have the problems %j', (change, names) =>
  expect(Object.keys(settingProblems({ ...fine, ...change }))).toEqual(names),
);

test('a problem is told once when it begins and once when it is over', () => {
  const told: string[] = [];
  const problems = createProblems((text) => told.push(text));
  for (const sentence of ['It does not answer.', 'It does not answer.', null, null])
    problems.set('it', sentence);
  expect(told).toEqual(['It does not answer.', 'Over: it.']);
  problems.set('other', 'Another.');
  expect(problems.list()).toEqual(['Another.']);
});

test('nobody real is shown weather that is made up', () => {
  expect(weatherFor({ openWeatherKey: null, demo: false }, systemClock)).toBeNull();
  expect(weatherFor({ openWeatherKey: null, demo: true }, systemClock)).not.toBeNull();
  expect(weatherFor({ openWeatherKey: 'dummy-key-0123', demo: false }, systemClock)).not.toBeNull();
});

describe('the mail server', () => {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'portal' && password === 'dummy' ? null : new Error(`no, ${password}`), {
        user: username ?? '',
      }),
  });
  let host: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    host = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  const problemsWith = async (url: string): Promise<readonly string[]> => {
    const problems = createProblems(() => {});
    const stop = await watchMail(createSmtpMailer(url), problems);
    stop();
    return problems.list();
  };

  test('one that takes us is no problem', async () => {
    expect(await problemsWith(`smtp://portal:dummy@${host}`)).toEqual([]);
  });

  test('[T-37] one that refuses us is told with a code, and never with the password', async () => {
    const [sentence, ...more] = await problemsWith(`smtp://portal:wrong-dummy@${host}`);
    expect(more).toEqual([]);
    expect(sentence).toContain('(EAUTH)');
    expect(sentence).not.toContain('wrong-dummy');
  });

  test('one that is not there is told', async () => {
    const closed = createServer();
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await problemsWith(`smtp://127.0.0.1:${port}`)).toEqual([
      expect.stringContaining('does not take us (ESOCKET)'),
    ]);
  });
});

describe.each(bothDatabases)('%s', (_name, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('a program that has enrolments and no rules any more is told', async () => {
    const { db } = database;
    const { all } = readProviders();
    const now = new TestClock().now();
    await registerProviders(db, all, now);
    await insertTestData(db, { clock: new TestClock() });
    const provider = all.find(({ id }) => id === 'sunvale');
    const [program, ...others] = provider?.programs ?? [];
    if (!provider || !program) throw new Error('no program');
    const devices = await db
      .selectFrom('device')
      .select(['houseId', 'id as deviceId'])
      .where('providerId', '=', provider.id)
      .limit(3)
      .execute();
    await db.deleteFrom('enrolment').execute();
    for (const [index, state] of (['active', 'pending', 'ended'] as const).entries()) {
      const { houseId, deviceId } = devices[index] ?? { houseId: '', deviceId: '' };
      const values = { houseId, deviceId, groupName: 'north', state, since: now, changedAt: now };
      await db
        .insertInto('enrolment')
        .values({ providerId: provider.id, programId: program.id, ...values })
        .execute();
    }
    expect(await removedPrograms(db, all)).toEqual([]);
    const without = all.map((one) => (one === provider ? { ...one, programs: others } : one));
    expect(await removedPrograms(db, without)).toEqual([
      { providerId: 'sunvale', programId: program.id, enrolments: 2 },
    ]);
  });
});

test('[T-28] its sentence says how many and what to do', () => {
  expect(removedProgramText({ providerId: 'acme', programId: 'winter', enrolments: 1 })).toBe(
    'The program winter of acme is no longer in its programs.json and has 1 enrolment: no event can be ordered for it. Put it back, or end them.',
  );
});
