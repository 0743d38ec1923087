import type { Endpoints } from '#contract/endpoints/index.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { HandlersFor } from '../http/handler.ts';
import { resendInvitations } from '../household/resend-invitations.ts';
import { inviteAsOperator, revokeAsOperator } from '../household/operator-invitations.ts';

export const operatorHouseholdRoutes = (deps: AuthDeps) =>
  ({
    invite: ({ scope, params, body }) =>
      inviteAsOperator(deps, scope, params.houseId, { ...body, language: body.language ?? null }),

    resend: ({ scope, body: { accountNumber = null, sentBefore } }) =>
      resendInvitations(deps, scope, {
        accountNumber,
        sentBefore: sentBefore === undefined ? null : new Date(sentBefore),
      }),

    revoke: ({ scope, params }) => revokeAsOperator(deps, scope, params.houseId, params.invitationId),
  }) satisfies HandlersFor<Endpoints['operatorHousehold']>;
