import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import type { TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { accountIdOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import { testKeys } from '../testing/app.ts';
import { layOutMail } from '../notify/mail-layout.ts';
import type { Block } from '../notify/mail-layout.ts';
import type { QueuedNotice } from '../notify/enqueue.ts';
import type { JobData } from '../jobs/queue.ts';
import { openTestHouses } from '../testing/test-houses.ts';

type Sealed = JobData['send-mail'];
type QuoteBlock = Extract<Block, { readonly quote: string }>;

const en = { subject: 'Holiday', html: '<p>No <b>peak</b> events.</p><script>alert(1)</script>' };
const order = { words: { en } };

/** Of the owner in the home next door. */
const ROLE = { providerId: 'sunvale', id: 'ownersecond', accountId: accountIdOf('owner'), houseId: 'houseb' };

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  const queue = createRecordingJobs();
  const tokens = new Map<Person, string>();
  beforeAll(async () => {
    const houses = await openTestHouses(open, { jobs: queue.jobs });
    ({ database, app } = houses);
    for (const person of ['owner', 'second', 'operator'] as const) {
      tokens.set(person, await openSession(database.db, app, person));
    }
    return houses.close;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('message').execute();
    queue.sent.length = 0;
    app.clock.advance(MINUTE);
  });
  const post = (path: string, body: object, key?: string) =>
    app.call('POST', `/api/operator/${path}`, {
      token: tokens.get('operator'),
      body,
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    });
  const inboxOf = async (person: Person) => {
    const path = `/api/account/${accountIdOf(person)}/house/housea/message?archived=false`;
    return (await app.call('GET', path, { token: tokens.get(person) })).body;
  };
  const provider = () => {
    const found = app.providers.byId('sunvale');
    if (!found) throw new Error('sunvale');
    return found;
  };
  const told = async () =>
    (await database.db.selectFrom('message').select('accountId').orderBy('accountId').execute()).map(
      ({ accountId }) => accountId,
    );

  test('[T-21] a message is previewed as it will look, and counted, before anything is sent', async () => {
    const { status, body } = await post('message/dry-run', order);
    expect([status, body]).toEqual([
      200,
      {
        homes: 2,
        people: 6,
        mail: 6,
        sms: 0,
        voice: 0,
        previews: [
          {
            language: 'en',
            subject: 'Holiday',
            htmlBody: '<p>No <b>peak</b> events.</p>',
            plainTextBody: 'No peak events.',
          },
        ],
      },
    ]);
    expect([await told(), queue.sent]).toEqual([[], []]);
  });

  test('[MSG-2] [T-21] all homes, those of a program or one home are told once per key, cleaned, and by mail as they chose', async () => {
    expect((await post('message', order, 'once')).body).toEqual({ people: 6 });
    expect((await post('message', order, 'once')).body).toEqual({ people: 6 });
    expect(await told()).toHaveLength(6);
    expect(queue.sent).toHaveLength(6);
    expect(await inboxOf('owner')).toMatchObject([
      {
        subject: 'Holiday',
        htmlBody: '<p>No <b>peak</b> events.</p>',
        plainTextBody: 'No peak events.',
        kind: 'general_notification',
        language: 'en',
        read: null,
      },
    ]);
    expect((await post('message', { ...order, programId: 'water-heater' })).body).toEqual({ people: 6 });
    expect((await post('message', { ...order, houseId: 'houseb' })).body).toEqual({ people: 1 });
    expect((await post('message', { ...order, houseId: 'housea', incentive: true })).status).toBe(201);
    expect((await inboxOf('owner')).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'general_notification',
      'general_notification',
      'incentive_message',
    ]);
  });

  test('[LANG-1] [MSG-2] what is written in several languages is kept in each, for readers who switch theirs', async () => {
    await post('message', { words: { en, es: { subject: 'Festivo', html: '<p>Sin <b>eventos</b>.</p>' } } });
    expect(await inboxOf('owner')).toMatchObject([
      {
        subject: 'Holiday',
        language: 'en',
        translations: {
          en: { subject: 'Holiday', plainTextBody: 'No peak events.' },
          es: {
            subject: 'Festivo',
            htmlBody: '<p>Sin <b>eventos</b>.</p>',
            plainTextBody: 'Sin eventos.',
          },
        },
      },
    ]);
    await database.db.deleteFrom('message').execute();
    await post('message', order);
    expect(await inboxOf('owner')).toMatchObject([{ translations: {} }]);
  });

  test('[NOTIF-1] a person with two homes counts once, finds the message in both, and gets one mail', async () => {
    const home = { ...ROLE, role: 'house', access: 'owner' } as const;
    await database.db.insertInto('accountRole').values(home).execute();
    expect((await post('message/dry-run', order)).body).toMatchObject({ homes: 2, people: 6, mail: 6 });
    expect((await post('message', order, 'both')).body).toEqual({ people: 6 });
    expect([await told(), queue.sent]).toMatchObject({ 0: { length: 7 }, 1: { length: 6 } });
    // As after a call that was cut off between the homes.
    await database.db.deleteFrom('message').where('houseId', '=', 'houseb').execute();
    expect((await post('message', order, 'both')).body).toEqual({ people: 6 });
    // The neighbour's alone is sent again.
    expect([await told(), queue.sent]).toMatchObject({ 0: { length: 7 }, 1: { length: 7 } });
    // Mail of the first home is not wanted, that of the second is.
    const silent = { key: 'general_notification', email: false, sms: false, voice: false } as const;
    const { providerId, accountId } = ROLE;
    const setting = { providerId, accountId, houseId: 'housea', ...silent, updatedAt: app.clock.now() };
    await database.db.insertInto('messageSetting').values(setting).execute();
    expect((await post('message/dry-run', order)).body).toMatchObject({ people: 6, mail: 6 });
    expect((await post('message', order)).body).toEqual({ people: 6 });
    expect(queue.sent).toHaveLength(13);
    await database.db.deleteFrom('messageSetting').where('accountId', '=', accountId).execute();
    await database.db.deleteFrom('accountRole').where('id', '=', ROLE.id).execute();
  });

  test('[MSG-6] the inbox lists what is unanswered first, and what is older than its hundred by page', async () => {
    const read = async (query = '') =>
      (await app.call('GET', `/api/operator/inbox${query}`, { token: tokens.get('operator') })).body as {
        id: string;
        answeredAt: string | null;
        createdAt: string;
      }[];
    const { db } = database;
    const start = app.clock.now().getTime() - 200 * MINUTE;
    const place = {
      providerId: 'sunvale',
      houseId: 'housea',
      kind: 'direct_message',
      language: 'en',
    } as const;
    const rows = Array.from({ length: 120 }, (_, index) => ({
      ...place,
      accountId: accountIdOf(index === 0 ? 'second' : 'owner'),
      id: `q${index}`,
      dedupeKey: `own/q${index}`,
      fromAccount: true,
      subject: 'Q',
      htmlBody: '<p>Q</p>',
      plainTextBody: 'Q',
      createdAt: new Date(start + index * MINUTE),
    }));
    await db.insertInto('message').values(rows).execute();
    const first = await read();
    expect([first.length, first[0]?.id, first.at(-1)?.id]).toEqual([100, 'q119', 'q20']);
    const rest = await read(`?before=${first.at(-1)?.createdAt}`);
    expect([rest.length, rest[0]?.id, rest.at(-1)?.id]).toEqual([20, 'q19', 'q0']);
    for (const { id } of first.slice(0, 30)) await post(`inbox/${id}/answer`, { html: '<p>Yes</p>' });
    const again = await read();
    expect([again[0]?.id, again[89]?.id, again[90]?.id]).toEqual(['q89', 'q0', 'q119']);
    expect(again[90]?.answeredAt).toBe(app.clock.now().toISOString());
  });

  test('[T-41] a program or home of others, no words, marks of direction in a subject, and both targets at once are refused', async () => {
    const refused = async (body: object) => {
      const answer = await post('message', body);
      return [answer.status, answer.body.code];
    };
    expect(await refused({ ...order, programId: 'coast-cool' })).toEqual([422, 'program_unknown']);
    expect(await refused({ ...order, houseId: 'housec' })).toEqual([404, 'not_found']);
    for (const body of [{}, { words: {} }, { words: { en, xx: en } }, { words: { 'en-US': en } }]) {
      expect(await refused(body)).toEqual([400, 'bad_request']);
    }
    for (const mark of ['\u202E', '\u2066', '\u200F', '\u061C', '\n']) {
      const words = { en: { subject: `Bill${mark} credit`, html: '<p>Words</p>' } };
      expect(await refused({ words })).toEqual([400, 'bad_request']);
    }
    for (const html of [
      '<p></p>',
      '<img src="https://x.example/a.png">',
      '<p>&nbsp;\u200B</p>',
      '<p>\u3164</p>',
    ]) {
      expect(await refused({ words: { en, es: { subject: 'Nada', html } } })).toEqual([400, 'bad_request']);
    }
    expect(await refused({ ...order, houseId: 'housea', programId: 'water-heater' })).toEqual([
      400,
      'bad_request',
    ]);
    expect(await told()).toEqual([]);
  });

  test('[MSG-6] [T-41] what a person wrote reaches the operator, begins no mail, and the answer reaches that person alone', async () => {
    const place = `/api/account/${accountIdOf('owner')}/house/housea/message`;
    const question = { subject: 'Second thermostat', body: 'Does it count?' };
    const { body: sent } = await app.call('POST', place, { token: tokens.get('owner'), body: question });
    const read = async () =>
      (await app.call('GET', '/api/operator/inbox', { token: tokens.get('operator') })).body;
    expect(await read()).toEqual([
      {
        id: sent.uuid,
        createdAt: app.clock.now().toISOString(),
        name: 'owner Tester',
        email: 'owner@home.example',
        houseId: 'housea',
        address: '1 Test Street',
        subject: 'Second thermostat',
        text: 'Does it count?',
        answeredAt: null,
      },
    ]);
    // Deleted by its writer, it stays with the provider.
    await app.call('DELETE', `${place}/${sent.uuid}`, { token: tokens.get('owner') });
    expect(await read()).toMatchObject([{ text: 'Does it count?' }]);
    app.clock.advance(MINUTE);
    const answer = await post(`inbox/${sent.uuid}/answer`, {
      html: '<p>Yes.</p><img src="https://x.example/a">',
    });
    expect([answer.status, answer.body.answeredAt]).toEqual([201, app.clock.now().toISOString()]);
    expect(await inboxOf('owner')).toMatchObject([
      {
        subject: 'Second thermostat',
        htmlBody: '<p>Yes.</p>',
        parentMessageId: sent.uuid,
        fromAccount: false,
        read: null,
        kind: 'direct_message',
        language: null,
      },
    ]);
    expect(await inboxOf('second')).toEqual([]);
    expect(await read()).toMatchObject([{ answeredAt: app.clock.now().toISOString() }]);
    // In the mail, where the conversation is not seen, what was asked stands above, after words of our own.
    const { providerId, sealed } = queue.sent.at(-1) as Sealed;
    const order = JSON.parse(testKeys.open('message', providerId, sealed)) as QueuedNotice;
    expect(order.content.subject).toBe('Our answer: Second thermostat');
    expect(order.content.blocks.slice(0, 2)).toEqual([
      {
        intro: 'Sunvale Energy has answered your question.',
        asked: expect.stringMatching(/^You asked on \w+day, \w+ \d+:$/),
        quote: 'Does it count?',
      },
      { text: 'Yes.' },
    ]);
    const { html } = layOutMail(
      {
        ...order.content,
        blocks: [{ ...order.content.blocks[0], quote: '<img src=x>\n<b>' } as QuoteBlock],
      },
      { provider: provider(), language: 'en' },
    );
    expect(html).toContain(':<br>&lt;img src=x&gt;<br>&lt;b&gt;</blockquote>');
  });

  test('[MSG-6] [API-4] an answer that is sent again, because what came back was lost, is one message', async () => {
    const place = `/api/account/${accountIdOf('owner')}/house/housea/message`;
    const question = { subject: 'Second thermostat', body: 'Does it count?' };
    const { body: sent } = await app.call('POST', place, { token: tokens.get('owner'), body: question });
    const answer = (key: string) => post(`inbox/${sent.uuid}/answer`, { html: '<p>Yes.</p>' }, key);
    const first = await answer('once');
    app.clock.advance(MINUTE);
    const second = await answer('once');
    expect([second.status, second.body]).toEqual([201, first.body]);
    const answers = async () =>
      (await inboxOf('owner')).filter(({ fromAccount }: { fromAccount: boolean }) => !fromAccount).length;
    expect(await answers()).toBe(1);
    await answer('twice');
    expect(await answers()).toBe(2);
  });
});
