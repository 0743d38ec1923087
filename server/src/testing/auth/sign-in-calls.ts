import { DAY, HOUR } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { connectPostgres } from '../../db/connection.ts';
import { startApp } from '../app.ts';
import type { Answer, TestApp } from '../app.ts';
import type { TestDatabase } from '../database/databases.ts';
import { asDeclared } from '../access-matrix/declared-errors.ts';
import { createMailbox, tokenIn } from '../messages/mailbox.ts';
import { PASSWORD, emailOf, insertTestData } from '../test-data.ts';
import type { Person } from '../test-data.ts';

export const WRONG_PASSWORD = 'WrongHorse42';
export const UNKNOWN_EMAIL = 'nobody@home.example';

export const outcomeOf = ({ status, body }: Answer): string => {
  if (body?.next) return `${status} ${body.next}`;
  return body?.code ? `${status} ${body.code}` : String(status);
};

export const countOf = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcomeOf(answer)] = (counts[outcomeOf(answer)] ?? 0) + 1;
  return counts;
};

/** A PIN that is not the one. */
export const otherThan = (pin: string, step = 1): string =>
  String((Number(pin) + step) % 100_000).padStart(5, '0');

export const inTurn = async (count: number, of: (index: number) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await of(index));
  return answers;
};

type MailPath = 'pin' | 'magic-link' | 'password-reset';

/** What a mail asked for, and what its reader needs. */
interface AskedMail {
  readonly answer: Answer;
  readonly challenge: string;
  readonly pin: string;
  readonly token: string;
}

/** The test data, two servers on them, and the calls that sign in. */
export interface SignInCalls {
  readonly db: RootDb;
  readonly app: TestApp;
  /** A second server on the same data, with connections of its own where the database allows it. */
  readonly other: TestApp;
  readonly mailbox: ReturnType<typeof createMailbox>;
  /** Kinds of the statements that were sent to the database of the first server. */
  readonly statements: readonly string[];
  /** To a moment with no lock and no failure in any window, not even in those of a day. */
  readonly startAfresh: () => void;
  readonly call: (
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    pid?: string,
    on?: TestApp,
  ) => Promise<Answer>;
  readonly ask: (path: MailPath, email: string, pid?: string) => Promise<AskedMail>;
  /** The challenge that asks for the second factor. */
  readonly firstStep: (person: Person) => Promise<string>;
  /** What was audited at this moment. */
  readonly actions: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export const openSignInCalls = async (database: TestDatabase): Promise<SignInCalls> => {
  const mailbox = createMailbox();
  const statements: string[] = [];
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const app = await startApp(db, { jobs: mailbox.jobs });
  const secondPool = database.url === null ? null : connectPostgres(database.url, () => {});
  const other = await startApp(secondPool ?? db, { seed: 'other', clock: app.clock, jobs: mailbox.jobs });
  await insertTestData(db, app);
  const call: SignInCalls['call'] = (method, path, body, pid = 'sunvale', on = app) =>
    asDeclared(method, `/api/auth/${path}`, on.call(method, `/api/auth/${path}?pid=${pid}`, { body }));
  return {
    db,
    app,
    other,
    mailbox,
    statements,
    startAfresh: () => {
      app.clock.advance(DAY + HOUR);
      mailbox.sent.length = 0;
    },
    call,
    ask: async (path, email, pid) => {
      const answer = await call('POST', path, { email }, pid);
      const mail = mailbox.lastTo(email);
      return {
        answer,
        challenge: (answer.body.challenge ?? '') as string,
        pin: mail?.values['pin'] ?? '00000',
        token: tokenIn(mail?.values['link']),
      };
    },
    firstStep: async (person) => {
      const answer = await call('POST', 'login', { email: emailOf(person), password: PASSWORD });
      return answer.body.challenge as string;
    },
    actions: async () => {
      const rows = await db.selectFrom('audit').select('action').where('at', '=', app.clock.now()).execute();
      return rows.map(({ action }) => action).toSorted();
    },
    close: async () => {
      await Promise.all([app.close(), other.close()]);
      await secondPool?.destroy();
      await database.close();
    },
  };
};
