import type { EventReward } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';
import { t } from './i18n.ts';
import { moneyText } from './quantity-text.ts';

/** "$0.55 per kWh saved", "$0.50 for each event you stay in". */
export const rewardRuleText = ({ type, amount, currency }: EventReward): string =>
  t(`reward.rule.${type}`, { amount: moneyText(amount, currency as Program['currency']) });
