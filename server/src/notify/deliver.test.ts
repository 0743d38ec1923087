import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { createJobs } from '../jobs/queue.ts';
import type { Jobs } from '../jobs/queue.ts';
import { readProviders } from '../providers/registry.ts';
import { optIn } from '../stores/account/phones.ts';
import { SMS_TOKEN, startApp, testKeys } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { mail, sealed, text } from '../testing/messages/queued-messages.ts';
import { PHONE, accountIdOf, insertTestData } from '../testing/test-data.ts';
import type { Channels, Mail, TextMessage } from './channels.ts';
import { deliverCall, deliverMail, deliverText, startDelivery } from './deliver.ts';
import { enqueueMail, enqueueText } from './enqueue.ts';
import { createOutbox } from './outbox.ts';
import { keywordOf } from './sms-webhook.ts';

const providers = readProviders();

test('[T-15] [PHONE-6] answers that mean stop, and those that do not', () => {
  const stops = [
    'STOP',
    ' stop.',
    'Stop please',
    'STOPALL',
    'stop all',
    'END',
    'cancel',
    'UNSUBSCRIBE',
    'quit',
    'opt-out',
    'optout',
    'ALTO',
    'Baja',
    'Cancelar',
  ];
  expect(stops.map(keywordOf)).toEqual(stops.map(() => 'stop'));
  expect(['START', 'unstop', 'Yes!', 'sí'].map(keywordOf)).toEqual(['start', 'start', 'start', 'start']);
  expect(['', 'Thanks', 'when does it stop?', 'ending soon', 'yesterday'].map(keywordOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let db: RootDb;
  let app: TestApp;
  let jobs: Jobs;
  const [mails, texts]: [Mail[], TextMessage[]] = [[], []];
  const waiting: (() => void)[] = [];
  let failures = 0;
  const logged: string[] = [];

  const arrived = async (list: readonly unknown[], count: number) => {
    while (list.length < count) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
  };
  const record = <T>(list: T[], one: T) => {
    list.push(one);
    for (const go of waiting.splice(0)) go();
  };

  beforeAll(async () => {
    database = await open();
    db = database.db;
    jobs = createJobs(database.engine, () => {});
    await jobs.start();
    app = await startApp(db, { jobs });
    await insertTestData(db, app);
    const outcome = async (message: TextMessage) => {
      record(texts, message);
      if (failures > 0) {
        failures -= 1;
        throw new Error('the gateway is away');
      }
      return 'sent' as const;
    };
    const channels: Channels = {
      mailer: {
        send: async (one) => {
          record(mails, one);
          if (failures > 0) {
            failures -= 1;
            throw new Error('the mail server is away');
          }
        },
      },
      sms: { send: outcome },
      voice: { call: outcome },
    };
    const deps = { db, clock: app.clock, keys: testKeys, providers, channels, mailFrom: null };
    await startDelivery(deps, jobs, (error, what) => logged.push(`${what}: ${(error as Error).message}`));
  });
  afterAll(async () => {
    await app.close();
    await jobs.stop();
    await database.close();
  });
  beforeEach(() => {
    mails.length = 0;
    texts.length = 0;
    logged.length = 0;
    failures = 0;
    app.clock.advance(MINUTE);
  });
  const deps = {
    jobs: { send: (...given: Parameters<Jobs['send']>) => jobs.send(...given) } as Jobs,
    keys: testKeys,
  };

  test('[AUTH-4] a mail is sent if the transaction that enqueued it commits, else not', async () => {
    const undone = db.transaction().execute(async (tx) => {
      await enqueueMail(tx, deps, 'sunvale', { ...mail, to: 'undone@home.example' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await db.transaction().execute((tx) => enqueueMail(tx, deps, 'sunvale', mail));
    await arrived(mails, 1);
    expect(mails.map(({ to }) => to)).toEqual(['owner@home.example']);
    expect(mails[0]?.from).toEqual({ name: 'Sunvale Energy', address: 'support@sunvale.example' });
  });

  test('[AUTH-4] a mail that failed is tried again, as the same mail', { timeout: 30 * SECOND }, async () => {
    failures = 1;
    await db.transaction().execute((tx) => enqueueMail(tx, deps, 'sunvale', mail));
    await arrived(mails, 2);
    expect(mails[0]?.messageId).toBe(mails[1]?.messageId);
    expect(logged).toEqual(['sending a mail: the mail server is away']);
  });

  test('[PHONE-1] [T-14] a failed text message is not retried', async () => {
    failures = 1;
    await db.transaction().execute((tx) => enqueueText(tx, deps, 'sunvale', text));
    await arrived(texts, 1);
    const second = { ...text, to: '+13035550143' };
    await db.transaction().execute((tx) => enqueueText(tx, deps, 'sunvale', second));
    await arrived(texts, 2);
    expect(texts.map(({ to }) => to)).toEqual(['+13035550142', '+13035550143']);
    expect(logged).toEqual(['sending a text message: the gateway is away']);
  });

  describe('the webhook', () => {
    const URL_ = 'http://localhost/api/hooks/sms';
    const post = (fields: Record<string, string>, token = SMS_TOKEN) => {
      const signed = Object.keys(fields)
        .toSorted()
        .reduce((all, name) => `${all}${name}${fields[name]}`, URL_);
      return app.call('POST', '/api/hooks/sms', {
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
        },
      });
    };
    const optedOut = async () =>
      (await db.selectFrom('phoneNumber').select('providerId').where('optedOutAt', 'is not', null).execute())
        .length;

    test('[PHONE-6] [T-15] STOP marks the number at every provider, START takes it back', async () => {
      const from = { From: `+1${PHONE}`, To: '+13035550100' };
      const stopped = await post({ ...from, Body: 'Stop' });
      expect([stopped.status, stopped.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(await optedOut()).toBe(2);
      await post({ ...from, Body: 'STOP' });
      const entries = await db
        .selectFrom('audit')
        .select('accountId')
        .where('action', '=', 'phone-opted-out')
        .execute();
      expect(entries).toHaveLength(2);
      const told_ = await app.call('POST', `/api/account/${accountIdOf('owner')}/phonenumber`, {});
      expect(told_.status).toBe(401);
      await post({ ...from, Body: 'Start' });
      expect(await optedOut()).toBe(0);
    });

    test('[PHONE-6] a request without the gateway’s signature is refused', async () => {
      const fields = { From: `+1${PHONE}`, Body: 'STOP' };
      for (const answer of [
        await post(fields, 'another-token'),
        await app.call('POST', '/api/hooks/sms', {
          body: 'From=%2B13035550142&Body=STOP',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
      expect(await optedOut()).toBe(0);
      expect((await app.call('POST', '/api/hooks/sms', { body: fields })).status).toBe(404);
    });
  });

  test('[T-15] an opt-out that the gateway reports is stored', async () => {
    const optsOut = async () => 'opted-out' as const;
    const channels = { mailer: null as never, sms: { send: optsOut }, voice: { call: optsOut } };
    const delivery = { db, clock: app.clock, keys: testKeys, providers, channels, mailFrom: null };
    for (const deliver of [deliverText, deliverCall]) {
      await deliver(delivery, sealed({ ...text, to: `+1${PHONE}` }), 'job');
      const row = await db.selectFrom('phoneNumber').select('optedOutAt').executeTakeFirstOrThrow();
      expect(row.optedOutAt).not.toBeNull();
      await optIn(db, `+1${PHONE}`);
    }
  });

  test('the outbox keeps what would have been sent, once each, newest first', async () => {
    const outbox = createOutbox({ db, clock: app.clock });
    const delivery = { db, clock: app.clock, keys: testKeys, providers, channels: outbox, mailFrom: null };
    await deliverMail(delivery, sealed(mail), 'job-a');
    await deliverMail(delivery, sealed(mail), 'job-a');
    app.clock.advance(SECOND);
    await deliverText(delivery, sealed(text), 'job-b');
    app.clock.advance(SECOND);
    await deliverCall(delivery, sealed(text), 'job-c');
    const shown = await startApp(db, { seed: 'outbox', outbox: true, clock: app.clock });
    const { body } = await shown.call('GET', '/dev/outbox.json');
    expect(body.map(({ channel, recipient }: Record<string, string>) => `${channel} ${recipient}`)).toEqual([
      'voice +13035550142',
      'sms +13035550142',
      'email owner@home.example',
    ]);
    const page = await shown.call('GET', '/dev/outbox');
    expect(page.text).toContain('href="https://portal.example/#/auth?token=t&amp;pin=12345"');
    expect((await shown.call('GET', '/dev/outbox.json', { host: 'evil.example' })).status).toBe(404);
    await shown.close();
    expect((await app.call('GET', '/dev/outbox.json')).status).toBe(404);
  });
});
