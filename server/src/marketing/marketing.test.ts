import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { applyRetention } from '../testing/telemetry/retention.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { accountIdOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const HOSTILE = [
  '<p>Enroll <b>now</b>.</p><script>alert(1)</script><img src="https://x.example/a.png" onerror="alert(1)">',
  '<a href="javascript:alert(1)">here</a><iframe src="https://x.example"></iframe>',
].join('');
const CLEAN = '<p>Enroll <b>now</b>.</p><a>here</a>';

const words = {
  en: { title: 'Add your pool pump', html: HOSTILE, linkTitle: 'See if you qualify' },
  es: { title: 'Agregue su bomba', html: '<p>Inscríbala.</p>', linkTitle: 'Ver' },
};
const offer = { link: 'https://utility.example/pool', words };
/** The offer with another title, which people read who read English. */
const titled = (title: string) => ({ ...offer, words: { ...words, en: { ...words.en, title } } });

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  const tokens = new Map<Person, string>();
  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    return houses.close;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('marketingMessage').execute();
    app.clock.advance(MINUTE);
    // Sessions of operators last an hour.
    for (const person of ['owner', 'second', 'neighbour', 'foreign', 'adminOwn', 'operator'] as const) {
      tokens.set(person, await openSession(database.db, app, person));
    }
  });
  const call = (person: Person, method: string, path: string, body?: object, headers = {}) =>
    app.call(method, `/api${path}`, { token: tokens.get(person), headers, ...(body ? { body } : {}) });
  const publish = (body: object, key?: string) =>
    call('operator', 'POST', '/operator/marketing', body, key ? { 'idempotency-key': key } : {});
  const shownAt = async (houseId: string, person: Person, language = 'en') =>
    (
      await call(person, 'GET', `/house/${houseId}/marketing/in-app`, undefined, {
        'accept-language': language,
      })
    ).body;
  const titles = async (houseId: string, person: Person) =>
    (await shownAt(houseId, person)).map(({ title }: { title: string }) => title);
  const set = (settings: object | null) =>
    database.db
      .updateTable('house')
      .set({ settings: settings && JSON.stringify(settings) })
      .where('id', '=', 'housea')
      .execute();

  test('[MKT-1] [API-1] [API-4] [T-21] a message has the five fields, is cleaned, and speaks the language of the request', async () => {
    const { status, body: published } = await publish(offer);
    expect([status, published]).toEqual([
      201,
      {
        id: expect.any(String),
        programId: null,
        houseId: null,
        startTime: app.clock.now().toISOString(),
        endTime: addMs(app.clock.now(), 30 * DAY).toISOString(),
        title: 'Add your pool pump',
        link: offer.link,
        createdAt: app.clock.now().toISOString(),
        withdrawnAt: null,
        dismissals: 0,
      },
    ]);
    expect(await shownAt('housea', 'owner')).toEqual([
      {
        id: published.id,
        title: 'Add your pool pump',
        body: CLEAN,
        linkTitle: 'See if you qualify',
        link: 'https://utility.example/pool',
      },
    ]);
    expect(await shownAt('housea', 'owner', 'es')).toMatchObject([{ title: 'Agregue su bomba' }]);
    await publish({ link: '#/profile', words: { es: words.es } });
    expect(await titles('housea', 'owner')).toContain('Agregue su bomba');
  });

  test('[MKT-1] it is previewed and counted first, homes whose switch is off apart, and nothing is published by that', async () => {
    await set({ enableHomeMarketing: false });
    const { status, body } = await call('operator', 'POST', '/operator/marketing/dry-run', offer);
    await set(null);
    expect(status).toBe(200);
    expect(body).toMatchObject({ homes: 1, homesWithout: 1, link: offer.link });
    expect(body.previews).toEqual([
      {
        language: 'en',
        title: 'Add your pool pump',
        body: CLEAN,
        plainTextBody: 'Enroll now.\n\nhere',
        linkTitle: 'See if you qualify',
      },
      expect.objectContaining({ language: 'es', plainTextBody: 'Inscríbala.' }),
    ]);
    expect((await call('operator', 'GET', '/operator/marketing')).body).toEqual([]);
    expect(await database.db.selectFrom('marketingMessage').select('id').execute()).toEqual([]);
  });

  test('[API-3] [T-22] it shows at the homes of its target alone, and never at those of another provider', async () => {
    await publish({ ...titled('one home'), houseId: 'housea' });
    app.clock.advance(MINUTE);
    await publish({ ...titled('program'), programId: 'water-heater' });
    await database.db
      .deleteFrom('programParticipant')
      .where('houseId', '=', 'houseb')
      .where('programId', '=', 'water-heater')
      .execute();
    expect(await titles('housea', 'owner')).toEqual(['program', 'one home']);
    expect(await titles('housea', 'adminOwn')).toEqual(['program', 'one home']);
    expect(await titles('houseb', 'neighbour')).toEqual([]);
    expect(await titles('housec', 'foreign')).toEqual([]);
    await publish(offer);
    expect(await titles('houseb', 'neighbour')).toEqual(['Add your pool pump']);
    expect(await titles('housec', 'foreign')).toEqual([]);
    const refused = async (body: object) => {
      const answer = await publish(body);
      return [answer.status, answer.body.code];
    };
    expect(await refused({ ...offer, programId: 'coast-cool' })).toEqual([422, 'program_unknown']);
    expect(await refused({ ...offer, houseId: 'housec' })).toEqual([404, 'not_found']);
    for (const change of [
      { link: 'javascript:alert(1)' },
      { link: 'http://utility.example' },
      { link: '//evil.example' },
      { link: 'https://utility.example/a b' },
      { link: 'https://[utility' },
      { link: 'mailto:a%FF@utility.example' },
      { houseId: 'housea', programId: 'water-heater' },
      { words: undefined },
      { words: {} },
      { words: { xx: words.en } },
      { words: { ...words, 'es-MX': words.es } },
      { words: { en: { ...words.en, html: '<img src="https://x.example/a.png">' } } },
      { endTime: app.clock.now().toISOString() },
      { endTime: addMs(app.clock.now(), 400 * DAY).toISOString() },
    ]) {
      expect(await refused({ ...offer, ...change })).toEqual([400, 'bad_request']);
    }
  });

  test('[MKT-1] whoever dismisses it does not see it again; the others of the home do', async () => {
    const { body: published } = await publish({ ...offer, houseId: 'housea' });
    const path = `/house/housea/marketing/in-app/${published.id}`;
    expect((await call('owner', 'DELETE', path)).status).toBe(204);
    expect((await call('owner', 'DELETE', path)).status).toBe(204);
    expect(await titles('housea', 'owner')).toEqual([]);
    expect(await titles('housea', 'second')).toEqual(['Add your pool pump']);
    // An admin reads only, and the message of another home is none.
    expect((await call('adminOwn', 'DELETE', path)).status).toBe(403);
    expect((await call('neighbour', 'DELETE', path.replace('housea', 'houseb'))).status).toBe(404);
    expect((await call('owner', 'DELETE', '/house/housea/marketing/in-app/none')).status).toBe(404);
    expect((await call('operator', 'GET', '/operator/marketing')).body).toMatchObject([{ dismissals: 1 }]);
  });

  test('[MKT-1] it shows from its start to its end, until it is withdrawn, and only with the switch on', async () => {
    const startTime = addMs(app.clock.now(), HOUR).toISOString();
    const endTime = addMs(app.clock.now(), 2 * HOUR).toISOString();
    await publish({ ...offer, startTime, endTime });
    expect(await titles('housea', 'owner')).toEqual([]);
    app.clock.advance(HOUR);
    expect(await titles('housea', 'owner')).toHaveLength(1);
    await set({ enableHomeMarketing: false });
    expect(await titles('housea', 'owner')).toEqual([]);
    await set(null);
    app.clock.advance(HOUR);
    expect(await titles('housea', 'owner')).toEqual([]);

    tokens.set('operator', await openSession(database.db, app, 'operator'));
    const once = await publish(offer, 'key');
    const again = await publish(offer, 'key');
    expect(again.body).toEqual(once.body);
    expect(await titles('housea', 'owner')).toHaveLength(1);
    const withdraw = () => call('operator', 'POST', `/operator/marketing/${once.body.id}/withdraw`);
    expect((await withdraw()).body.withdrawnAt).toBe(app.clock.now().toISOString());
    expect((await withdraw()).status).toBe(200);
    expect(await titles('housea', 'owner')).toEqual([]);
    expect((await call('operator', 'POST', '/operator/marketing/none/withdraw')).status).toBe(404);
    const noted = await database.db
      .selectFrom('audit')
      .select('action')
      .where('accountId', '=', accountIdOf('operator'))
      .where('action', 'like', 'marketing-%')
      .where('at', '>=', app.clock.now())
      .execute();
    expect(noted.map(({ action }) => action).toSorted()).toEqual([
      'marketing-published',
      'marketing-withdrawn',
    ]);
  });

  test('400 days after its end it is deleted, with its dismissals', async () => {
    const { body: published } = await publish(offer);
    await call('owner', 'DELETE', `/house/housea/marketing/in-app/${published.id}`);
    const left = async () =>
      Promise.all([
        database.db.selectFrom('marketingMessage').select('id').execute(),
        database.db.selectFrom('marketingDismissal').select('messageId').execute(),
      ]);
    app.clock.advance(429 * DAY);
    await applyRetention({ db: database.db, clock: app.clock });
    expect((await left()).map(({ length }) => length)).toEqual([1, 1]);
    app.clock.advance(2 * DAY);
    await applyRetention({ db: database.db, clock: app.clock });
    expect((await left()).map(({ length }) => length)).toEqual([0, 0]);
  });
});
