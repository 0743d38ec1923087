import { DAY, HOUR } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { startApp } from '../app.ts';
import type { Answer, TestApp } from '../app.ts';
import type { TestDatabase } from '../database/databases.ts';
import { createMailbox } from '../messages/mailbox.ts';
import { accountIdOf, emailOf, insertTestData } from '../test-data.ts';

/** The account of the owner. */
export const ME = `/api/account/${accountIdOf('owner')}`;

/** The test data with a mailbox, and what tests of the owner's account security do. */
export interface AccountCalls {
  readonly db: RootDb;
  readonly app: TestApp;
  readonly mailbox: ReturnType<typeof createMailbox>;
  /** The owner's hash of the test data. */
  readonly passwordHash: string | null;
  readonly changeOwner: (set: object) => Promise<void>;
  /** A day later, with the password of the test data, no second factor and no mail. */
  readonly startAfresh: () => Promise<void>;
  readonly isAlive: (token: string) => Promise<boolean>;
  readonly login: (password: string) => Promise<Answer>;
  readonly noticeNames: () => string[];
  readonly close: () => Promise<void>;
}

export const openAccountCalls = async (database: TestDatabase): Promise<AccountCalls> => {
  const { db } = database;
  const mailbox = createMailbox();
  const app = await startApp(db, { jobs: mailbox.jobs });
  await insertTestData(db, app);
  const { passwordHash } = await db
    .selectFrom('account')
    .select('passwordHash')
    .where('id', '=', accountIdOf('owner'))
    .executeTakeFirstOrThrow();
  const changeOwner = async (set: object): Promise<void> => {
    await db.updateTable('account').set(set).where('id', '=', accountIdOf('owner')).execute();
  };
  return {
    db,
    app,
    mailbox,
    passwordHash,
    changeOwner,
    startAfresh: async () => {
      app.clock.advance(DAY + HOUR);
      mailbox.sent.length = 0;
      await changeOwner({ passwordHash, totpSecret: null, totpPending: null, totpLastStep: null });
    },
    isAlive: async (token) => (await app.call('GET', ME, { token })).status === 200,
    login: (password) => app.call('POST', '/api/auth/login', { body: { email: emailOf('owner'), password } }),
    noticeNames: () => mailbox.delivered().map(({ order }) => order.name),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};
