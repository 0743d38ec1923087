import { queryOptions, useQuery } from '@tanstack/react-query';
import type { EventPlan } from '#contract/entities/event.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { allOf, dispatchesOf } from './dispatch.ts';
import type { Dispatch } from './dispatch.ts';

/** The dispatches of the house that are not over, those it left too, by their start. */
export const useDispatches = (): readonly Dispatch[] => {
  const { events, devices } = useHouse();
  return dispatchesOf(allOf(events), devices ?? []);
};

export const planKey = (houseId: string) => ['event-plan', houseId] as const;

export const eventKey = (houseId: string) => ['event', houseId] as const;

/** The plan of every device of the dispatch that the event belongs to, with what it is expected to save. */
const planQuery = (houseId: string, eventId: string) =>
  queryOptions<EventPlan[]>({
    queryKey: [...planKey(houseId), eventId],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/event/{eventId}/plan', { params: { houseId, eventId }, signal }),
    staleTime: MINUTE,
  });

export const useEventPlan = (eventId: string, enabled = true) =>
  useQuery({ ...planQuery(useHouse().house.id, eventId), enabled });
