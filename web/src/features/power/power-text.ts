import { deviceTitle } from '#web/lib/language/device-title.ts';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { reportsPower } from '#domain/telemetry/measured-by.ts';
import { listFormat } from '#domain/text/intl-cache.ts';
import type { PowerNow } from '#domain/telemetry/power-now.ts';
import { kilowatts } from '#web/lib/language/format.ts';
import { localeTag, t } from '#web/lib/language/i18n.ts';

type Power = PowerNow<DashboardDevice>;

/** "2.8 kW", on one line. */
export const powerText = (watts: number | null): string => {
  const { value, unit } = kilowatts(watts);
  return `${value}\u00A0${unit}`;
};

/** For the closed header: what is drawn, and what the sun gives. */
export const summaryOf = ({ scope, use, solar }: Power): string =>
  [
    scope === 'home' ? powerText(use) : t('power.devices.short', { power: powerText(use) }),
    ...(solar ? [t('battery.solar', { power: powerText(solar) })] : []),
  ].join(' ·\u00A0');

const isPositive = (watts: number | null): boolean => watts !== null && watts > 0;

/** Where the power of the home comes from and where the rest goes, in words. */
const flowsText = ({ use, solar, battery, grid }: Power): string => {
  const sources = [
    ...(isPositive(solar) ? [t('power.source.solar')] : []),
    ...(isPositive(battery) ? [t('power.source.battery')] : []),
    ...(isPositive(grid) ? [t('power.source.grid')] : []),
  ];
  const list = listFormat(localeTag(), { type: 'conjunction' }).format(sources);
  const [charging, sending] = [-(battery ?? 0), -(grid ?? 0)];
  return [
    use && sources.length > 0 ? t('power.runsOn', { sources: list }) : [],
    charging > 0 ? t('power.charges', { power: powerText(charging) }) : [],
    sending > 0 ? t('power.sends', { power: powerText(sending) }) : [],
  ]
    .flat()
    .join(' ');
};

/** All that flows goes from one place to the other: the drawing tells it. */
const isSingle = ({ solar, battery, grid }: Power): boolean =>
  [solar, battery, grid].filter((watts) => watts !== null && watts !== 0).length === 1;

/** What is not measured by itself; heating and cooling that runs is most of it. */
export const restText = (devices: readonly DashboardDevice[]): string => {
  const running = devices
    .filter((device) => !reportsPower(device))
    .map(({ realtime }) => latestValuesOf(realtime).text('hvac-equipment-status') ?? '');
  if (running.some((status) => /heat/i.test(status))) return t('power.rest.heat');
  return t(running.some((status) => /cool/i.test(status)) ? 'power.rest.cool' : 'power.rest');
};

/** One sentence or two about what flows; empty: there is no more to say than the drawing does. */
export const sentenceOf = (power: Power): string => {
  if (power.readAt === null) return t('power.none');
  if (power.scope === 'devices') return t('power.devices.note');
  return isSingle(power) ? '' : flowsText(power) || t('power.idle');
};

/** null: all were heard. */
export const unheardText = ({ unheard }: Power): string | null => {
  const [first] = unheard;
  if (!first) return null;
  return unheard.length === 1
    ? t('power.unheard', { device: deviceTitle(first) })
    : t('power.unheard.several', { n: unheard.length });
};
