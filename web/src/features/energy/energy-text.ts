import { changeInPercent } from '#domain/plot/summary.ts';
import type { HomeUse } from '#domain/plot/house-energy.ts';
import { comparableUse } from '#domain/plot/house-energy.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { HOUR, SECOND } from '#domain/time/time.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { earlierPeriodText } from '#web/ui/plot/plot-summary.ts';
import { momentIn, valueText } from '#web/ui/plot/plot-text.ts';

const energyText = (kilowattHours: number): string => `${formatNumber(kilowattHours, 1)}\u00A0kWh`;

const hoursText = (seconds: number): string => formatNumber((seconds * SECOND) / HOUR, 1);

const ranText = ({ heat, cool }: HomeUse): string =>
  [
    heat === null || (heat === 0 && (cool ?? 0) > 0) ? [] : t('energy.ran.heat', { hours: hoursText(heat) }),
    cool === null || cool === 0 ? [] : t('energy.ran.cool', { hours: hoursText(cool) }),
  ]
    .flat()
    .join(' ');

/** kWh; less rounds to 0.0 and is not compared. */
const SHOWN_MIN = 0.05;

const usedText = (used: number, before: number | null, beforeWord: string): string => {
  const amount = energyText(used);
  const change =
    used >= SHOWN_MIN && (before ?? 0) >= SHOWN_MIN ? changeInPercent(used, before ?? undefined) : null;
  if (change === null) return t('plot.summary.energy', { amount });
  const values = { amount, percent: formatNumber(Math.abs(change)), before: beforeWord };
  if (change === 0) return t('plot.summary.energySame', values);
  return t(change < 0 ? 'plot.summary.energyLess' : 'plot.summary.energyMore', values);
};

/** What was used, compared with the period before, the hour with the highest use, and for how long heating and cooling ran. */
export const summaryOf = (
  model: PlotModel,
  use: HomeUse,
  before: HomeUse | null,
  { now, zone }: { readonly now: number; readonly zone: string },
): string => {
  const { kilowattHours, most } = use;
  const beforeWord = earlierPeriodText(model.period, now < model.period.end);
  return [
    kilowattHours === null ? '' : usedText(kilowattHours, comparableUse(use, before), beforeWord),
    most && most.value >= SHOWN_MIN
      ? t('energy.most', {
          high: valueText(most.value, 'kilowatt-hours'),
          moment: momentIn(model, most.time, zone),
        })
      : '',
    ranText(use),
  ]
    .filter((text) => text !== '')
    .join(' ');
};

/** The figure of the closed header, where there is room for one: of a home without meters what ran longer. Empty: nothing is known. */
export const figureOf = ({ kilowattHours, heat, cool }: HomeUse, isToday: boolean): string => {
  if (kilowattHours !== null) {
    const amount = energyText(kilowattHours);
    return isToday ? t('energy.today', { amount }) : amount;
  }
  if (heat === null && cool === null) return '';
  const hours = hoursText(Math.max(heat ?? 0, cool ?? 0));
  return t((cool ?? 0) > (heat ?? 0) ? 'energy.figure.cool' : 'energy.figure.heat', { hours });
};
