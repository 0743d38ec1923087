import type { Db } from '../db/connection.ts';
import { newToken } from '../lib/random.ts';
import type { Random } from '../lib/random.ts';
import { replaceToken } from '../stores/session.ts';
import type { AccountScope } from '../lib/scope.ts';
import { hashSecret } from '../lib/hash-secret.ts';

/** A session that is trusted with more from now on: whoever had got hold of its token must not come along. */
export const rotateSessionToken = async (db: Db, random: Random, scope: AccountScope): Promise<string> => {
  const token = newToken(random);
  await replaceToken(db, scope, hashSecret(token));
  return token;
};
