import type { Endpoints } from '#contract/endpoints/index.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { EventDeps } from '../events/deps.ts';
import { leaveComingEvents, leaveEventsForGood } from '../events/people/leave-for-good.ts';
import type { HandlersFor } from '../http/handler.ts';
import { closeHousehold } from '../household/close-household.ts';
import { invite, revoke } from '../household/invitations.ts';
import { leaveProgram, listHomePrograms } from '../provisioning/home-programs.ts';
import { changeMember, getHousehold, removeMember } from '../household/members.ts';

export const householdRoutes = (deps: AuthDeps & EventDeps) =>
  ({
    get: ({ scope }) => getHousehold(deps, scope),
    programs: ({ scope }) => listHomePrograms(deps, scope),
    leaveProgram: ({ scope, params: { programId } }) =>
      leaveProgram(deps, scope, programId, (tx, now) => leaveComingEvents(tx, deps, scope, programId, now)),
    close: ({ scope }) => closeHousehold(deps, scope, (tx) => leaveEventsForGood(tx, deps, scope)),
    invite: ({ scope, body, caller }) => invite(deps, scope, { ...body, language: caller.language }),
    revoke: ({ scope, params }) => revoke(deps, scope, params.invitationId),
    changeMember: ({ scope, params, body }) => changeMember(deps, scope, params.accountId, body.access),
    removeMember: ({ scope, params }) => removeMember(deps, scope, params.accountId),
  }) satisfies HandlersFor<Endpoints['household']>;
