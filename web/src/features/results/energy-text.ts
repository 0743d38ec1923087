import { numberFormat } from '#domain/text/intl-cache.ts';
import { localeTag } from '#web/lib/language/i18n.ts';

const KWH = 1000;
const MWH = 1_000_000;

const decimals = (value: number, digits: number): string =>
  numberFormat(localeTag(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  }).format(value);

/** Energy of an event: kWh with two decimals, without the unit. */
export const eventEnergyText = (wh: number | null): string => (wh === null ? '--' : decimals(wh / KWH, 2));

/** The same with its unit. */
export const eventEnergyWithUnit = (wh: number | null): string => `${eventEnergyText(wh)}\u00A0kWh`;

/** To the Wh, so that what is shown adds up: for calculations. Without the unit. */
export const exactEnergyText = (wh: number | null): string => (wh === null ? '--' : decimals(wh / KWH, 3));

export const exactEnergyWithUnit = (wh: number | null): string => `${exactEnergyText(wh)}\u00A0kWh`;

/** Savings of a season: kWh with three decimals, MWh from 1,000 kWh on. */
export const savingsText = (wh: number | null): string => {
  if (wh === null) return '--';
  return Math.abs(wh) >= MWH ? `${decimals(wh / MWH, 3)}\u00A0MWh` : `${decimals(wh / KWH, 3)}\u00A0kWh`;
};
