import type { Language } from '#contract/entities/account.ts';
import { isEmailAddress } from '#domain/account/email-address.ts';
import { AppError } from '../../lib/app-error.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import type { OperatorScope } from '../../lib/scope/scope.ts';
import { assertLanguages } from '../../lib/text/i18n.ts';
import { requirePersonNames } from '../../lib/text/validate-names.ts';
import { enqueueMail } from '../../notify/enqueue.ts';
import { languageFor } from '../../notify/templates.ts';
import { getUser, normalizeEmail } from '../../stores/account/account.ts';
import * as audit from '../../stores/system/audit.ts';
import { holdOperator } from '../../stores/auth/operators.ts';
import { addOperator } from './add-operator.ts';
import { reserveAttempts } from '../attempt-budgets.ts';
import { requireFresh } from '../confirm-identity.ts';
import type { AuthDeps } from '../deps.ts';
import { BUDGET_RULES } from '../rules.ts';

interface AskedOperator {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** null: the provider's. */
  readonly language: Language | null;
}

/** An operator makes another one, who may start as much as the first; the mail has a link that sets the password, once. */
export const inviteOperator = async (
  deps: AuthDeps,
  scope: OperatorScope,
  request: AskedOperator,
): Promise<{ accountId: string; email: string; expiresAt: string }> => {
  const { db, clock, random, providers, publicUrl } = deps;
  const { providerId, accountId: inviterId, limits } = scope;
  const now = clock.now();
  const { firstName, lastName } = request;
  const email = normalizeEmail(request.email);
  if (!isEmailAddress(email)) throw new AppError('email_invalid');
  assertLanguages('language', request.language);
  requirePersonNames({ firstName, lastName });
  const provider = providers.byId(providerId);
  if (!provider) throw new AppError('not_found');
  await requireFresh(deps, scope);
  await reserveAttempts(
    db,
    scope,
    [
      [BUDGET_RULES.addOperator, inviterId],
      [BUDGET_RULES.inviteAddress, hashSecret(email)],
    ],
    now,
  );
  const inviter = await getUser(db, scope, { totp: false, hasPassword: false });
  const language = languageFor(provider, request.language);
  return db.transaction().execute(async (tx) => {
    if (!(await holdOperator(tx, scope))) throw new AppError('not_found');
    const added = await addOperator(tx, deps, scope, { email, firstName, lastName, language, limits });
    if (!added) throw new AppError('email_taken');
    const { accountId, token, expiresAt } = added;
    await audit.record(tx, random, now, {
      providerId,
      accountId: inviterId,
      action: 'operator-added',
      detail: { operatorId: accountId },
    });
    const until = expiresAt.toISOString();
    await enqueueMail(tx, deps, providerId, {
      to: email,
      name: 'operatorInvitation',
      language,
      values: {
        link: `${publicUrl(provider)}#/logon/password-reset?token=${token}`,
        name: `${inviter.firstName} ${inviter.lastName}`,
      },
      until,
    });
    return { accountId, email, expiresAt: until };
  });
};
