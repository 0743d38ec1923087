import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { settingOf } from '#domain/control/title.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { kilowattHours, temperature } from '#web/lib/language/format.ts';
import { t, labelFor } from '#web/lib/language/i18n.ts';
import { modeLabel } from '../card/card-content.ts';

type Row = readonly [name: string, value: string];

interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

const orUnset = (value: string | null): string => value ?? t('value.unset');

const about = (device: DashboardDevice): Section => {
  const subBrand = settingOf(device, 'sub-brand');
  return {
    id: 'about',
    title: t('settings.about'),
    rows: [
      [t('device.type'), device.type ?? t(`kind.${device.kind}`)],
      ...(subBrand === null ? [] : [[t('device.subBrand'), subBrand] as const]),
      [t('device.maker'), makerOf(device.mfg).label],
      [t('device.id'), device.id],
    ],
  };
};

const defaultsOfWater = (device: DashboardDevice): Section => {
  const mode = settingOf(device, 'hwh-default-set-mode');
  const setpoint = Number(settingOf(device, 'hwh-default-set-temperature') ?? Number.NaN);
  const { value, unit } = temperature(setpoint);
  return {
    id: 'water',
    title: t('settings.water'),
    rows: [
      [t('settings.defaultMode'), orUnset(mode && modeLabel(mode, device.mfg))],
      [t('settings.defaultSetpoint'), orUnset(Number.isFinite(setpoint) ? `${value} ${unit}` : null)],
    ],
  };
};

const yesOrNo = (value: boolean | null): string =>
  orUnset(value === null ? null : value ? t('value.yes') : t('value.no'));

const vehicle = (device: DashboardDevice): Section => ({
  id: 'vehicle',
  title: t('settings.vehicle'),
  rows: [
    [t('settings.vehicle.model'), orUnset(settingOf(device, 'vehicle-model'))],
    [t('settings.vehicle.year'), orUnset(settingOf(device, 'vehicle-year'))],
  ],
});

const vehicleData = (device: DashboardDevice): Section => {
  const readings = latestValuesOf(device.realtime);
  const capacity = kilowattHours(readings.number('ev-battery-capacity'));
  const level = readings.number('ev-battery-level');
  const charging = level !== null && level >= 1 ? 'FULLY_CHARGED' : readings.text('ev-charging-status');
  const home = readings.flag('ev-location-status');
  return {
    id: 'vehicle-data',
    title: t('settings.vehicle.data'),
    rows: [
      [t('settings.vehicle.capacity'), `${capacity.value} ${capacity.unit}`],
      [t('settings.vehicle.charging'), orUnset(charging && labelFor('ev', charging))],
      [
        t('settings.vehicle.location'),
        orUnset(home === null ? null : labelFor('ev', home ? 'HOME' : 'AWAY')),
      ],
      [t('settings.vehicle.plugged'), yesOrNo(readings.flag('ev-plugged-in-status'))],
    ],
  };
};

/** Read-only sections that only some kinds have. */
const SECTIONS_BY_KIND: Readonly<
  Partial<Record<DeviceKind, readonly ((device: DashboardDevice) => Section)[]>>
> = {
  hwh: [defaultsOfWater],
  ev: [vehicle, vehicleData],
};

export const sectionsOf = (device: DashboardDevice): Section[] =>
  [about, ...(SECTIONS_BY_KIND[device.kind] ?? [])].map((section) => section(device));
