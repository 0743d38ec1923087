import { useQueryClient } from '@tanstack/react-query';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import { useHouse } from '#web/api/house-context.ts';
import { dashboardKey } from '#web/api/queries.ts';
import { ApiError } from '#web/api/client.ts';
import { api } from '#web/api/session.ts';
import { now } from '#web/lib/browser/clock.ts';
import { newIdempotencyKey } from '#web/lib/browser/random.ts';
import { pause } from '#web/lib/browser/timers.ts';
import { isLeft } from './dispatch.ts';
import type { Dispatch, DispatchDevice } from './dispatch.ts';
import { eventKey, planKey } from './use-events.ts';

const hasLeft = ({ devices }: HouseEvent): boolean =>
  isLeft({ devices: devices.filter(({ excluded }) => excluded === null) });

/** The dashboard's answer with the events that a call answered with, each in the list where it now belongs. */
const withEvents = (dashboard: Dashboard, answered: readonly HouseEvent[]): Dashboard => {
  const all = [...dashboard.activeEvents, ...dashboard.upcomingEvents, ...dashboard.leftEvents].map(
    (event) => answered.find(({ id }) => id === event.id) ?? event,
  );
  const joined = all.filter((event) => !hasLeft(event));
  const hasBegun = ({ startTime }: HouseEvent) => Date.parse(startTime) <= now().getTime();
  return {
    ...dashboard,
    activeEvents: joined.filter(hasBegun),
    upcomingEvents: joined.filter((event) => !hasBegun(event)),
    leftEvents: all.filter(hasLeft),
  };
};

/** An answer that takes longer counts as lost. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Given afterwards it takes nothing out: another tab may have joined again. */
const withReason = (reason: string | undefined) =>
  reason === undefined ? {} : ({ reason, afterwards: true } as const);

/** ms; an opt-out whose answer was lost is sent once more after this time. */
const REPEAT_AFTER_MS = 1_000;

/** With its key it has its effect once, also if the first attempt reached the server. */
const repeatLost = async <Answered>(
  send: (sent: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Answered>,
): Promise<Answered> => {
  const headers = { 'idempotency-key': newIdempotencyKey() };
  const attempt = () => send({ headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'network') throw error;
    await pause(REPEAT_AFTER_MS);
    return attempt();
  }
};

/** The calls by which people leave, ease and join again. Each rejects with an `ApiError`; what it changed is shown at once. */
export const useEventCalls = () => {
  const { house, refresh } = useHouse();
  const queries = useQueryClient();
  const houseId = house.id;

  const show = async (answered: readonly HouseEvent[]) => {
    // A refresh that was sent before the change would bring back what it replaced.
    await queries.cancelQueries({ queryKey: dashboardKey(houseId) });
    queries.setQueryData<Dashboard>(
      dashboardKey(houseId),
      (before) => before && withEvents(before, answered),
    );
    void queries.invalidateQueries({ queryKey: planKey(houseId) });
    void queries.invalidateQueries({ queryKey: eventKey(houseId) });
    void refresh();
  };
  const targetOf = ({ event, deviceId }: DispatchDevice) => ({
    params: { houseId, eventId: event.id, deviceId },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });

  return {
    /** All devices of the dispatch; with a reason only that is told, of those that are out. */
    optOut: async ({ eventId }: Dispatch, why?: string) =>
      show(
        await repeatLost((sent) =>
          api.post('/house/{houseId}/event/{eventId}/optout', {
            params: { houseId, eventId },
            body: withReason(why),
            ...sent,
          }),
        ),
      ),
    optOutDevice: async (device: DispatchDevice, why?: string) =>
      show([
        await repeatLost((sent) =>
          api.post('/house/{houseId}/event/{eventId}/device/{deviceId}/optout', {
            ...targetOf(device),
            body: withReason(why),
            ...sent,
          }),
        ),
      ]),
    ease: async (device: DispatchDevice) =>
      show([await api.post('/house/{houseId}/event/{eventId}/device/{deviceId}/ease', targetOf(device))]),
    takeBackEase: async (device: DispatchDevice) =>
      show([await api.delete('/house/{houseId}/event/{eventId}/device/{deviceId}/ease', targetOf(device))]),
    /** In one call, so that all join at one moment; of none: the home that stayed out with devices that were to join later. */
    rejoin: async (eventId: string, devices: readonly DispatchDevice[]) =>
      show(
        await api.post('/house/{houseId}/event/{eventId}/rejoin', {
          params: { houseId, eventId },
          body: devices.length === 0 ? {} : { deviceIds: devices.map(({ deviceId }) => deviceId) },
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        }),
      ),
  };
};
