import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time.ts';
import type { RootDb } from '../db/connection.ts';
import { createJobs } from '../jobs/queue.ts';
import type { Jobs } from '../jobs/queue.ts';
import { readProviders } from '../providers/registry.ts';
import { optIn } from '../stores/phones.ts';
import { SMS_TOKEN, TestClock, startApp, testKeys } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { PHONE, accountIdOf, insertTestData } from '../testing/test-data.ts';
import { deliverCall, deliverMail, deliverText, startDelivery } from './deliver.ts';
import type { MessageDeliveryDeps } from './deliver.ts';
import { createGateway } from './sms-gateway.ts';
import { createOutbox } from './outbox.ts';
import type { Mail, TextMessage, Channels } from './channels.ts';
import type { QueuedMail, QueuedText } from './enqueue.ts';
import { enqueueMail, enqueueText } from './enqueue.ts';
import { createSmtpMailer } from './smtp.ts';
import { MAILS, languageFor, renderMail, renderText } from './templates.ts';
import type { MailName } from './templates.ts';
import { keywordOf } from './sms-webhook.ts';

const providers = readProviders();
const provider = (id: string) => {
  const found = providers.byId(id);
  if (!found) throw new Error(id);
  return found;
};

const mail: QueuedMail = {
  to: 'owner@home.example',
  name: 'link',
  language: 'en',
  values: { pin: '12345', link: 'https://portal.example/#/auth?token=t&pin=12345' },
  until: null,
};
const text: QueuedText = { to: '+13035550142', language: 'es', text: 'Sunvale: 123456', until: null };
const sealed = (order: object, providerId = 'sunvale') => ({
  providerId,
  sealed: testKeys.seal('message', providerId, JSON.stringify(order)),
});

