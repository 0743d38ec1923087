import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { headerOf } from '#domain/control/title.ts';
import type { HomeUse } from '#domain/plot/house-energy.ts';
import { usesEnergy } from '#domain/plot/house-columns.ts';
import { comparableUse } from '#domain/plot/house-energy.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { highestDay } from '#domain/plot/stack.ts';
import { reportsPower } from '#domain/telemetry/measured-by.ts';
import { powerNow } from '#domain/telemetry/power-now.ts';
import { HOUR, SECOND } from '#domain/time/time.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { localeTag, t } from '#web/lib/language/i18n.ts';
import { SHOWN_ENERGY_MIN, earlierPeriodText, usedText } from '#web/ui/plot/plot-summary.ts';
import { amountDigits, momentIn, valueText } from '#web/ui/plot/plot-text.ts';

const energyText = (kilowattHours: number): string =>
  `${formatNumber(kilowattHours, amountDigits(kilowattHours))}\u00A0kWh`;

/** Too little to be compared. */
export const isLittle = ({ kilowattHours }: HomeUse): boolean =>
  kilowattHours !== null && kilowattHours < SHOWN_ENERGY_MIN;

/** As the legend shows it. */
const isShownAsZero = (kilowattHours: number): boolean => energyText(kilowattHours) === energyText(0);

/** Of a day in which little or nothing was used yet. */
export const notBegunText = ({ kilowattHours }: HomeUse, before: HomeUse | null): string =>
  [
    kilowattHours === null || isShownAsZero(kilowattHours)
      ? t('energy.noneYet')
      : t('energy.littleYet', { amount: energyText(kilowattHours) }),
    ...(before === null || before.kilowattHours === null || isLittle(before)
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
  const sumOf = (name: string) =>
    series
      .filter((line) => line.name === name)
      .flatMap(({ points }) => points)
      .reduce((sum, { value }) => sum + value, 0);
  return (
    [
      ['energy.given', sumOf('battery-given')],
      ['energy.taken', sumOf('battery-taken')],
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

/** More are counted, not named. */
const NAMED_AT_MOST = 3;

const namesText = (devices: readonly DashboardDevice[]): string =>
  new Intl.ListFormat(localeTag()).format(
    devices.map((device) => headerOf(device) ?? t('device.number', { id: device.id })),
  );

const countText = (measured: number, all: number): string =>
  measured === all ? t('energy.covers.all', { all }) : t('energy.covers', { measured, all });

/** Which devices the total is made of, and which it does not know; of many, how many. */
const measuredText = (measured: readonly DashboardDevice[], others: readonly DashboardDevice[]): string => {
  const all = measured.length + others.length;
  if (others.length === 0 || measured.length > NAMED_AT_MOST || others.length > NAMED_AT_MOST) {
    return countText(measured.length, all);
  }
  return t(measured.length === 0 ? 'energy.covers.none' : 'energy.covers.named', {
    measured: namesText(measured),
    others: namesText(others),
    count: others.length,
  });
};

export interface Coverage {
  /** How many devices the total is made of. */
  readonly brief: string;
  /** Which ones, what is no part of it, and why the power of the moment may be more. */
  readonly text: string;
}

/** What the total covers. */
export const coverageOf = (devices: readonly DashboardDevice[], now: Date): Coverage => {
  const hasCharger = devices.some((device) => device.kind === 'evse' && reportsPower(device));
  const users = devices.filter(({ kind }) => usesEnergy(kind, hasCharger));
  const measured = users.filter(reportsPower);
  const text = [
    measuredText(
      measured,
      users.filter((device) => !reportsPower(device)),
    ),
    devices.some(({ kind }) => kind === 'battery') ? t('energy.covers.battery') : [],
    powerNow(devices, now)?.scope === 'home' ? t('energy.covers.home') : [],
  ];
  return { brief: countText(measured.length, users.length), text: text.flat().join(' ') };
};

/** The figure of the closed header, where there is room for one: of a home without meters what ran longer. Empty: nothing is known. */
export const figureOf = (use: HomeUse, isToday: boolean): string => {
  const { kilowattHours, heat, cool } = use;
  if (kilowattHours !== null) {
    if (isToday && isShownAsZero(kilowattHours)) return t('energy.noneYet.short');
    const amount = energyText(kilowattHours);
    return isToday ? t('energy.today', { amount }) : amount;
  }
  if (heat === null && cool === null) return '';
  const hours = hoursText(Math.max(heat ?? 0, cool ?? 0));
  return t((cool ?? 0) > (heat ?? 0) ? 'energy.figure.cool' : 'energy.figure.heat', { hours });
};
