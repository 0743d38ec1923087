import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { deliverMail } from '../notify/deliver.ts';
import { createSmtpMailer } from '../notify/smtp.ts';
import { renderMail } from '../notify/templates.ts';
import { testKeys } from '../testing/app.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { outcomeOf } from '../testing/auth/sign-in-calls.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { HOMES, homeLines, openImportCalls } from '../testing/import-calls.ts';
import type { ImportCalls } from '../testing/import-calls.ts';
import { invitationCodeIn } from '../testing/messages/mailbox.ts';
import { sealed } from '../testing/messages/queued-messages.ts';
import { PASSWORD } from '../testing/test-data.ts';

const PEOPLE = 'account_number,email,access,invite';
const emailOf = (n: number): string => `p${n}@new.example`;
const lines = (count: number) => Array.from({ length: count }, (_, n) => `A-${n},${emailOf(n)},owner,yes`);

/** A mail server that refuses every third address. */
const startPickyServer = async () => {
  const accepted: string[] = [];
  let asked = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      asked += 1;
      if (asked % 3 === 0) {
        done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
        return;
      }
      accepted.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

describe.each(databases)('invitations of a file on %s', (_name, open) => {
  let database: TestDatabase;
  let calls: ImportCalls;

  beforeAll(async () => {
    database = await open();
    calls = await openImportCalls(database);
  });
  beforeEach(async () => {
    await calls.startAfresh();
    await database.db.deleteFrom('account').where('email', 'like', '%@new.example').execute();
    await calls.imported('homes', HOMES, ...homeLines(9));
  });
  afterAll(async () => {
    await calls.app.close();
    await database.close();
  });

  const call = (path: string, body: object, token?: string) =>
    calls.app.call('POST', `/api${path}`, { body, ...(token === undefined ? {} : { token }) });
  const resend = (body: object = {}) => call('/operator/invitation/resend', body, calls.token());
  const later = async (ms: number) => {
    calls.app.clock.advance(ms);
    await calls.signIn();
  };
  const mailsTo = (email: string) => calls.mails().filter(({ to }) => to === email);
  const codes = (email: string) => mailsTo(email).map(({ values }) => invitationCodeIn(values['link']));
  const register = (code: string, email: string) =>
    call('/auth/register', { code, email, firstName: 'Ann', lastName: 'Ortiz', password: PASSWORD });
  const whatIs = async (code = '') => outcomeOf(await call('/auth/invitation', { code }));

  test('[AUTH-7] [T-41] the mail begins with the provider, and names home and programs', async () => {
    await calls.imported(
      'devices',
      'premise_id,link,maker_device_id,kind,maker,model',
      'P-0,simulator,u-0,hwh,rheem,Heat Pump Water Heater Gen 5',
    );
    await calls.imported('enrolments', 'premise_id,program_id,from', 'P-0,water-heater,2026-01-01');
    await calls.imported('people', PEOPLE, ...lines(2));
    const provider = calls.app.providers.byId('sunvale');
    if (!provider) throw new Error('no provider');
    const textOf = (n: number, language: string) => {
      const [mail] = mailsTo(emailOf(n));
      return renderMail('providerInvitation', { provider, language, values: mail?.values ?? {} });
    };
    const { subject, text } = textOf(0, 'en');
    expect(subject).toMatch(/^Sunvale Energy invites you/);
    expect(text).toContain(
      'Sunvale Energy invites you to the home 0 New Street in its portal. Your home is to take part in Water Heater Saver. You can then',
    );
    expect(textOf(1, 'en').text).toContain('1 New Street in its portal. You can then');
    expect(textOf(1, 'es').text).toContain('1 New Street en su portal. Así podrá');
  });

  test('[AUTH-7] a mail server that refuses every third address keeps none of the others, and they are invited again', async () => {
    await calls.imported('people', PEOPLE, ...lines(9));
    expect(await calls.imported('people', PEOPLE, ...lines(9))).toMatchObject({ unchanged: 9 });
    expect(calls.mails()).toHaveLength(9);
    const picky = await startPickyServer();
    const deps = {
      db: database.db,
      clock: calls.app.clock,
      keys: testKeys,
      providers: calls.app.providers,
      channels: { mailer: createSmtpMailer(picky.url), sms: null as never, voice: null as never },
      mailFrom: null,
    };
    const refusals = new Map<string, unknown>();
    for (const [n, mail] of calls.mails().entries()) {
      await deliverMail(deps, sealed(mail), `job-${n}`).catch((error: unknown) =>
        refusals.set(mail.to ?? '', (error as { readonly responseCode?: number }).responseCode),
      );
    }
    await picky.close();
    const refused = [2, 5, 8].map(emailOf);
    expect([...refusals]).toEqual(refused.map((email) => [email, 550]));
    expect(picky.accepted).toHaveLength(6);
    for (const email of picky.accepted) await register(codes(email).at(-1) ?? '', email);
    await later(2 * HOUR);
    expect((await resend()).body).toEqual({ sent: 3, left: 0 });
    expect(
      calls
        .mails()
        .slice(9)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(refused);
  });

  test('[AUTH-7] who has not come is invited again on demand, not twice within an hour; the earlier link says so', async () => {
    await calls.imported('people', PEOPLE, ...lines(2));
    expect((await resend()).body).toEqual({ sent: 0, left: 0 });
    await later(HOUR + MINUTE);
    const sentBefore = calls.app.clock.now().toISOString();
    expect((await resend({ accountNumber: 'A-1', sentBefore })).body).toEqual({ sent: 1, left: 0 });
    expect((await resend({ accountNumber: 'A-1', sentBefore })).body).toEqual({ sent: 0, left: 0 });
    const [earlier, latest] = codes(emailOf(1));
    expect(await whatIs(earlier)).toBe('410 invitation_replaced');
    expect(await whatIs(latest)).toBe('200');
    // A file that is repeated sends nothing, also now.
    await calls.imported('people', PEOPLE, ...lines(2));
    expect(calls.mails()).toHaveLength(3);
    await later(8 * DAY);
    expect(await whatIs(latest)).toBe('410 invitation_expired');
    expect(
      (await resend({ sentBefore: new Date(calls.app.clock.now().getTime() - 8 * DAY - HOUR).toISOString() }))
        .body,
    ).toEqual({
      sent: 1,
      left: 0,
    });
    expect(calls.mails().at(-1)?.to).toBe(emailOf(0));
  });

  test('[AUTH-7] more than a hundred are sent in pages, each once', async () => {
    await calls.imported('homes', HOMES, ...homeLines(130));
    await calls.imported('people', PEOPLE, ...lines(130));
    await later(2 * HOUR);
    const before = calls.mails().length;
    expect((await resend()).body).toEqual({ sent: 100, left: 30 });
    expect((await resend()).body).toEqual({ sent: 30, left: 0 });
    expect((await resend()).body).toEqual({ sent: 0, left: 0 });
    const sent = calls
      .mails()
      .slice(before)
      .map(({ to }) => to);
    expect(new Set(sent).size).toBe(130);
  });

  test('[AUTH-7] [T-40] an invitation that was used, withdrawn, or is for a home that has moved meanwhile opens nothing, and says which', async () => {
    await calls.imported('people', PEOPLE, ...lines(3));
    const [used = '', moved = '', withdrawn = ''] = [0, 1, 2].map((n) => codes(emailOf(n))[0] ?? '');
    expect((await register(used, emailOf(0))).status).toBe(200);
    expect(await whatIs(used)).toBe('410 invitation_used');
    expect(outcomeOf(await register(used, emailOf(0)))).toBe('410 invitation_used');

    const home = await calls.app.call('POST', '/api/operator/home/P-1/move', {
      token: calls.token(),
      body: { accountNumber: 'A-100' },
    });
    expect(home.status).toBe(200);
    expect(await whatIs(moved)).toBe('410 invitation_expired');
    expect(outcomeOf(await register(moved, emailOf(1)))).toBe('410 invitation_expired');
    const neighbour = await openSession(database.db, calls.app, 'neighbour');
    expect(outcomeOf(await call('/auth/link-house', { code: moved }, neighbour))).toBe(
      '410 invitation_expired',
    );

    const { id, houseId } = await database.db
      .selectFrom('invitation')
      .select(['id', 'houseId'])
      .where('email', '=', emailOf(2))
      .executeTakeFirstOrThrow();
    const path = `/api/operator/house/${houseId}/invitation/${id}`;
    await calls.app.call('DELETE', path, { token: calls.token() });
    expect(await whatIs(withdrawn)).toBe('410 invitation_expired');
    await later(2 * HOUR);
    // Nobody of the household that has left, and nobody who has come.
    await resend();
    expect(
      calls
        .mails()
        .slice(3)
        .map(({ to }) => to),
    ).toContain(emailOf(2));
    expect(mailsTo(emailOf(0))).toHaveLength(1);
    expect(mailsTo(emailOf(1)).filter(({ name }) => name === 'providerInvitation')).toHaveLength(1);
  });
});
