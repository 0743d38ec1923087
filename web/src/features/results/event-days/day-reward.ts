import { useMemo } from 'react';
import type { EventDay } from '#contract/entities/result.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { earnedBy } from '../receipt/figures.ts';
import { useReward } from '../rewards/use-reward.ts';

/** What an event day earned, as text; null: it has no reward. */
export const useDayReward = (): ((day: EventDay) => string | null) => {
  const { data } = useReward();
  const byEvent = useMemo(() => Map.groupBy(data?.entries ?? [], ({ eventId }) => eventId), [data]);
  return ({ events }) => {
    const entries = events.flatMap(({ id }) => byEvent.get(id) ?? []);
    const earned = earnedBy(
      entries,
      events.map(({ id }) => id),
    );
    return earned && earned.amount > 0 ? moneyText(earned.amount, earned.currency) : null;
  };
};
