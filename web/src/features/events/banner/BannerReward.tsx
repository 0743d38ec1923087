import type { Dispatch } from '../dispatch.ts';
import { useEventPlan } from '../use-events.ts';
import { rewardText } from './reward-text.ts';

/** Its one line comes after the first cards are drawn. */
export function BannerReward({ dispatch }: { readonly dispatch: Dispatch }) {
  return rewardText(dispatch, useEventPlan(dispatch.eventId).data);
}