describe('templates', () => {
  const values = {
    pin: '40718',
    link: 'https://portal.example/#/auth?token=a&pin=40718',
    who: 'Maya Reyes',
    name: 'Maya Reyes',
    address: '1420 Juniper Lane',
    device: 'Hall heater',
    months: '24',
  };
  const cases = (Object.keys(MAILS) as MailName[]).flatMap((name) =>
    (['en', 'es'] as const).map((language) => ({ name, language })),
  );

  test.each(cases)(
    '[LANG-6] $name in $language: text and HTML say the same, in the brand',
    ({ name, language }) => {
      const {
        subject,
        text: plain,
        html,
      } = renderMail(name, { provider: provider('sunvale'), language, values });
      const parts: { code?: string; button?: string; ending: string } = MAILS[name];
      expect(subject.length).toBeGreaterThan(5);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain('Sunvale Energy');
      expect(html).toContain('#0f6b5c');
      expect(plain).toContain('support@sunvale.example');
      for (const body of [plain, html]) {
        expect(body.includes('40718')).toBe(parts.code !== undefined || parts.button !== undefined);
        expect(body).not.toMatch(/\{|undefined/);
      }
      expect(plain.includes(values.link)).toBe(parts.button !== undefined);
      expect(html).not.toMatch(/<img|<script|src=/);
    },
  );

  test('[T-21] what a provider calls itself cannot become HTML', () => {
    const hostileProvider = {
      ...provider('sunvale'),
      file: { ...provider('sunvale').file, name: '<b>"Sly"</b>' },
    };
    const { html } = renderMail('pin', { provider: hostileProvider, language: 'en', values });
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;');
  });

  test('[LANG-4] the language is the person’s, else the visit’s, and one that the provider offers', () => {
    expect(languageFor(provider('sunvale'), 'es', 'en')).toBe('es');
    expect(languageFor(provider('sunvale'), null, 'es')).toBe('es');
    expect(languageFor(provider('sunvale'), null, null)).toBe('en');
    expect(languageFor(provider('harbour'), 'es', 'es')).toBe('en');
  });

  test('[T-15] a text message names the brand and says how to stop', () => {
    const rendered = renderText('phoneCode', {
      provider: provider('harbour'),
      language: 'en',
      values: { code: '123456' },
    });
    expect(rendered).toMatch(/^Harbour: 123456 .*STOP/);
    expect(rendered.length).toBeLessThanOrEqual(160);
  });
});

describe('SMTP', () => {
  const received: { from: string; to: string[]; data: string }[] = [];
  let server: SMTPServer;
  let url: string;
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        done(username === 'portal' && password === 'dummy' ? null : new Error('no'), {
          user: username ?? '',
        }),
      onData: (stream, { envelope }, done) => {
        let data = '';
        stream.on('data', (chunk: Buffer) => (data += chunk.toString()));
        stream.on('end', () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          received.push({ from, to: envelope.rcptTo.map(({ address }) => address), data });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    url = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  const deps = (channels: Channels): MessageDeliveryDeps => ({
    db: null as never,
    clock: new TestClock(),
    keys: testKeys,
    providers,
    channels: channels,
    mailFrom: 'portal@mail.example',
  });
  const channelsWith = (mailer: Channels['mailer']): Channels => ({
    mailer,
    sms: null as never,
    voice: null as never,
  });

  test('[AUTH-4] a mail server gets text and HTML, the brand as sender and a Message-ID made of the job', async () => {
    const channels = channelsWith(createSmtpMailer(`smtp://portal:dummy@${url}`));
    await deliverMail(deps(channels), sealed(mail), 'job-1');
    await deliverMail(deps(channels), sealed(mail), 'job-1');
    const [one, two] = received.splice(0);
    expect([one?.from, one?.to]).toEqual(['portal@mail.example', ['owner@home.example']]);
    expect(one?.data).toContain('Message-ID: <job-1@mail.example>');
    expect(two?.data).toContain('Message-ID: <job-1@mail.example>');
    expect(one?.data).toContain('From: Sunvale Energy <portal@mail.example>');
    expect(one?.data).toContain('Reply-To: support@sunvale.example');
    expect(one?.data).toContain('Auto-Submitted: auto-generated');
    expect(one?.data).toContain('Content-Type: text/plain');
    expect(one?.data).toContain('Content-Type: text/html');
    expect(one?.data).toContain('12345');
  });

  test('[T-18] a mail to an unknown address is rendered and not sent; nor is an expired one', async () => {
    const sent: Mail[] = [];
    const channels = channelsWith({
      send: async (one) => {
        sent.push(one);
      },
    });
    const all = deps(channels);
    await deliverMail(all, sealed({ ...mail, to: null }), 'job-2');
    const until = all.clock.now().toISOString();
    await deliverMail(all, sealed({ ...mail, until }), 'job-3');
    expect(sent).toEqual([]);
    await deliverMail(
      all,
      sealed({ ...mail, until: new Date(all.clock.now().getTime() + 1).toISOString() }),
      'job-4',
    );
    expect(sent).toHaveLength(1);
  });

  test('a refusal of the mail server fails the job', async () => {
    const channels = channelsWith(createSmtpMailer(`smtp://portal:wrong@${url}`));
    await expect(deliverMail(deps(channels), sealed(mail), 'job-5')).rejects.toThrow(/auth|login/i);
  });
});

describe('gateway', () => {
  const asked: { url: string; authorization: string; fields: Record<string, string> }[] = [];
  let answer: { status: number; body: object } = { status: 201, body: { sid: 'SM1' } };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({
        url: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        fields: Object.fromEntries(new URLSearchParams(body)),
      });
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  let gateway: ReturnType<typeof createGateway>;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    gateway = createGateway({ url, account: 'AC123', token: 'dummy', from: '+13035550100' }, fetch);
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    asked.length = 0;
    answer = { status: 201, body: { sid: 'SM1' } };
  });
  const message: TextMessage = { providerId: 'sunvale', id: 'job', to: '+13035550142', text: 'Código <1>' };

  test('[PHONE-1] texts and calls are requests in the gateway’s format', async () => {
    expect(await gateway.send(message)).toBe('sent');
    expect(await gateway.call({ ...message, language: 'es' })).toBe('sent');
    const authorization = `Basic ${Buffer.from('AC123:dummy').toString('base64')}`;
    expect(asked).toEqual([
      {
        url: '/2010-04-01/Accounts/AC123/Messages.json',
        authorization,
        fields: { From: '+13035550100', To: '+13035550142', Body: 'Código <1>' },
      },
      {
        url: '/2010-04-01/Accounts/AC123/Calls.json',
        authorization,
        fields: {
          From: '+13035550100',
          To: '+13035550142',
          Twiml: '<Response><Say language="es-MX">Código &lt;1&gt;</Say></Response>',
        },
      },
    ]);
  });

  test('[T-15] an opted-out number is an outcome; any other error fails the job', async () => {
    answer = { status: 400, body: { code: 21_610 } };
    expect(await gateway.send(message)).toBe('opted-out');
    answer = { status: 500, body: {} };
    await expect(gateway.send(message)).rejects.toThrow('answered 500');
    answer = { status: 307, body: {} };
    await expect(gateway.send(message)).rejects.toThrow(/fetch failed|redirect/);
  });
});

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

describe.each(databases)('%s', (_name, open) => {
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
