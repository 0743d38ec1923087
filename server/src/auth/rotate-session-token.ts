import type { Db } from '../db/connection.ts';
import { newToken } from '../lib/secrets/random.ts';
import type { Random } from '../lib/secrets/random.ts';
import { replaceToken } from '../stores/auth/session.ts';
import type { AccountScope } from '../lib/scope/scope.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';

/** Gives a session that has just gained trust a new token, so that a token stolen before gains nothing. */
export const rotateSessionToken = async (db: Db, random: Random, scope: AccountScope): Promise<string> => {
  const token = newToken(random);
  await replaceToken(db, scope, hashSecret(token));
  return token;
};
