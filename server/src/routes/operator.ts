import type { Endpoints } from '#contract/endpoints/index.ts';
import type { EventChange } from '#domain/events/life/change.ts';
import * as events from '../events/orders/operator-events.ts';
import { listEvents, listPrograms, showCurve, showEvent } from '../events/orders/show-events.ts';
import { cancelDispatch, cancelOrderedEvent, stopAll } from '../events/orders/stop-events.ts';
import { endStorm, expectStorm } from '../events/orders/storms.ts';
import { dryRun, orderEvents } from '../events/orders/schedule-events.ts';
import type { OperatorDeps } from '../events/orders/schedule-events.ts';
import type { HandlersFor } from '../http/handler.ts';
import type { NotifyDeps } from '../notify/notify-accounts.ts';

export const operatorRoutes = (deps: OperatorDeps & NotifyDeps) =>
  ({
    programs: ({ scope }) => listPrograms(deps, scope),

    dryRun: ({ scope, body }) => dryRun(deps, scope, body),

    order: ({ scope, body, caller }) => orderEvents(deps, scope, body, caller.header('Idempotency-Key')),

    change: ({ scope, params, body }) => {
      const given = Object.entries(body).filter(([, value]) => value !== undefined);
      const change: EventChange = Object.fromEntries(given);
      return events.changeOrderedEvent(deps, scope, params.eventId, change);
    },

    cancel: ({ scope, params }) => cancelOrderedEvent(deps, scope, params.eventId),

    cancelDispatch: ({ scope, params }) => cancelDispatch(deps, scope, params.dispatchId),

    stopAll: ({ scope, body: { way, reason } }) => stopAll(deps, scope, { way, reason: reason ?? null }),

    expectStorm: ({ scope, body }) => expectStorm(deps, scope, body),

    endStorm: ({ scope }) => endStorm(deps, scope),

    events: ({ scope }) => listEvents(deps, scope),

    event: ({ scope, params }) => showEvent(deps, scope, params.eventId),

    curve: ({ scope, params }) => showCurve(deps, scope, params.eventId),
  }) satisfies HandlersFor<Endpoints['operator']>;
