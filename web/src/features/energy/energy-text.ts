import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { HomeUse } from '#domain/plot/house-energy.ts';
import { comparableUse } from '#domain/plot/house-energy.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { highestDay } from '#domain/plot/stack.ts';
import { reportsPower } from '#domain/telemetry/measured-by.ts';
import { powerNow } from '#domain/telemetry/power-now.ts';
import { HOUR, SECOND } from '#domain/time/time.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { SHOWN_ENERGY_MIN, earlierPeriodText, usedText } from '#web/ui/plot/plot-summary.ts';
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

/** The hour with the highest use, of bars the day. */
const mostText = (model: PlotModel, { most }: HomeUse, zone: string): string => {
  const highest = model.daily ? highestDay(model) : most;
  if (!highest || highest.value < SHOWN_ENERGY_MIN || model.axis.measure !== 'kilowatt-hours') return '';
  const [high, moment] = [valueText(highest.value, 'kilowatt-hours'), momentIn(model, highest.time, zone)];
  return model.daily
    ? t('plot.summary.mostOn', { high, highAt: moment })
    : t('energy.most', { high, moment });
};

/** What was used, compared with the period before, the hour or day with the highest use; of a home without meters for how long heating and cooling ran. */
export const summaryOf = (
  model: PlotModel,
  use: HomeUse,
  before: HomeUse | null,
  { now, zone }: { readonly now: number; readonly zone: string },
): string => {
  const { kilowattHours } = use;
  const beforeWord = earlierPeriodText(model.period, now < model.period.end);
  return [
    kilowattHours === null
      ? ''
      : usedText({ total: kilowattHours, before: comparableUse(use, before) }, beforeWord),
    mostText(model, use, zone),
    // Else the legend tells it.
    kilowattHours === null ? ranText(use) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
};

/** How many of the devices the total is made of, and why the power of the moment may be more than theirs. */
export const coverageText = (devices: readonly DashboardDevice[], now: Date): string => {
  const measured = devices.filter(reportsPower).length;
  const all = devices.length;
  return [
    measured === all ? t('energy.covers.all', { all }) : t('energy.covers', { measured, all }),
    powerNow(devices, now)?.scope === 'home' ? t('energy.covers.home') : [],
  ]
    .flat()
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
