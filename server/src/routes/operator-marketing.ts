import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import { dryRunMarketing, listMarketing, publishMarketing, withdrawMarketing } from '../marketing/publish.ts';
import type { MarketingDeps } from '../marketing/publish.ts';

export const operatorMarketingRoutes = (deps: MarketingDeps) =>
  ({
    dryRun: ({ scope, body }) => dryRunMarketing(deps, scope, body),

    publish: ({ scope, body, caller }) =>
      publishMarketing(deps, scope, body, caller.header('Idempotency-Key')),

    list: ({ scope }) => listMarketing(deps, scope),

    withdraw: ({ scope, params }) => withdrawMarketing(deps, scope, params.marketingId),
  }) satisfies HandlersFor<Endpoints['operatorMarketing']>;
