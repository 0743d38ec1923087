import type { Endpoints } from '#contract/endpoints/index.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { inviteOperator } from '../auth/operators/invite-operator.ts';
import { removeOperator } from '../auth/operators/remove-operator.ts';
import type { HandlersFor } from '../http/handler.ts';
import { listOperators } from '../stores/auth/operators.ts';

export const operatorsRoutes = (deps: AuthDeps) =>
  ({
    list: async ({ scope }) => {
      const all = await listOperators(deps.db, scope);
      return all.map((operator) => ({ ...operator, createdAt: operator.createdAt.toISOString() }));
    },

    add: ({ scope, body }) => inviteOperator(deps, scope, { ...body, language: body.language ?? null }),

    remove: ({ scope, params }) => removeOperator(deps, scope, params.operatorId),
  }) satisfies HandlersFor<Endpoints['operators']>;
