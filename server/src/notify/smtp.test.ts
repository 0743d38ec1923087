import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProviders } from '../providers/registry.ts';
import { TestClock, testKeys } from '../testing/app.ts';
import { mail, sealed } from '../testing/messages/queued-messages.ts';
import type { Channels, Mail } from './channels.ts';
import { deliverMail } from './deliver.ts';
import type { MessageDeliveryDeps } from './deliver.ts';
import type { QueuedNotice } from './enqueue.ts';
import { createSmtpMailer } from './smtp.ts';

const providers = readProviders();

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

  test('a mail server gets the calendar file of a notice, as a part that calendars read and as a file', async () => {
    const notice: QueuedNotice = {
      to: 'owner@home.example',
      language: 'en',
      content: { subject: 'Peak event', blocks: [{ text: 'Tonight.' }], ending: 'Why.' },
      calendar: { method: 'CANCEL', content: 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n' },
      until: null,
    };
    await deliverMail(
      deps(channelsWith(createSmtpMailer(`smtp://portal:dummy@${url}`))),
      sealed(notice),
      'job-2',
    );
    const [{ data } = { data: '' }] = received.splice(0);
    expect(data).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/);
    expect(data).toContain('peak-event.ics');
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
