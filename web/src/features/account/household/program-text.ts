import type { HomeProgram } from '#contract/entities/home-program.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { Program } from '#contract/entities/program.ts';
import { eventWords } from '#domain/events/plan/strategies/wording.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { dayText } from '#web/lib/language/day-text.ts';
import { cardDate, formatNumber, timeOfDay } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { moneyText, temperatureDifferenceText } from '#web/lib/language/quantity-text.ts';
import { rewardRuleText } from '#web/lib/language/reward-rule-text.ts';

/** What an event does with devices of these kinds, a sentence for each way. */
const asksTexts = ({ side, limits }: HomeProgram, kinds: readonly DeviceKind[]): readonly string[] => {
  const shift = temperatureDifferenceText(limits.largestShift);
  return [...new Set(kinds.map((kind) => eventWords[kind]))].flatMap((words) =>
    words === null ? [] : t(`household.program.asks.${words}`, { shift, side: side ?? 'cool' }),
  );
};

const limitsText = ({ season, limits }: HomeProgram): string => {
  const hours = limits.longestMinutes / (HOUR / MINUTE);
  const most = { events: limits.perSeason, hours: formatNumber(hours, Number.isInteger(hours) ? 0 : 1) };
  return season === null
    ? t('household.program.limits.always', most)
    : t('household.program.limits', { ...most, from: dayText(season.from), to: dayText(season.to) });
};

/** What leaving an event costs. */
const costText = ({ optOut: { allowed, freePerSeason: free, price }, reward }: HomeProgram): string => {
  if (!allowed) return t('household.program.cost.never');
  const currency = reward.currency as Program['currency'];
  const amount = price.type === 'amount' ? moneyText(price.amount, currency) : '';
  return t(`household.program.cost.${price.type}`, { free, amount });
};

/** What the program asks, how often, and what it pays. */
export const programTexts = (program: HomeProgram, kinds: readonly DeviceKind[]): readonly string[] => [
  ...asksTexts(program, kinds),
  limitsText(program),
  program.reward.type === 'none'
    ? t('household.program.pays.none')
    : t('household.program.pays', { rule: rewardRuleText(program.reward) }),
  costText(program),
];

/** Since when, or until when. */
export const spanText = ({ state, since, until }: HomeProgram, zone: string): string => {
  if (state === 'pending') return t('household.program.pending');
  if (until === null) return t('household.program.since', { date: cardDate(new Date(since), zone) });
  const end = new Date(until);
  return t('household.program.until', { date: cardDate(end, zone), time: timeOfDay(end, zone) });
};
