import type { Endpoints } from '#contract/endpoints/index.ts';
import type { EventChange } from '#domain/events/life/change.ts';
import * as events from '../events/orders/operator-events.ts';
import { listEvents, listPrograms, showCurve, showEvent } from '../events/orders/show-events.ts';
import { dryRun, orderEvents } from '../events/orders/schedule-events.ts';
import type { OperatorDeps } from '../events/orders/schedule-events.ts';
import type { HandlersFor } from '../http/handler.ts';

export const operatorRoutes = (deps: OperatorDeps) =>
  ({
    programs: ({ scope }) => listPrograms(deps, scope),

    dryRun: ({ scope, body }) => dryRun(deps, scope, body),

    order: ({ scope, body, caller }) => orderEvents(deps, scope, body, caller.header('Idempotency-Key')),

    change: ({ scope, params, body }) => {
      const given = Object.entries(body).filter(([, value]) => value !== undefined);
      const change: EventChange = Object.fromEntries(given);
      return events.changeOrderedEvent(deps, scope, params.eventId, change);
    },

    cancel: ({ scope, params }) => events.cancelOrderedEvent(deps, scope, params.eventId),

    stopAll: ({ scope }) => events.stopAll(deps, scope),

    events: ({ scope }) => listEvents(deps, scope),

    event: ({ scope, params }) => showEvent(deps, scope, params.eventId),

    curve: ({ scope, params }) => showCurve(deps, scope, params.eventId),
  }) satisfies HandlersFor<Endpoints['operator']>;
