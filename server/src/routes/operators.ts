import type { Endpoints } from '#contract/endpoints/index.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { inviteOperator } from '../auth/invite-operator.ts';
import type { HandlersFor } from '../http/handler.ts';

export const operatorsRoutes = (deps: AuthDeps) =>
  ({
    add: ({ scope, body }) => inviteOperator(deps, scope, { ...body, language: body.language ?? null }),
  }) satisfies HandlersFor<Endpoints['operators']>;
