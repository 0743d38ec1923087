import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import type { LatestValues } from '#domain/control/latest-values.ts';
import { CONTROL_TIMES } from '#domain/control/state.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { percent, temperature } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';

const numbersOf = (all: readonly LatestValues[], key: string): number[] =>
  all.flatMap((readings) => readings.number(key) ?? []);

const temperatureText = (values: readonly number[]): string => {
  const [low, high] = [temperature(Math.min(...values)), temperature(Math.max(...values))];
  return `${low.value === high.value ? '' : `${low.value}–`}${high.value}\u00A0${high.unit}`;
};

/** The lowest level: of two cars the emptier one matters. */
const levelText = (values: readonly number[]): string => {
  const { value, unit } = percent(Math.min(...values));
  return `${value}${unit}`;
};

const charges = (readings: LatestValues): number[] => {
  const full = readings.number('battery-max-capacity');
  const present = readings.number('battery-present-capacity');
  return full && present !== null ? [present / full] : [];
};

const factsOf = (all: readonly LatestValues[]): string => {
  const inside = numbersOf(all, 'thermostat-actual-temperature');
  const water = numbersOf(all, 'hwh-tank-temperature');
  const batteries = all.flatMap(charges);
  const cars = numbersOf(all, 'ev-battery-level');
  return [
    inside.length > 0 ? t('home.inside', { temperature: temperatureText(inside) }) : [],
    water.length > 0 ? t('home.water', { temperature: temperatureText(water) }) : [],
    batteries.length > 0 ? t('home.battery', { level: levelText(batteries) }) : [],
    cars.length > 0 ? t('home.car', { level: levelText(cars) }) : [],
  ]
    .flat()
    .join(', ');
};

interface Moment {
  readonly now: Date;
  readonly isInEvent: boolean;
  /** By when devices are back at their own settings after an event, as text; null: none is on its way. */
  readonly returning?: { readonly time: string; readonly cancelled: string } | null;
  /** How long ago the data were those of now; null: they are. */
  readonly age: string | null;
  /** The last refresh failed, though the browser is online. */
  readonly isFailed?: boolean;
  /** Another part of the page could not be loaded, or is older than it should be. */
  readonly isPartly?: boolean;
}

/** Of a home whose readings tell nothing a sentence could: without a device, none that has ever reported, all silent, or with devices that only take. */
const textWithoutFacts = (all: readonly LatestValues[], fresh: number): string => {
  const deviceCount = all.length;
  if (deviceCount === 0) return t('home.empty');
  if (all.every(({ reportedAt }) => reportedAt === null)) return t('home.waiting', { n: deviceCount });
  return fresh === 0 ? t('home.silent', { n: deviceCount }) : t('home.connected', { n: fresh });
};

/** How the home is, in one sentence, the worst news first; calm only where every device was just heard. */
export const homeStatusText = (
  devices: readonly DashboardDevice[],
  { now, isInEvent, returning = null, age, isFailed = false, isPartly = false }: Moment,
): string => {
  const withReadings = devices.map((device) => ({ device, readings: latestValuesOf(device.realtime) }));
  const offline = withReadings.filter(({ readings }) => readings.status === 'OFFLINE');
  const [first] = offline;
  if (first && age === null) {
    return offline.length === 1
      ? t('home.offline', { device: deviceTitle(first.device) })
      : t('home.offline.several', { n: offline.length });
  }
  const fresh = withReadings.flatMap(({ readings }) => {
    const { status, reportedAt } = readings;
    const isFresh = reportedAt && now.getTime() - reportedAt.getTime() <= CONTROL_TIMES.staleMs;
    return status === 'ONLINE' && isFresh ? [readings] : [];
  });
  const facts = factsOf(fresh);
  if (age !== null) {
    if (facts === '') return t(isFailed ? 'home.refreshFailed.none' : 'home.lastKnown.none', { when: age });
    return t(isFailed ? 'home.refreshFailed' : 'home.lastKnown', { facts });
  }
  if (returning !== null) return t('home.returning', returning);
  if (facts === '')
    return textWithoutFacts(
      withReadings.map(({ readings }) => readings),
      fresh.length,
    );
  if (isPartly) return t('home.partly', { facts });
  return t(isInEvent || fresh.length < withReadings.length ? 'home.facts' : 'home.calm', { facts });
};
