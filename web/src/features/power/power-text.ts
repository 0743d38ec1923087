import { deviceTitle } from '#web/lib/language/device-title.ts';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { reportsPower } from '#domain/telemetry/measured-by.ts';
import type { PowerNow } from '#domain/telemetry/power-now.ts';
import { t } from '#web/lib/language/i18n.ts';
import { flowsText, powerText } from '#web/ui/flows/flows-text.ts';

type Power = PowerNow<DashboardDevice>;

/** For the closed header: what is drawn, and what the sun gives. */
export const summaryOf = ({ scope, use, solar }: Power): string =>
  [
    scope === 'home' ? powerText(use) : t('power.devices.short', { power: powerText(use) }),
    ...(solar ? [t('battery.solar', { power: powerText(solar) })] : []),
  ].join(' ·\u00A0');

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
