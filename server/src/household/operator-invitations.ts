import type { Invitation } from '#contract/entities/household.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { grantHouseDataScope } from '../lib/grant-scope.ts';
import type { OperatorScope } from '../lib/scope.ts';
import { addressOf } from '../stores/house.ts';
import { revokeInvitation, sendInvitation } from './invitations.ts';
import type { AskedInvitation } from './invitations.ts';

/**
 * An operator invites into any home of the provider: the first person of an empty one, or one whose owners cannot. The household
 * finds it among its invitations and in what the provider did.
 */
export const inviteAsOperator = async (
  deps: AuthDeps,
  scope: OperatorScope,
  houseId: string,
  asked: AskedInvitation,
): Promise<Invitation> => {
  const house = grantHouseDataScope(scope, houseId);
  // Before anything is counted for a house that does not exist.
  await addressOf(deps.db, house);
  await requireFresh(deps, scope);
  return sendInvitation(deps, house, asked, { accountId: scope.accountId, isOperator: true });
};

export const revokeAsOperator = (
  deps: AuthDeps,
  scope: OperatorScope,
  houseId: string,
  id: string,
): Promise<void> =>
  revokeInvitation(deps, grantHouseDataScope(scope, houseId), id, {
    accountId: scope.accountId,
    isOperator: true,
  });
