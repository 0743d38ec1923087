import { useMemo } from 'react';
import type { EventDay, Reward } from '#contract/entities/result.ts';
import { DAY } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import type { HouseData } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { t } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { earnedBy } from '../receipt/figures.ts';
import { useReward } from '../rewards/use-reward.ts';

/** Results are in some hours after the event, or the next day. */
const AWAITED_FOR = 2 * DAY;

export interface DayNotes {
  /** What it earned; null: nothing. */
  readonly reward: string | null;
  /** Why there is no number, or no reward; null: there are both. */
  readonly why: string | null;
}

/** Why the day has no energy result. */
const noNumberText = ({ reason, events, endTime }: EventDay, at: number): string => {
  if (reason) {
    const { code, ...values } = reason;
    return t(`receipt.reason.${code}`, values);
  }
  if (events.every(({ optOutCount, devicesContactedCount }) => optOutCount === devicesContactedCount))
    return t('results.why.left');
  return t(at - Date.parse(endTime) < AWAITED_FOR ? 'results.why.awaited' : 'results.why.unknown');
};

type Programs = readonly Pick<HouseData['programs'][number], 'reward'>[];

interface Known {
  readonly entries: Reward['entries'];
  /** Of the home. */
  readonly programs: Programs;
  readonly at: number;
}

/** Why a day that has a number has no reward. */
const noRewardText = (day: EventDay, { entries, programs, at }: Known): string => {
  const { events, performance, endTime } = day;
  if (programs.every(({ reward }) => reward.type === 'none')) return t('results.why.noReward');
  if (entries.some(({ cause }) => cause === 'opt_out')) return t('results.why.given');
  const responded = events.reduce((sum, { respondedCount }) => sum + respondedCount, 0);
  const left = events.reduce((sum, { optOutCount }) => sum + optOutCount, 0);
  if (responded === 0) return t(left > 0 ? 'results.why.left.reward' : 'results.why.silent');
  if ((performance.reductionEnergy ?? 0) <= 0) return t('results.why.nothingSaved');
  if (at - Date.parse(endTime) < AWAITED_FOR) return t('results.why.rewardAwaited');
  return t('results.why.nothing');
};

export const dayNotes = (
  day: EventDay,
  ledger: Reward['entries'] | undefined,
  programs: Programs,
  at: number,
): DayNotes => {
  const ids = day.events.map(({ id }) => id);
  const entries = (ledger ?? []).filter(({ eventId }) => ids.includes(eventId));
  const earned = earnedBy(entries, ids);
  const reward = earned && earned.amount > 0 ? moneyText(earned.amount, earned.currency) : null;
  if (day.performance.reductionEnergy === null) return { reward, why: noNumberText(day, at) };
  if (reward !== null || ledger === undefined) return { reward, why: null };
  return { reward, why: noRewardText(day, { entries, programs, at }) };
};

export const useDayNotes = (): ((day: EventDay) => DayNotes) => {
  const { data } = useReward();
  const { programs } = useHouse();
  const byEvent = useMemo(() => Map.groupBy(data?.entries ?? [], ({ eventId }) => eventId), [data]);
  return (day) =>
    dayNotes(day, data && day.events.flatMap(({ id }) => byEvent.get(id) ?? []), programs, now().getTime());
};
