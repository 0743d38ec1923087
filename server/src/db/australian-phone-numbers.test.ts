import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../testing/app.ts';
import { bothDatabases } from '../testing/database/databases.ts';
import { accountIdOf, insertTestData } from '../testing/test-data.ts';
import { australianPhoneNumbers } from './migrations/006-australian-phone-numbers.ts';

test.each(bothDatabases)(
  '[PHONE-4] %s: numbers kept in two forms before are kept in one',
  async (_name, open) => {
    const { db, close } = await open();
    const app = await startApp(db);
    await insertTestData(db, app);
    const now = app.clock.now();
    const owner = { providerId: 'sunvale', accountId: accountIdOf('owner'), countryCode: '61' } as const;
    const second = { ...owner, accountId: accountIdOf('second') };
    const unverified = { verifiedAt: null, optedOutAt: null, createdAt: now };
    await db
      .insertInto('phoneNumber')
      .values([
        { ...owner, ...unverified, phone: '491570156', verifiedAt: now },
        { ...owner, ...unverified, phone: '0491570156' },
        { ...second, ...unverified, phone: '491570157', optedOutAt: now },
      ])
      .execute();
    for (const statement of australianPhoneNumbers) await sql.raw(statement).execute(db);
    const rows = await db
      .selectFrom('phoneNumber')
      .select(['accountId', 'phone', 'verifiedAt', 'optedOutAt'])
      .where('countryCode', '=', '61')
      .orderBy('phone')
      .execute();
    expect(rows).toEqual([
      { accountId: owner.accountId, phone: '0491570156', verifiedAt: now, optedOutAt: null },
      { accountId: second.accountId, phone: '0491570157', verifiedAt: null, optedOutAt: now },
    ]);
    await app.close();
    await close();
  },
);
