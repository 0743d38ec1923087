import { listFormat } from '#domain/text/intl-cache.ts';
import type { PowerNow } from '#domain/telemetry/power-now.ts';
import { kilowatts } from '#web/lib/language/format.ts';
import { localeTag, t } from '#web/lib/language/i18n.ts';

type Power = Pick<PowerNow<unknown>, 'use' | 'solar' | 'battery' | 'grid'>;

/** "2.8 kW", on one line. */
export const powerText = (watts: number | null): string => {
  const { value, unit } = kilowatts(watts);
  return `${value}\u00A0${unit}`;
};

const isPositive = (watts: number | null): boolean => watts !== null && watts > 0;

/** Where the power of the home comes from and where the rest goes, in words. */
export const flowsText = ({ use, solar, battery, grid }: Power): string => {
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
