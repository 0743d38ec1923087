import { DAY } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { newId, newToken } from '../../lib/secrets/random.ts';
import type { Random } from '../../lib/secrets/random.ts';
import { createSession } from '../../stores/auth/session.ts';
import { PEOPLE, accountIdOf } from '../test-data.ts';
import type { Person } from '../test-data.ts';

interface Deps {
  readonly clock: Clock;
  readonly random: Random;
}

/** A session without a sign-in, which would hash a password; returns its token. */
export const openAccountSession = async (
  db: RootDb,
  { clock, random }: Deps,
  account: { readonly providerId: string; readonly accountId: string },
): Promise<string> => {
  const token = newToken(random);
  const now = clock.now();
  await createSession(db, {
    ...account,
    id: newId(random),
    tokenHash: hashSecret(token),
    userAgent: null,
    createdAt: now,
    expiresAt: addMs(now, DAY),
  });
  return token;
};

/** The same for somebody of the test data. */
export const openSession = (db: RootDb, deps: Deps, person: Person): Promise<string> =>
  openAccountSession(db, deps, {
    providerId: PEOPLE[person].providerId,
    accountId: accountIdOf(person),
  });
