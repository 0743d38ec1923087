import { AppError } from '../../lib/app-error.ts';
import { grantOwnerScope } from '../../lib/scope/grant-scope.ts';
import type { OperatorScope } from '../../lib/scope/scope.ts';
import { tellOfChange } from '../../notify/tell-of-change.ts';
import * as audit from '../../stores/system/audit.ts';
import * as challenges from '../../stores/auth/challenge.ts';
import * as invitations from '../../stores/household/invitations.ts';
import * as operators from '../../stores/auth/operators.ts';
import * as sessions from '../../stores/auth/session.ts';
import { requireFresh } from '../confirm-identity.ts';
import type { AuthDeps } from '../deps.ts';

/**
 * Takes the right away, also one's own. Sessions, open invitations and links that set a password end with it; the account stays. The
 * last operator who can sign in stays one.
 */
export const removeOperator = async (
  deps: AuthDeps,
  scope: OperatorScope,
  operatorId: string,
): Promise<void> => {
  const { db, clock, random } = deps;
  const { providerId, accountId } = scope;
  await requireFresh(deps, scope);
  await db.transaction().execute(async (tx) => {
    await operators.lockOperators(tx, scope);
    const all = await operators.listOperators(tx, scope);
    const operator = all.find((candidate) => candidate.accountId === operatorId);
    // Who asks may have been removed while the call waited.
    if (!operator || !all.some((candidate) => candidate.accountId === accountId))
      throw new AppError('not_found');
    if (!all.some((candidate) => candidate !== operator && candidate.active))
      throw new AppError('last_operator');
    const now = clock.now();
    const removed = grantOwnerScope(scope, operatorId);
    await operators.deleteOperator(tx, removed);
    await invitations.revokeOfOperator(tx, removed, now);
    await sessions.deleteAll(tx, removed);
    await challenges.cancelAll(tx, removed);
    const detail = { operatorId };
    await audit.record(tx, random, now, { providerId, accountId, action: 'operator-removed', detail });
    const { email, language, active } = operator;
    const readers = active ? [{ accountId: operatorId, email, language, houseIds: [] }] : [];
    await tellOfChange(tx, deps, providerId, { name: 'operatorRemoved', values: {}, readers });
  });
};
