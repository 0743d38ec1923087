import type { Language } from '#contract/entities/account.ts';
import type { OperatorLimits } from '#contract/entities/operator.ts';
import type { Db } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { grantOwnerScope } from '../../lib/scope/grant-scope.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { newId, newToken } from '../../lib/secrets/random.ts';
import type { Random } from '../../lib/secrets/random.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import * as accounts from '../../stores/account/account.ts';
import * as challenges from '../../stores/auth/challenge.ts';
import { insertOperator } from '../../stores/auth/operators.ts';
import { LIFETIME } from '../rules.ts';

export interface NewOperator {
  /** In the form in which addresses are stored. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly limits: OperatorLimits;
}

interface AddedOperator {
  readonly accountId: string;
  /** Sets the password once; only its hash is stored. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes the account of an operator, without a password, and the token of a link that sets one. Null: the address has an account. */
export const addOperator = async (
  tx: Db,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  scope: ProviderScope,
  { limits, ...person }: NewOperator,
): Promise<AddedOperator | null> => {
  const now = clock.now();
  const owner = grantOwnerScope(scope, newId(random));
  if (!(await accounts.insert(tx, owner, { ...person, passwordHash: null, createdAt: now }))) return null;
  await insertOperator(tx, owner, limits, now);
  const token = newToken(random);
  const expiresAt = addMs(now, LIFETIME.operatorLink);
  const { providerId, accountId } = owner;
  await challenges.insert(tx, {
    providerId,
    secretHash: hashSecret(token),
    kind: 'reset',
    accountId,
    subject: hashSecret(person.email),
    createdAt: now,
    expiresAt,
  });
  return { accountId, token, expiresAt };
};
