import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import { listParticipation } from '../results/export-participation.ts';
import { listBalances, markPaid } from '../results/pay-rewards.ts';
import type { SettlementDeps } from '../results/pay-rewards.ts';

export const settlementRoutes = (deps: SettlementDeps) =>
  ({
    balances: ({ scope, query }) =>
      listBalances(deps, scope, { after: query.after ?? null, asOf: query.asOf }),

    markPaid: ({ scope, body }) => markPaid(deps, scope, body),

    participation: ({ scope, params, query }) =>
      listParticipation(deps, scope, params.eventId, query.after ?? null),
  }) satisfies HandlersFor<Endpoints['settlements']>;
