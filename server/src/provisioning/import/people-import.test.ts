import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invitationCodeIn } from '../../testing/messages/mailbox.ts';
import { databases } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { csv, homeLines, HOMES, NONE, openImportCalls } from '../../testing/import-calls.ts';
import type { ImportCalls } from '../../testing/import-calls.ts';
import { emailOf, PASSWORD } from '../../testing/test-data.ts';

const PEOPLE = 'account_number,email,first_name,last_name,language,access,invite';

describe.each(databases)('people of a file on %s', (_name, open) => {
  let database: TestDatabase;
  let calls: ImportCalls;

  beforeAll(async () => {
    database = await open();
    calls = await openImportCalls(database);
  });
  beforeEach(async () => {
    await calls.startAfresh();
    await calls.imported('homes', HOMES, ...homeLines(2));
  });
  afterAll(async () => {
    await calls.app.close();
    await database.close();
  });

  const named = () =>
    database.db
      .selectFrom('namedPerson as n')
      .innerJoin('house as h', 'h.id', 'n.houseId')
      .select(['premiseId', 'email', 'access', 'n.language', 'invitedAt'])
      .orderBy('premiseId')
      .orderBy('email')
      .execute();

  test('[API-3] [T-40] they are invited only when the file says so, once, and come in with the access it names', async () => {
    const lines = [
      PEOPLE,
      'A-0,Ann@New.Example,Ann,Ortiz,es,,yes',
      'A-0,bob@new.example,,,,viewer,no',
      'A-1,cat@new.example,,,,,',
    ];
    expect(await calls.imported('people', ...lines)).toEqual({ ...NONE, new: 3 });
    const invitedAt = calls.app.clock.now();
    expect(await named()).toEqual([
      { premiseId: 'P-0', email: 'ann@new.example', access: 'owner', language: 'es', invitedAt },
      { premiseId: 'P-0', email: 'bob@new.example', access: 'viewer', language: null, invitedAt: null },
      { premiseId: 'P-1', email: 'cat@new.example', access: 'owner', language: null, invitedAt: null },
    ]);
    const mails = calls.mails();
    expect(mails.map(({ to, name, language }) => [to, name, language])).toEqual([
      ['ann@new.example', 'providerInvitation', 'es'],
    ]);
    expect(await calls.imported('people', ...lines)).toEqual({ ...NONE, unchanged: 3 });
    expect(calls.mails()).toHaveLength(1);
    const { status, body } = await calls.app.call('POST', '/api/auth/register', {
      body: {
        code: invitationCodeIn(mails[0]?.values['link']),
        email: 'ann@new.example',
        firstName: 'Ann',
        lastName: 'Ortiz',
        password: PASSWORD,
      },
    });
    expect([status, body.user?.roles]).toEqual([
      200,
      [{ role: 'house', houseId: expect.any(String), access: 'owner' }],
    ]);
    expect((await named()).map(({ email }) => email)).toEqual(['bob@new.example', 'cat@new.example']);
    // From now on Ann decides; what the file says of people who are there already or were named stays.
    await calls.signIn();
    const again = await calls.upload(
      'people',
      csv(...lines, 'A-0,dan@new.example,,,,,yes', 'A-0,ann@new.example,,,,viewer,'),
    );
    expect(again.body.counts).toEqual({ ...NONE, unchanged: 3, refused: 2 });
    expect(again.body.problems).toEqual([
      { line: 5, column: 'email', message: 'An owner of this home can sign in and decides who comes in.' },
      { line: 6, column: 'email', message: 'The same is on line 2 already.' },
    ]);
  });

  test('[PHONE-4] [T-37] [T-44] the number of a file is theirs when they come, and nobody has verified it', async () => {
    const header = 'account_number,email,phone,invite';
    const refused = await calls.upload(
      'people',
      csv(header, 'A-0,pat@new.example,911,yes', 'A-0,b@c.example,+44 20 7946 0018,'),
    );
    expect(refused.body.problems).toEqual([
      { line: 2, column: 'phone', message: '911 is no number of this country that can get texts.' },
      {
        line: 3,
        column: 'phone',
        message: '+44 20 7946 0018 is no number of this country that can get texts.',
      },
    ]);
    const lines = [header, 'A-0,pat@new.example,(303) 555-0142,yes'];
    expect(await calls.imported('people', ...lines)).toEqual({ ...NONE, new: 1 });
    expect(await calls.imported('people', ...lines)).toEqual({ ...NONE, unchanged: 1 });
    const numbers = () =>
      database.db
        .selectFrom('phoneNumber')
        .innerJoin('account', 'account.id', 'phoneNumber.accountId')
        .select(['phone', 'countryCode', 'verifiedAt'])
        .where('email', '=', 'pat@new.example')
        .execute();
    expect(await numbers()).toEqual([]);
    const body = { email: 'pat@new.example', firstName: 'Ann', lastName: 'Ortiz', password: PASSWORD };
    const code = invitationCodeIn(calls.mails()[0]?.values['link']);
    await calls.app.call('POST', '/api/auth/register', { body: { ...body, code } });
    expect(await numbers()).toEqual([{ phone: '3035550142', countryCode: '1', verifiedAt: null }]);
  });

  test('[T-44] [T-1] a household that is not there, no address, and the address of another home', async () => {
    const { body } = await calls.upload(
      'people',
      csv(
        PEOPLE,
        'A-9,pat@new.example,,,,,yes',
        'A-1,"pat@new.example, bob@new.example",,,,,yes',
        'A-1,eve@new.example,,,xx,king,maybe',
        `A-1,${emailOf('neighbour')},,,,,yes`,
      ),
    );
    expect(body.counts).toEqual({ ...NONE, new: 1, refused: 3 });
    expect(
      (body.problems as { line: number; column: string }[]).map(({ line, column }) => [line, column]),
    ).toEqual([
      [2, 'account_number'],
      [3, 'email'],
      [4, 'access'],
      [4, 'invite'],
    ]);
    const roles = () =>
      database.db
        .selectFrom('accountRole')
        .innerJoin('account', 'account.id', 'accountRole.accountId')
        .select(['houseId', 'access', 'firstName'])
        .where('email', '=', emailOf('neighbour'))
        .execute();
    const before = await roles();
    await calls.apply(body.importId);
    expect(await roles()).toEqual(before);
    expect(calls.mails().map(({ to }) => to)).toEqual([emailOf('neighbour')]);
    expect((await calls.call('GET', `${body.importId}/report`)).text).toContain(
      '5,"new","email","This address belongs to somebody of another home, who keeps both."',
    );
  });
});
