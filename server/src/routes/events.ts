import type { Endpoints } from '#contract/endpoints/index.ts';
import { changeComfort, readComfort } from '../events/comfort.ts';
import type { EventDeps } from '../events/deps.ts';
import { listEventLog, listEvents, planOfDispatch, showDispatch } from '../events/house-events.ts';
import { easeDevice, optOutDevice, optOutHouse, rejoinDevice } from '../events/leave-event.ts';
import type { HandlersFor } from '../http/handler.ts';

export const eventRoutes = (deps: EventDeps) => {
  const { db, clock } = deps;

  return {
    list: ({ scope, query }) => listEvents(db, scope, query, clock.now()),

    log: ({ scope, query }) => listEventLog(db, scope, query, clock.now()),

    dispatch: ({ scope, params }) => showDispatch(db, scope, params.eventId, clock.now()),

    plan: ({ scope, params }) => planOfDispatch(db, scope, params.eventId),

    optOutDevice: ({ scope, params, body }) => optOutDevice(deps, scope, params, body.reason ?? null),

    optOut: ({ scope, params, body }) => optOutHouse(deps, scope, params.eventId, body.reason ?? null),

    ease: ({ scope, params }) => easeDevice(deps, scope, params),

    rejoin: ({ scope, params }) => rejoinDevice(deps, scope, params),

    comfort: ({ scope }) => readComfort(db, scope),

    changeComfort: ({ scope, body }) => changeComfort(deps, scope, body),
  } satisfies HandlersFor<Endpoints['events']>;
};
