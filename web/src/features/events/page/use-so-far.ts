import { useQuery } from '@tanstack/react-query';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import type { Dispatch } from '../dispatch.ts';
import { useEventPlan } from '../use-events.ts';
import { soFarOf } from './so-far.ts';

const NO_ANSWER: readonly SavedSoFar[] = [];

/** A running event in numbers, asked for every minute; `soFar` is null as long as no device has a number. */
export const useSoFar = (dispatch: Dispatch) => {
  const { house } = useHouse();
  const { eventId } = dispatch;
  const { data: plans } = useEventPlan(eventId);
  const { data: answer = NO_ANSWER, isPending } = useQuery<readonly SavedSoFar[]>({
    queryKey: ['event-so-far', house.id, eventId],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/event/{eventId}/so-far', { params: { houseId: house.id, eventId }, signal }),
    refetchInterval: MINUTE,
  });
  return { answer, isPending, soFar: soFarOf(dispatch, answer, plans) };
};
