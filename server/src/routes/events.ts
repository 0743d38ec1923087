import type { Endpoints } from '#contract/endpoints/index.ts';
import { changeComfort, readComfort } from '../events/people/comfort.ts';
import type { EventDeps } from '../events/deps.ts';
import { listEventLog, listEvents, planOfDispatch, showDispatch } from '../events/people/house-events.ts';
import { withKnownConsequence } from '../events/people/known-consequence.ts';
import { optOutHouse, rejoinHouse } from '../events/people/leave-dispatch.ts';
import {
  easeDevice,
  optOutDevice,
  rejoinDevice,
  takeBackEaseOfDevice,
} from '../events/people/leave-event.ts';
import type { Leaving } from '../events/people/leave-once.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import { requireHistory } from '../lib/history-progress.ts';
import type { HistoryProgress } from '../lib/history-progress.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import type { NotifyDeps } from '../notify/notify-accounts.ts';

const leavingOf = ({ reason, afterwards }: Partial<Leaving>, key: string | null): Leaving => ({
  reason: reason ?? null,
  afterwards: afterwards ?? false,
  key,
});

export const eventRoutes = (deps: EventDeps & NotifyDeps & { readonly historyProgress: HistoryProgress }) => {
  const { db, clock, historyProgress } = deps;
  const consequencesIn = async (scope: HouseScope) => withKnownConsequence(await historyProgress(scope));

  return {
    list: async ({ scope, query }) =>
      (await listEvents(db, scope, query, clock.now())).map(await consequencesIn(scope)),

    log: ({ scope, query }) => listEventLog(db, scope, query, clock.now()),

    dispatch: async ({ scope, params }) => {
      const events = await showDispatch(db, scope, params.eventId, clock.now()).catch(
        async (error: unknown) => {
          // It may be one of the past that is not stored yet.
          if (error instanceof AppError && error.code === 'not_found')
            await requireHistory(historyProgress, scope);
          throw error;
        },
      );
      return events.map(await consequencesIn(scope));
    },

    plan: ({ scope, params }) => planOfDispatch(db, scope, params.eventId, clock.now()),

    optOutDevice: async ({ scope, params, body, caller }) => {
      const leaving = leavingOf(body, caller.header('Idempotency-Key'));
      const event = await optOutDevice(deps, scope, params, leaving);
      return (await consequencesIn(scope))(event);
    },

    optOut: async ({ scope, params, body, caller }) => {
      const leaving = leavingOf(body, caller.header('Idempotency-Key'));
      const events = await optOutHouse(deps, scope, params.eventId, leaving);
      return events.map(await consequencesIn(scope));
    },

    ease: async ({ scope, params }) => (await consequencesIn(scope))(await easeDevice(deps, scope, params)),

    takeBackEase: async ({ scope, params }) =>
      (await consequencesIn(scope))(await takeBackEaseOfDevice(deps, scope, params)),

    rejoin: async ({ scope, params }) =>
      (await consequencesIn(scope))(await rejoinDevice(deps, scope, params)),

    rejoinHouse: async ({ scope, params, body }) => {
      const events = await rejoinHouse(deps, scope, params.eventId, body.deviceIds ?? null);
      return events.map(await consequencesIn(scope));
    },

    comfort: ({ scope }) => readComfort(db, scope),

    changeComfort: ({ scope, body }) => changeComfort(deps, scope, body),
  } satisfies HandlersFor<Endpoints['events']>;
};
