import type { Endpoints } from '#contract/endpoints/index.ts';
import { changeComfort, readComfort } from '../events/people/comfort.ts';
import type { EventDeps } from '../events/deps.ts';
import { listEventLog, listEvents, planOfDispatch, showDispatch } from '../events/people/house-events.ts';
import { easeDevice, optOutDevice, optOutHouse, rejoinDevice } from '../events/people/leave-event.ts';
import type { Leaving } from '../events/people/leave-event.ts';
import type { HandlersFor } from '../http/handler.ts';

const leavingOf = ({ reason, afterwards }: Partial<Leaving>): Leaving => ({
  reason: reason ?? null,
  afterwards: afterwards ?? false,
});

export const eventRoutes = (deps: EventDeps) => {
  const { db, clock } = deps;

  return {
    list: ({ scope, query }) => listEvents(db, scope, query, clock.now()),

    log: ({ scope, query }) => listEventLog(db, scope, query, clock.now()),

    dispatch: ({ scope, params }) => showDispatch(db, scope, params.eventId, clock.now()),

    plan: ({ scope, params }) => planOfDispatch(db, scope, params.eventId),

    optOutDevice: ({ scope, params, body }) => optOutDevice(deps, scope, params, leavingOf(body)),

    optOut: ({ scope, params, body }) => optOutHouse(deps, scope, params.eventId, leavingOf(body)),

    ease: ({ scope, params }) => easeDevice(deps, scope, params),

    rejoin: ({ scope, params }) => rejoinDevice(deps, scope, params),

    comfort: ({ scope }) => readComfort(db, scope),

    changeComfort: ({ scope, body }) => changeComfort(deps, scope, body),
  } satisfies HandlersFor<Endpoints['events']>;
};
