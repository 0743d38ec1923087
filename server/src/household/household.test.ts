import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HouseAccess } from '#contract/entities/account.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import { asDeclared } from '../testing/access-matrix/declared-errors.ts';
import { restoreHousehold } from '../testing/access-matrix/household-preconditions.ts';
import { invitationCodeIn } from '../testing/messages/mailbox.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { countOf, openSignInCalls, outcomeOf } from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { PASSWORD, accountIdOf, emailOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';

const FRIEND = 'friend@elsewhere.example';
const HOUSEHOLD = '/api/house/housea/household';

interface Asked {
  readonly email?: string;
  readonly access?: HouseAccess;
}

describe.each(databases)('%s', (_name, open) => {
  let calls: SignInCalls;
  let app: TestApp;
  const tokens = new Map<Person, string>();

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
    ({ app } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    calls.startAfresh();
    await restoreHousehold(calls.db, FRIEND);
    for (const person of ['owner', 'second', 'member', 'viewer', 'neighbour', 'foreign'] as const) {
      tokens.set(person, await openSession(calls.db, app, person));
    }
  });

  const ask = (
    person: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    on = app,
  ): Promise<Answer> =>
    asDeclared(method, path, on.call(method, path, { token: tokens.get(person), ...(body ? { body } : {}) }));
  const invite = ({ email = FRIEND, access = 'member' }: Asked = {}, by: Person = 'owner') =>
    ask(by, 'POST', `${HOUSEHOLD}/invitation`, { email, access });
  const codeTo = (email = FRIEND): string => invitationCodeIn(calls.mailbox.lastTo(email)?.values['link']);
  const registration = (code: string, changes: object = {}) => ({
    code,
    email: FRIEND,
    firstName: 'Fran',
    lastName: 'Ortiz',
    password: PASSWORD,
    ...changes,
  });
  const register = (code: string, changes: object = {}, pid?: string) =>
    calls.call('POST', 'register', registration(code, changes), pid);
  const join = (person: Person, code: string, on = app) =>
    ask(person, 'POST', '/api/auth/link-house', { code }, on);
  const accessOf = async (): Promise<Record<string, HouseAccess>> => {
    const { body } = await ask('owner', 'GET', HOUSEHOLD);
    return Object.fromEntries(
      (body.members as { email: string; access: HouseAccess }[]).map(({ email, access }) => [email, access]),
    );
  };
  const member = (person: Person) => `${HOUSEHOLD}/member/${accountIdOf(person)}`;
  /** Takes everybody but these out of house A. */
  const onlyIn = async (...people: readonly Person[]) => {
    await calls.db
      .deleteFrom('accountRole')
      .where('houseId', '=', 'housea')
      .where('role', '=', 'house')
      .where('accountId', 'not in', people.map(accountIdOf))
      .execute();
  };

  describe('invitations', () => {
    test('[AUTH-7] an owner invites; the code is in the mail, and neither in the answer nor in the database', async () => {
      const answer = await invite();
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(String),
        email: FRIEND,
        access: 'member',
        createdAt: app.clock.now().toISOString(),
        expiresAt: new Date(app.clock.now().getTime() + 7 * DAY).toISOString(),
        invitedBy: 'owner Tester',
      });
      const mail = calls.mailbox.lastTo(FRIEND);
      expect([mail?.name, mail?.values['name'], mail?.values['address']]).toEqual([
        'invitation',
        'owner Tester',
        '1 Test Street',
      ]);
      const code = codeTo();
      expect(code).not.toBe('');
      const rows = await calls.db.selectFrom('invitation').selectAll().execute();
      expect(JSON.stringify([rows, answer.body])).not.toContain(code);
      const { body } = await ask('owner', 'GET', HOUSEHOLD);
      expect(body.invitations).toEqual([answer.body]);
      expect(await calls.actions()).toEqual(['invited']);
    });

    test('[AUTH-7] a new person registers with it, is signed in, and belongs to the home', async () => {
      await invite({ access: 'viewer' });
      const code = codeTo();
      const preview = await calls.call('POST', 'invitation', { code });
      expect(preview.body).toEqual({
        address: '1 Test Street',
        email: FRIEND,
        access: 'viewer',
        invitedBy: 'owner Tester',
        programs: [],
      });
      const answer = await register(code);
      expect(answer.body.user).toMatchObject({
        email: FRIEND,
        firstName: 'Fran',
        roles: [{ role: 'house', houseId: 'housea', access: 'viewer' }],
      });
      const { token } = answer.body as { token: string };
      expect((await app.call('GET', '/api/house/housea/dashboard', { token })).status).toBe(200);
      // Owners and members are told, viewers are not.
      expect(calls.mailbox.lastTo(emailOf('member'))?.name).toBe('memberJoined');
      expect(calls.mailbox.lastTo(emailOf('viewer'))).toBeUndefined();
      expect(calls.mailbox.lastTo(emailOf('inactive'))).toBeUndefined();
      const signIn = await calls.call('POST', 'login', { email: FRIEND, password: PASSWORD });
      expect(signIn.status).toBe(200);
    });

    test('[AUTH-7] a signed-in person joins with it, whatever address it was sent to', async () => {
      await invite();
      const answer = await join('neighbour', codeTo());
      expect(answer.body.roles).toEqual([
        { role: 'house', houseId: 'housea', access: 'member' },
        { role: 'house', houseId: 'houseb', access: 'owner' },
      ]);
      expect((await ask('neighbour', 'GET', '/api/house/housea')).status).toBe(200);
    });

    test('[AUTH-7] [T-1] it works once, for seven days, at its provider, and for whoever is not there yet', async () => {
      await invite();
      const code = codeTo();
      expect(outcomeOf(await join('member', code))).toBe('409 already_member');
      expect(outcomeOf(await join('foreign', code))).toBe('410 invitation_expired');
      expect(outcomeOf(await register(code, {}, 'harbour'))).toBe('410 invitation_expired');
      app.clock.advance(7 * DAY - SECOND);
      tokens.set('neighbour', await openSession(calls.db, app, 'neighbour'));
      expect(outcomeOf(await join('neighbour', code))).toBe('200');
      expect(outcomeOf(await join('neighbour', code))).toBe('410 invitation_used');
      expect(outcomeOf(await register(code))).toBe('410 invitation_used');
      tokens.set('owner', await openSession(calls.db, app, 'owner'));
      await invite();
      const second = codeTo();
      app.clock.advance(7 * DAY);
      expect(outcomeOf(await calls.call('POST', 'invitation', { code: second }))).toBe(
        '410 invitation_expired',
      );
      expect(outcomeOf(await register(second))).toBe('410 invitation_expired');
    });

    test('[AUTH-7] of two who use it at the same moment on two servers, one joins', async () => {
      await invite();
      const code = codeTo();
      const answers = await Promise.all([
        join('neighbour', code),
        join('neighbour', code, calls.other),
        register(code),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const roles = await calls.db
        .selectFrom('invitation')
        .select(['acceptedBy'])
        .where('acceptedAt', 'is not', null)
        .execute();
      expect(roles).toHaveLength(1);
    });

    test('[AUTH-7] a withdrawn one, and one that a newer replaced, are worth nothing', async () => {
      await invite();
      const first = codeTo();
      const { body } = await invite({ access: 'viewer' });
      const second = codeTo();
      expect(outcomeOf(await register(first))).toBe('410 invitation_replaced');
      const path = `${HOUSEHOLD}/invitation/${body.id}`;
      expect(outcomeOf(await ask('owner', 'DELETE', path))).toBe('204');
      expect(outcomeOf(await ask('owner', 'DELETE', path))).toBe('404 not_found');
      expect(outcomeOf(await register(second))).toBe('410 invitation_expired');
      expect((await ask('owner', 'GET', HOUSEHOLD)).body.invitations).toEqual([]);
    });

    test('[AUTH-7] [T-19] who has joined with one keeps no other: a removed person cannot come back with it', async () => {
      await invite({ email: emailOf('neighbour') });
      const spare = codeTo(emailOf('neighbour'));
      await invite();
      expect((await join('neighbour', codeTo())).status).toBe(200);
      expect((await ask('owner', 'DELETE', member('neighbour'))).status).toBe(204);
      tokens.set('neighbour', await openSession(calls.db, app, 'neighbour'));
      expect(outcomeOf(await join('neighbour', spare))).toBe('410 invitation_expired');
    });

    test('[AUTH-7] [T-6] whoever registers has the invited address, a fit password and no account yet', async () => {
      await invite();
      const code = codeTo();
      expect(outcomeOf(await register(code, { email: 'other@elsewhere.example' }))).toBe(
        '422 email_not_invited',
      );
      expect(outcomeOf(await register(code, { password: 'short' }))).toBe('422 password_rejected');
      expect(outcomeOf(await register(code, { firstName: '\u200b' }))).toBe('400 name_invalid');
      expect(outcomeOf(await register(code, { firstName: 'Your account is suspended.' }))).toBe(
        '400 name_unlikely',
      );
      expect(outcomeOf(await register(code, { access: 'owner' }))).toBe('400 bad_request');
      await invite({ email: emailOf('neighbour') });
      const theirs = codeTo(emailOf('neighbour'));
      expect(outcomeOf(await register(theirs, { email: emailOf('neighbour') }))).toBe('409 account_exists');
      // Nothing of it used the invitations up.
      expect(outcomeOf(await join('neighbour', theirs))).toBe('200');
      expect(outcomeOf(await register(code))).toBe('200');
    });

    test('[AUTH-7] [T-10] guesses are counted for a network and for an account, and keep nobody out who was invited', async () => {
      const guess = () => calls.call('POST', 'invitation', { code: 'x'.repeat(43) });
      const answers: Answer[] = [];
      for (let count = 0; count < 21; count += 1) answers.push(await guess());
      expect(countOf(answers)).toEqual({ '410 invitation_expired': 20, '429 too_many_requests': 1 });
      expect(outcomeOf(await join('neighbour', 'x'.repeat(43)))).toBe('410 invitation_expired');
      await invite({ email: FRIEND });
      expect(outcomeOf(await calls.call('POST', 'invitation', { code: codeTo() }))).toBe('200');
      expect(outcomeOf(await register(codeTo()))).toBe('200');
      app.clock.advance(HOUR);
      expect(outcomeOf(await guess())).toBe('410 invitation_expired');
    });

    test('[AUTH-7] an address that is none, or in the home already, is refused; a home sends 20 a day', async () => {
      expect(outcomeOf(await invite({ email: 'a@b.example, c@d.example' }))).toBe('422 email_invalid');
      expect(outcomeOf(await invite({ email: emailOf('second').toUpperCase() }))).toBe('409 already_member');
      const answers: Answer[] = [];
      for (let count = 0; count < 21; count += 1) {
        answers.push(await invite({ email: `friend${count}@elsewhere.example` }));
      }
      expect(countOf(answers)).toEqual({ '201': 20, '429 too_many_requests': 1 });
    });

    test('[T-3] a new owner needs a fresh confirmation, since they could remove everybody', async () => {
      app.clock.advance(11 * MINUTE);
      expect(outcomeOf(await invite({ access: 'owner' }))).toBe('409 confirm_identity');
      expect(outcomeOf(await ask('owner', 'PUT', member('member'), { access: 'owner' }))).toBe(
        '409 confirm_identity',
      );
      expect(outcomeOf(await invite({ access: 'member' }))).toBe('201');
      tokens.set('owner', await openSession(calls.db, app, 'owner'));
      expect(outcomeOf(await invite({ access: 'owner' }))).toBe('201');
    });
  });

  describe('members', () => {
    test('[API-3] an owner sees and changes who may do what, and it counts from the next call on', async () => {
      const write = (person: Person) =>
        ask(person, 'PUT', '/api/house/housea/device/houseahwh', { name: 'Cellar' });
      expect([(await write('member')).status, (await write('viewer')).status]).toEqual([200, 403]);
      const answer = await ask('owner', 'PUT', member('member'), { access: 'viewer' });
      expect(answer.body).toMatchObject({ access: 'viewer', self: false });
      const refusal = await write('member');
      expect([outcomeOf(refusal), refusal.body.title]).toEqual([
        '403 access_insufficient',
        'Your access to this home does not allow this. An owner of the home can change it.',
      ]);
      expect((await ask('member', 'GET', '/api/house/housea')).status).toBe(200);
      expect(calls.mailbox.lastTo(emailOf('member'))?.name).toBe('accessViewer');
      const told = calls.mailbox.lastTo(emailOf('second'));
      expect([told?.name, told?.values]).toEqual([
        'memberChanged',
        { name: 'member Tester', address: '1 Test Street', access: 'viewer' },
      ]);
      expect(calls.mailbox.lastTo(emailOf('owner'))).toBeUndefined();
      await ask('owner', 'PUT', member('viewer'), { access: 'member' });
      expect((await write('viewer')).status).toBe(200);
      expect(await accessOf()).toMatchObject({
        [emailOf('member')]: 'viewer',
        [emailOf('viewer')]: 'member',
      });
    });

    test('[T-41] [LANG-1] [MSG-2] what is told of it can be read in each language, and shows no stored name that can be none', async () => {
      await calls.db
        .updateTable('account')
        .set({ firstName: 'Verify at bank.example' })
        .where('id', '=', accountIdOf('member'))
        .execute();
      await ask('owner', 'PUT', member('member'), { access: 'viewer' });
      await calls.db
        .updateTable('account')
        .set({ firstName: 'member' })
        .where('id', '=', accountIdOf('member'))
        .execute();
      const token = tokens.get('second');
      const inbox = `/api/account/${accountIdOf('second')}/house/housea/message`;
      const { body } = await app.call('GET', inbox, { token });
      const subject = 'Access to your home has changed: A member of your household';
      expect(body[0]).toMatchObject({
        subject,
        language: 'en',
        translations: {
          en: { subject },
          es: { subject: 'Cambió el acceso de Una persona de su hogar a su hogar' },
        },
      });
      expect(body[0].plainTextBody).toMatch(
        /^An owner of the home 1 Test Street made A member of your household a viewer/,
      );
      expect(body[0].translations.es.htmlBody).toContain('1 Test Street');
      expect(JSON.stringify(body)).not.toContain('bank.example');
    });

    test('[T-19] a removed person loses the home and every session with the next call, on every server', async () => {
      await invite({}, 'second');
      const code = codeTo();
      expect(outcomeOf(await ask('owner', 'DELETE', member('second')))).toBe('204');
      for (const on of [app, calls.other]) {
        const answer = await on.call('GET', '/api/house/housea', { token: tokens.get('second') });
        expect(outcomeOf(answer)).toBe('401 session_expired');
      }
      const token = await openSession(calls.db, app, 'second');
      expect((await app.call('GET', '/api/house/housea', { token })).status).toBe(404);
      // Whom they invited cannot come in any more.
      expect(outcomeOf(await register(code))).toBe('410 invitation_expired');
      expect(calls.mailbox.lastTo(emailOf('second'))?.name).toBe('removedFromHome');
      expect(calls.mailbox.lastTo(emailOf('owner'))?.name).toBe('memberLeft');
      expect(outcomeOf(await ask('owner', 'DELETE', member('second')))).toBe('404 not_found');
    });

    test('[API-3] people leave by themselves and stay signed in; the last owner who can sign in stays', async () => {
      await onlyIn('owner', 'viewer', 'inactive');
      const leave = (person: Person) =>
        ask(person, 'DELETE', `/api/account/${accountIdOf(person)}/house/housea`);
      expect(outcomeOf(await leave('owner'))).toBe('409 last_owner');
      expect(outcomeOf(await ask('owner', 'DELETE', member('owner')))).toBe('409 last_owner');
      expect(outcomeOf(await ask('owner', 'PUT', member('owner'), { access: 'member' }))).toBe(
        '409 last_owner',
      );
      expect(outcomeOf(await leave('viewer'))).toBe('204');
      expect((await ask('viewer', 'GET', '/api/house/housea')).status).toBe(404);
      expect((await ask('viewer', 'GET', `/api/account/${accountIdOf('viewer')}`)).status).toBe(200);
      expect(outcomeOf(await leave('neighbour'))).toBe('404 not_found');
    });

    test('[API-3] of two owners who leave at the same moment on two servers, one stays', async () => {
      await onlyIn('owner', 'second');
      const leave = (person: Person, on: TestApp) =>
        ask(person, 'DELETE', `/api/account/${accountIdOf(person)}/house/housea`, undefined, on);
      const answers = await Promise.all([leave('owner', app), leave('second', calls.other)]);
      expect(countOf(answers)).toEqual({ '204': 1, '409 last_owner': 1 });
    });
  });
});
