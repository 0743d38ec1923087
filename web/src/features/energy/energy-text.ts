import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { HomeUse } from '#domain/plot/house-energy.ts';
import { usesEnergy } from '#domain/plot/house-columns.ts';
import { comparableUse } from '#domain/plot/house-energy.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { highestDay } from '#domain/plot/stack.ts';
import { reportsPower } from '#domain/telemetry/measured-by.ts';
import { powerNow } from '#domain/telemetry/power-now.ts';
import { HOUR, SECOND } from '#domain/time/time.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { SHOWN_ENERGY_MIN, earlierPeriodText, usedText } from '#web/ui/plot/plot-summary.ts';
import { amountDigits, momentIn, valueText } from '#web/ui/plot/plot-text.ts';

const energyText = (kilowattHours: number): string =>
  `${formatNumber(kilowattHours, amountDigits(kilowattHours))}\u00A0kWh`;

/** Too little to be shown as an amount. */
export const isNothing = ({ kilowattHours }: HomeUse): boolean =>
  kilowattHours !== null && kilowattHours < SHOWN_ENERGY_MIN;

/** Of a day in which nothing was used yet. */
export const notBegunText = (before: HomeUse | null): string =>
  [
    t('energy.noneYet'),
    ...(before === null || before.kilowattHours === null || isNothing(before)
      ? []
      : [t('energy.yesterday', { amount: energyText(before.kilowattHours) })]),
  ].join(' ');

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

/** What batteries gave and took; empty: there are none, or they rested. */
const storedText = ({ series }: PlotModel): string => {
  const points = series.flatMap(({ name, points: all }) =>
    all.map(({ value }) => (name === 'battery-given' ? -value : name.includes('battery') ? value : 0)),
  );
  const sumOf = (sign: 1 | -1) => points.reduce((sum, value) => sum + Math.max(0, sign * value), 0);
  return (
    [
      ['energy.given', sumOf(-1)],
      ['energy.taken', sumOf(1)],
    ] as const
  )
    .flatMap(([key, amount]) => (amount < SHOWN_ENERGY_MIN ? [] : t(key, { amount: energyText(amount) })))
    .join(' ');
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
    kilowattHours === null ? storedText(model) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
};

/** How many of the devices the total is made of, what is no part of it, and why the power of the moment may be more. */
export const coverageText = (devices: readonly DashboardDevice[], now: Date): string => {
  const hasCharger = devices.some((device) => device.kind === 'evse' && reportsPower(device));
  const users = devices.filter(({ kind }) => usesEnergy(kind, hasCharger));
  const measured = users.filter(reportsPower).length;
  const all = users.length;
  return [
    measured === all ? t('energy.covers.all', { all }) : t('energy.covers', { measured, all }),
    devices.some(({ kind }) => kind === 'battery') ? t('energy.covers.battery') : [],
    powerNow(devices, now)?.scope === 'home' ? t('energy.covers.home') : [],
  ]
    .flat()
    .join(' ');
};

/** The figure of the closed header, where there is room for one: of a home without meters what ran longer. Empty: nothing is known. */
export const figureOf = (use: HomeUse, isToday: boolean): string => {
  const { kilowattHours, heat, cool } = use;
  if (isToday && isNothing(use)) return t('energy.noneYet.short');
  if (kilowattHours !== null) {
    const amount = energyText(kilowattHours);
    return isToday ? t('energy.today', { amount }) : amount;
  }
  if (heat === null && cool === null) return '';
  const hours = hoursText(Math.max(heat ?? 0, cool ?? 0));
  return t((cool ?? 0) > (heat ?? 0) ? 'energy.figure.cool' : 'energy.figure.heat', { hours });
};
