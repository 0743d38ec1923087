import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '#contract/entities/message.ts';
import { MINUTE } from '#domain/time/time.ts';
import { insertOnce } from '../stores/messages/messages.ts';
import type { NewMessage } from '../stores/messages/messages.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { PASSWORD, PEOPLE, accountIdOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const messageTo = (person: Person, houseId: string, more: Partial<NewMessage> = {}): NewMessage => ({
  providerId: PEOPLE[person].providerId,
  accountId: accountIdOf(person),
  houseId,
  id: `${person}1`,
  kind: 'peak_demand',
  dedupeKey: 'dispatch1/scheduled',
  dispatchId: 'dispatch1',
  eventId: 'event1',
  language: 'en',
  subject: 'Peak event',
  htmlBody: '<p>Peak event</p>',
  plainTextBody: 'Peak event',
  ...more,
});

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  const tokens = new Map<Person, string>();
  beforeAll(async () => {
    const houses = await openTestHouses(open, { jobs: createRecordingJobs().jobs });
    ({ database, app } = houses);
    for (const person of ['owner', 'second', 'neighbour', 'adminOwn', 'foreign'] as const) {
      tokens.set(person, await openSession(database.db, app, person));
    }
    return houses.close;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('message').execute();
    app.clock.advance(MINUTE);
  });
  const insert = (...all: NewMessage[]) => insertOnce(database.db, all, app.clock.now());
  const placeOf = (person: Person, houseId = 'housea') =>
    `/api/account/${accountIdOf(person)}/house/${houseId}/message`;
  const call = (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    as: Person = 'owner',
  ) => app.call(method, path, { token: tokens.get(as), ...(body ? { body } : {}) });
  const ofOwner = (rest: string) => call('GET', `${placeOf('owner')}${rest}`);
  const subjects = async (rest: string) => {
    const { body } = await ofOwner(rest);
    return (body as Message[]).map(({ subject }) => subject);
  };
  const outcomeOf = ({ status, body }: Answer) => [status, body?.code];

  test('[MSG-2] [API-4] a message has every field; a person has one about a thing, whatever id it is written under', async () => {
    expect(await insert(messageTo('owner', 'housea'), messageTo('second', 'housea'))).toEqual(
      new Set(['owner1', 'second1']),
    );
    expect(await insert(messageTo('owner', 'housea', { id: 'owner2' }))).toEqual(new Set());
    expect((await ofOwner('?archived=false')).body).toEqual([
      {
        uuid: 'owner1',
        translations: {},
        subject: 'Peak event',
        htmlBody: '<p>Peak event</p>',
        plainTextBody: 'Peak event',
        createdAt: app.clock.now().toISOString(),
        read: null,
        favorite: false,
        archived: false,
        kind: 'peak_demand',
        fromAccount: false,
        parentMessageId: null,
        eventId: 'event1',
        language: 'en',
        about: 'event',
      },
    ]);
  });

  test('[MSG-1] [MSG-4] [API-1] inbox, favorites and archive; read, unread and the count; deleted is gone', async () => {
    await insert(
      messageTo('owner', 'housea'),
      messageTo('owner', 'housea', { id: 'owner2', dedupeKey: 'dispatch1/result', subject: 'Result' }),
    );
    const count = async () => (await ofOwner('?read=false&archived=false&countOnly=1')).body;
    const dashboard = async () => (await call('GET', '/api/house/housea/dashboard')).body.messages;
    expect(await count()).toEqual({ count: 2 });
    expect(await dashboard()).toEqual({ unread: 2, newest: 'owner1' });

    const first = app.clock.now().toISOString();
    const address = `${placeOf('owner')}/owner1`;
    expect((await call('PUT', address, { read: true })).body).toMatchObject({ uuid: 'owner1', read: first });
    app.clock.advance(MINUTE);
    expect((await call('PUT', address, { read: true, favorite: true })).body).toMatchObject({
      read: first,
      favorite: true,
    });
    expect([await count(), await dashboard()]).toEqual([{ count: 1 }, { unread: 1, newest: 'owner1' }]);
    expect((await call('PUT', address, { read: false })).body).toMatchObject({ read: null, favorite: true });
    expect(await subjects('?favorite=true')).toEqual(['Peak event']);
    expect((await ofOwner('?archived=false')).body).toMatchObject([{ about: 'event' }, { about: 'result' }]);

    await database.db
      .updateTable('message')
      .set({ archivedAt: app.clock.now() })
      .where('id', '=', 'owner2')
      .execute();
    expect([await subjects('?archived=false'), await subjects('?archived=true')]).toEqual([
      ['Peak event'],
      ['Result'],
    ]);
    expect((await call('DELETE', address)).status).toBe(204);
    // What is deleted or archived is not what the inbox shows.
    expect(await dashboard()).toEqual({ unread: 0, newest: null });
    expect(outcomeOf(await call('DELETE', address))).toEqual([404, 'not_found']);
    expect(outcomeOf(await call('PUT', address, { favorite: true }))).toEqual([404, 'not_found']);
    expect(await subjects('')).toEqual(['Result']);
    const row = await database.db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', 'owner1')
      .executeTakeFirstOrThrow();
    expect(row.deletedAt).not.toBeNull();
    expect(await insert(messageTo('owner', 'housea', { id: 'owner3' }))).toEqual(new Set());
  });

  test('[MSG-4] a deleted message is as it was when its deletion is taken back within a minute, and gone after it', async () => {
    await insert(messageTo('owner', 'housea'), messageTo('second', 'housea'));
    const address = `${placeOf('owner')}/owner1`;
    const restore = (as: Person = 'owner') => call('POST', `${address}/restore`, undefined, as);
    await call('PUT', address, { favorite: true });
    const [before] = (await ofOwner('')).body as Message[];
    expect((await call('DELETE', address)).status).toBe(204);
    app.clock.advance(MINUTE - 1);
    expect((await restore('second')).status).toBe(404);
    expect(await restore()).toMatchObject({ status: 200, body: before });
    expect((await restore()).status).toBe(200);
    expect((await ofOwner('')).body).toEqual([before]);
    await call('DELETE', address);
    app.clock.advance(MINUTE);
    expect(outcomeOf(await restore())).toEqual([404, 'not_found']);
    expect((await ofOwner('')).body).toEqual([]);
    expect((await call('GET', placeOf('second'), undefined, 'second')).body).toHaveLength(1);
  });

  test('[MSG-1] a message is moved to the archive and back; nothing or something else to change is refused', async () => {
    await insert(messageTo('owner', 'housea', { kind: 'incentive_message' }));
    const address = `${placeOf('owner')}/owner1`;
    expect((await call('PUT', address, { archived: true })).body).toMatchObject({
      archived: true,
      read: null,
    });
    expect([await subjects('?archived=false'), await subjects('?archived=true')]).toEqual([
      [],
      ['Peak event'],
    ]);
    expect((await call('PUT', address, { archived: false })).body).toMatchObject({ archived: false });
    expect(await subjects('?archived=false')).toEqual(['Peak event']);
    for (const body of [{}, { archived: 'yes' }, { deleted: true }]) {
      expect(outcomeOf(await call('PUT', address, body))).toEqual([400, 'bad_request']);
    }
  });

  test('[MSG-4] all messages of the inbox that a person has seen are marked as read in one call, nobody else’s', async () => {
    const readAll = (body: object, as: Person = 'owner') => call('PUT', `${placeOf('owner')}/read`, body, as);
    const [old, seen] = ['old', 'seen'].map((id) => messageTo('owner', 'housea', { id, dedupeKey: id }));
    if (!old || !seen) throw new Error('no messages');
    await insert(old, seen, messageTo('second', 'housea'));
    await database.db
      .updateTable('message')
      .set({ archivedAt: app.clock.now() })
      .where('id', '=', 'old')
      .execute();
    const until = app.clock.now().toISOString();
    app.clock.advance(MINUTE);
    await insert(messageTo('owner', 'housea', { id: 'new', dedupeKey: 'new' }));
    for (const body of [{ until: 'yesterday' }, { until: '0000-01-01T00:00:00Z' }, {}]) {
      expect(outcomeOf(await readAll(body))).toEqual([400, 'bad_request']);
    }
    expect((await readAll({ until }, 'second')).status).toBe(404);
    expect((await readAll({ until })).body).toEqual({ count: 1 });
    expect((await readAll({ until })).body).toEqual({ count: 0 });
    const { body: unread } = await ofOwner('?read=false');
    expect((unread as Message[]).map(({ uuid }) => uuid)).toEqual(['new', 'old']);
    expect((await readAll({ until: app.clock.now().toISOString() })).body).toEqual({ count: 1 });
    expect((await call('GET', placeOf('second'), undefined, 'second')).body).toMatchObject([{ read: null }]);
  });

  test('a changed password is told in the message center of its owner, and of nobody else', async () => {
    const path = `/api/account/${accountIdOf('owner')}/password`;
    const changed = await call('POST', path, { oldPassword: PASSWORD, newPassword: 'AnotherHorse43' });
    expect(changed.status).toBe(204);
    const [told] = (await ofOwner('?archived=false')).body as Message[];
    expect(told).toMatchObject({ subject: 'Your password was changed', read: null, about: null });
    expect(told?.plainTextBody).toContain('support@');
    expect(told?.htmlBody).toMatch(/^<p>.+<\/p><p>.+<\/p>$/);
    expect((await call('GET', placeOf('second'), undefined, 'second')).body).toEqual([]);
  });

  test.each([
    '?archived=false',
    '?archived=true',
    '?favorite=true',
    '?archived=false&read=false&countOnly=1',
  ])(
    '[API-1] %s is answered with 304 and no body until it changes, and never without a session',
    async (query) => {
      await insert(messageTo('owner', 'housea'), messageTo('second', 'housea'));
      if (query === '?archived=true') {
        await database.db.updateTable('message').set({ archivedAt: app.clock.now() }).execute();
      }
      await database.db.updateTable('message').set({ favorite: true }).execute();
      const first = await ofOwner(query);
      const again = (tag: unknown) =>
        app.call('GET', `${placeOf('owner')}${query}`, {
          token: tokens.get('owner'),
          headers: { 'if-none-match': String(tag) },
        });
      const unchanged = await again(first.headers['etag']);
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
      await call('PUT', `${placeOf('owner')}/owner1`, { read: true });
      const changed = await again(first.headers['etag']);
      expect([changed.status, changed.headers['etag'] === first.headers['etag']]).toEqual([200, false]);
      const anonymous = await app.call('GET', `${placeOf('owner')}${query}`, {
        headers: { 'if-none-match': String(changed.headers['etag']) },
      });
      expect(anonymous.status).toBe(401);
    },
  );

  test('[MSG-4] messages about rewards cannot be deleted', async () => {
    await insert(messageTo('owner', 'housea', { kind: 'incentive_message' }));
    expect(outcomeOf(await call('DELETE', `${placeOf('owner')}/owner1`))).toEqual([422, 'message_kept']);
    expect(await subjects('')).toEqual(['Peak event']);
  });

  test('[T-5] messages of others cannot be listed, read, starred, deleted or answered, not even in the same home', async () => {
    await insert(messageTo('owner', 'housea'));
    // The last one has the owner's address at another provider.
    const strangers = ['second', 'adminOwn', 'neighbour', 'foreign'] as const;
    for (const person of strangers) {
      const [role] = PEOPLE[person].houses;
      for (const path of [placeOf(person, role[1]), placeOf(person), placeOf('owner')]) {
        const listed = await call('GET', path, undefined, person);
        expect(listed.status === 404 || listed.text === '[]').toBe(true);
        const reply = { parentMessageId: 'owner1', body: 'Mine?' };
        expect((await call('PUT', `${path}/owner1`, { read: true }, person)).status).toBe(404);
        expect((await call('DELETE', `${path}/owner1`, undefined, person)).status).toBe(404);
        expect((await call('PUT', `${path}/reply`, reply, person)).status).toBe(404);
      }
    }
    expect((await ofOwner('')).body).toMatchObject([{ uuid: 'owner1', read: null, favorite: false }]);
    expect((await ofOwner('?read=false&archived=false&countOnly=1')).body).toEqual({ count: 1 });
  });

  test('[MSG-6] a person writes twenty messages a day; a repeated one counts once, and others go on', async () => {
    const write = (as: Person, key: string) =>
      app.call('POST', placeOf(as), {
        token: tokens.get(as),
        headers: { 'idempotency-key': key },
        body: { subject: 'Hello', body: 'Again' },
      });
    for (let index = 0; index < 20; index += 1) {
      expect((await write('second', `key${index}`)).status).toBe(201);
    }
    expect((await write('second', 'key0')).status).toBe(201);
    expect(outcomeOf(await write('second', 'key20'))).toEqual([429, 'too_many_requests']);
    expect((await write('owner', 'key20')).status).toBe(201);
  });

  test('[MSG-6] an admin, whom no answer would reach, cannot write', async () => {
    const body = { subject: 'Hello', body: 'Words' };
    expect(outcomeOf(await call('POST', placeOf('adminOwn'), body, 'adminOwn'))).toEqual([404, 'not_found']);
    expect((await call('GET', placeOf('adminOwn'), undefined, 'adminOwn')).status).toBe(200);
  });

  test.each(['archived=banana', 'read=TRUE', 'favorite='])(
    '[API-1] a filter %s is refused',
    async (query) => {
      expect(outcomeOf(await ofOwner(`?${query}`))).toEqual([400, 'bad_request']);
    },
  );

  test('[MSG-6] [T-21] a new message and an answer are plain words, read by their writer, and sent once per key', async () => {
    await insert(messageTo('owner', 'housea'));
    app.clock.advance(MINUTE);
    const words = {
      subject: ' Rebate <b> ',
      body: 'Hello,\r\n\r\n<img src=x onerror=alert(1)>\nSecond & last',
    };
    const send = (body: object, key = 'once') =>
      app.call('POST', placeOf('owner'), {
        token: tokens.get('owner'),
        body,
        headers: { 'idempotency-key': key },
      });
    const sent = await send(words);
    expect([sent.status, sent.body]).toMatchObject([
      201,
      {
        subject: 'Rebate <b>',
        htmlBody: '<p>Hello,</p><p>&lt;img src=x onerror=alert(1)&gt;<br />Second &amp; last</p>',
        plainTextBody: 'Hello,\n\n<img src=x onerror=alert(1)>\nSecond & last',
        read: app.clock.now().toISOString(),
        fromAccount: true,
        kind: 'direct_message',
      },
    ]);
    expect((await send(words)).body).toEqual(sent.body);
    const both = await Promise.all([1, 2].map(() => send({ subject: 'At once', body: 'b' }, 'at once')));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(outcomeOf(await send({ ...words, subject: 'Other' }))).toEqual([422, 'idempotency_mismatch']);
    app.clock.advance(MINUTE);
    const answer = await call('PUT', `${placeOf('owner')}/reply`, {
      parentMessageId: 'owner1',
      body: 'Thanks',
    });
    expect(answer.body).toMatchObject({
      subject: 'Peak event',
      parentMessageId: 'owner1',
      fromAccount: true,
    });
    expect((await subjects('?archived=false')).toSorted()).toEqual([
      'At once',
      'Peak event',
      'Peak event',
      'Rebate <b>',
    ]);
    for (const body of ['', ' \n ', '\u200B\u3164', 'a\0b', '\uD800', 'x'.repeat(10_001)]) {
      const refused = await call('POST', placeOf('owner'), { subject: 'No', body });
      expect(outcomeOf(refused)).toEqual([400, 'bad_request']);
    }
  });
});
