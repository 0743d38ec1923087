import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import type { TestApp } from '../../testing/app.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { accountIdOf, signIn } from '../../testing/test-data.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let [owner, admin] = ['', ''];

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    [owner, admin] = [await signIn(app, 'owner'), await signIn(app, 'adminOwn')];
    return houses.close;
  });

  const read = async (token: string, path = '') =>
    (await app.call('GET', `/api/house/housea${path}`, { token })).status;
  const shown = async () =>
    (await app.call('GET', '/api/house/housea/provider-access', { token: owner })).body;
  const views = () =>
    database.db
      .selectFrom('audit')
      .select(['accountId', 'houseId', 'at'])
      .where('action', '=', 'house-viewed')
      .orderBy('at')
      .execute();

  test('[T-40] what an admin looks at is recorded, once an hour, and the household can see it', async () => {
    expect(await shown()).toEqual([]);
    const began = app.clock.now();
    for (const path of ['', '/device', '/dashboard', '/provider-settings', '/device/houseahwh']) {
      expect(await read(admin, path)).toBe(200);
      app.clock.advance(MINUTE);
    }
    const row = { accountId: accountIdOf('adminOwn'), houseId: 'housea', at: began };
    expect(await views()).toEqual([row]);
    const name = 'adminOwn Tester';
    expect(await shown()).toEqual([{ time: began.toISOString(), name, act: 'viewed' }]);
    app.clock.advance(HOUR);
    const later = app.clock.now();
    await read(admin, '/dashboard');
    expect(await views()).toEqual([row, { ...row, at: later }]);
    expect((await shown()).map(({ time }: { time: string }) => time)).toEqual([
      later.toISOString(),
      began.toISOString(),
    ]);
  });

  test('[T-40] what members look at is not recorded, nor what was refused', async () => {
    const before = (await views()).length;
    expect(await read(owner, '/dashboard')).toBe(200);
    expect(await read(await signIn(app, 'adminOther'))).toBe(404);
    expect(
      (await app.call('PUT', '/api/house/housea/device/houseahwh', { token: admin, body: { name: 'x' } }))
        .status,
    ).toBe(403);
    expect(await views()).toHaveLength(before);
  });

  test('[T-40] changes by the provider are shown as such, those of members are not', async () => {
    const before = (await shown()).length;
    const rename = { token: owner, body: { name: 'Cellar' } };
    expect((await app.call('PUT', '/api/house/housea/device/houseahwh', rename)).status).toBe(200);
    expect(await shown()).toHaveLength(before);
    app.clock.advance(MINUTE);
    const at = app.clock.now();
    await database.db
      .insertInto('audit')
      .values({
        providerId: 'sunvale',
        id: 'support',
        at,
        accountId: accountIdOf('adminOwn'),
        houseId: 'housea',
        action: 'setting-changed',
        detail: JSON.stringify({ key: 'x', role: 'admin' }),
      })
      .execute();
    expect((await shown())[0]).toEqual({ time: at.toISOString(), name: 'adminOwn Tester', act: 'changed' });
  });

  test('[T-40] the household of another house sees nothing of it, and no row can be changed', async () => {
    const neighbour = await signIn(app, 'neighbour');
    const answer = await app.call('GET', '/api/house/houseb/provider-access', { token: neighbour });
    expect([answer.status, answer.body]).toEqual([200, []]);
    await expect(sql`update audit set at = now()`.execute(database.db)).rejects.toThrow(/only be added to/);
    await expect(sql`delete from audit`.execute(database.db)).rejects.toThrow(/only be added to/);
  });
});
