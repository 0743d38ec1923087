import type { EventPlan } from '#contract/entities/event.ts';
import { expectedTotal } from '#domain/events/plan/expected-total.ts';
import { t } from '#web/lib/language/i18n.ts';
import type { Dispatch } from '../dispatch.ts';
import { amountText, energyText, expectedOf } from '../page/plan/expected.ts';

/** About what the devices that are still in may earn together, in the words of the rule; null: nothing is expected, or not known yet. */
export const rewardText = (dispatch: Dispatch, plans: readonly EventPlan[] | undefined): string | null => {
  const total = expectedTotal([...expectedOf(dispatch, plans).values()]);
  if (total === null) return null;
  const energy = energyText(total.wh);
  if (total.rule === 'none') return t('event.banner.energy', { energy });
  const money = amountText(total);
  if (total.rule === 'per-event') return t('event.banner.reward.flat', { money });
  const about = t('event.banner.about', { amount: money });
  return total.rule === 'per-kwh'
    ? t('event.banner.reward', { about, energy })
    : t('event.banner.reward.mixed', { about });
};
