import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import { dismissMarketing, marketingOfHouse } from '../marketing/shown.ts';
import type { ShownDeps } from '../marketing/shown.ts';

export const marketingRoutes = (deps: ShownDeps) =>
  ({
    list: ({ scope, caller }) => marketingOfHouse(deps, scope, caller.language),

    dismiss: ({ scope, params }) => dismissMarketing(deps, scope, params.marketingId),
  }) satisfies HandlersFor<Endpoints['marketing']>;
