import { isMoreThanUsual } from '#domain/results/numbers.ts';
import { t } from '#web/lib/language/i18n.ts';
import { eventEnergyWithUnit } from '../energy-text.ts';

/** What an event came to, in a sentence: energy (Wh; null: there is no number), and money as text, if any was earned. */
export const resultTitle = (savedWh: number | null, money: string | null): string => {
  // A reward for each event is paid without a number.
  if (savedWh === null)
    return money === null ? t('receipt.title.none') : t('receipt.title.none.earned', { money });
  if (isMoreThanUsual(savedWh)) return t('receipt.title.more', { energy: eventEnergyWithUnit(-savedWh) });
  const energy = eventEnergyWithUnit(savedWh);
  return money === null ? t('receipt.title.saved', { energy }) : t('receipt.title.earned', { energy, money });
};
