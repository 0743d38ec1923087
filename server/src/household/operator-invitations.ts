import type { Invitation } from '#contract/entities/household.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { grantHouseDataScope } from '../lib/scope/grant-scope.ts';
import type { OperatorScope } from '../lib/scope/scope.ts';
import { assertLanguages } from '../lib/text/i18n.ts';
import { addressOf } from '../stores/house/house.ts';
import { revokeInvitation, sendInvitation } from './invitations.ts';
import type { AskedInvitation } from './invitations.ts';

/**
 * An operator invites into a home of the provider that has no owner who can sign in: into all others only its owners do. The
 * household finds it in what the provider did; the invitations of operators end when the first owner comes.
 */
export const inviteAsOperator = async (
  deps: AuthDeps,
  scope: OperatorScope,
  houseId: string,
  request: AskedInvitation,
): Promise<Invitation> => {
  assertLanguages('language', request.language);
  const house = grantHouseDataScope(scope, houseId);
  // Before anything is counted for a house that does not exist.
  await addressOf(deps.db, house);
  await requireFresh(deps, scope);
  return sendInvitation(deps, house, request, { person: scope, isOperator: true });
};

export const revokeAsOperator = (
  deps: AuthDeps,
  scope: OperatorScope,
  houseId: string,
  id: string,
): Promise<void> =>
  revokeInvitation(deps, grantHouseDataScope(scope, houseId), id, {
    person: scope,
    isOperator: true,
  });
