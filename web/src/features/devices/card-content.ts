import type { Device, DeviceKind } from '#contract/entities/device.ts';
import type { Readings } from '#domain/control/readings.ts';
import { distance, kilowattHours, kilowatts, formatNumber, percent, temperature } from '#web/lib/format.ts';
import type { Quantity } from '#web/lib/format.ts';
import { t, labelFor } from '#web/lib/i18n.ts';
import type { IconName } from '#web/ui/icons.tsx';

export interface Figure extends Quantity {
  readonly label: string;
  readonly tone?: 'heat' | 'cool';
  /** What the device does now, such as heating. */
  readonly activity?: Fact;
}

export interface Fact {
  readonly icon?: IconName;
  readonly tone?: 'heat' | 'cool';
  readonly text: string;
}

/** Readings of a device as its card shows them. */
export interface CardContent {
  readonly main: Figure;
  readonly side?: Figure;
  readonly bar?: { readonly fraction: number; readonly label: string };
  /** Further readings, as chips. */
  readonly facts: readonly Fact[];
  /** Mode and fan as chips, for devices without controls. */
  readonly settings: readonly Fact[];
}

export const KIND_ICONS: Readonly<Record<DeviceKind, IconName>> = {
  tstat: 'thermostat',
  rac: 'snowflake',
  hwh: 'water-heater',
  battery: 'battery',
  evse: 'charger',
  ev: 'car',
};

type ContentBuilder = (readings: Readings, device: Pick<Device, 'mfg'>) => CardContent;

/** The maker's own label of a mode, else the common one. */
export const modeLabel = (mode: string, mfg: string): string => {
  const own = labelFor(`mode.${mfg}`, mode);
  return own === mode ? labelFor('mode', mode) : own;
};

const settingFacts = (readings: Readings, mfg: string, modeKey: string, fanKey?: string): Fact[] => {
  const mode = readings.text(modeKey);
  const fan = fanKey ? readings.text(fanKey) : null;
  return [
    ...(mode === null ? [] : [{ text: t('device.mode', { mode: modeLabel(mode, mfg) }) }]),
    ...(fan === null ? [] : [{ icon: 'fan' as const, text: t('device.fan', { fan: labelFor('fan', fan) }) }]),
  ];
};

/** Heating, cooling, fan or idle, found in the equipment status of any maker. */
const activityOf = (equipment: string | null): { readonly activity?: Fact } => {
  if (equipment === null) return {};
  if (/heat/i.test(equipment)) return { activity: { icon: 'flame', tone: 'heat', text: t('hvac.heating') } };
  if (/cool/i.test(equipment))
    return { activity: { icon: 'snowflake', tone: 'cool', text: t('hvac.cooling') } };
  if (/fan/i.test(equipment)) return { activity: { icon: 'fan', text: t('hvac.fan') } };
  return { activity: { icon: 'idle', text: t('hvac.idle') } };
};

const targetFigure = (fahrenheit: number | null, tone: 'heat' | 'cool'): Figure => ({
  ...temperature(fahrenheit),
  label: t('device.setTo'),
  tone,
});

const climateContent = (
  readings: Readings,
  mfg: string,
  keys: Record<'actual' | 'mode' | 'fan' | 'heat' | 'cool', string>,
): CardContent => {
  const mode = readings.text(keys.mode);
  const heats = mode === 'heat' || mode === 'auxHeatOnly';
  const hasTarget = mode !== 'off' && mode !== 'fan';
  return {
    main: {
      ...temperature(readings.number(keys.actual)),
      label: t('device.insideNow'),
      ...activityOf(readings.text('hvac-equipment-status')),
    },
    ...(hasTarget
      ? { side: targetFigure(readings.number(heats ? keys.heat : keys.cool), heats ? 'heat' : 'cool') }
      : {}),
    facts: [],
    settings: settingFacts(readings, mfg, keys.mode, keys.fan),
  };
};

const contentByKind: Readonly<Record<DeviceKind, ContentBuilder>> = {
  tstat: (readings, { mfg }) =>
    climateContent(readings, mfg, {
      actual: 'thermostat-actual-temperature',
      mode: 'thermostat-mode',
      fan: 'thermostat-fan-mode',
      heat: 'thermostat-heat-setpoint',
      cool: 'thermostat-cool-setpoint',
    }),

  rac: (readings, { mfg }) =>
    climateContent(readings, mfg, {
      actual: 'rac-actual-temperature',
      mode: 'rac-mode',
      fan: 'rac-fan-mode',
      heat: 'rac-cool-setpoint',
      cool: 'rac-cool-setpoint',
    }),

  hwh: (readings, { mfg }) => {
    const power = readings.number('power');
    const tank = readings.number('hwh-tank-temperature');
    const setpoint = readings.number('hwh-set-temperature');
    const settings = settingFacts(readings, mfg, 'hwh-set-mode');
    if (tank === null && setpoint === null) {
      return { main: { ...kilowatts(power), label: t('device.powerNow') }, facts: [], settings };
    }
    const heating = power === null ? null : power > 50 ? 'heat' : 'idle';
    return {
      main: { ...temperature(tank), label: t('device.tank'), ...activityOf(heating) },
      side: targetFigure(setpoint, 'heat'),
      facts: [],
      settings,
    };
  },

  battery: (readings, { mfg }) => {
    const full = readings.number('battery-max-capacity');
    const present = readings.number('battery-present-capacity');
    const power = readings.number('battery-power');
    const fraction = full && present !== null ? present / full : null;
    const flow = power === null || Math.abs(power) < 50 ? 'resting' : power > 0 ? 'discharging' : 'charging';
    return {
      main: {
        ...percent(fraction),
        label: t('battery.of', {
          present: kilowattHours(present).value,
          full: `${kilowattHours(full).value} kWh`,
        }),
      },
      side: { ...kilowatts(power === null ? null : Math.abs(power)), label: t(`battery.${flow}`) },
      ...(fraction === null ? {} : { bar: { fraction, label: t('battery.level') } }),
      facts: [],
      settings: settingFacts(
        readings,
        mfg,
        readings.text('battery-mode') === null ? 'sis-set-mode' : 'battery-mode',
      ),
    };
  },

  evse: (readings) => {
    const power = readings.number('evse-power');
    const limit = readings.number('evse-power-limit') ?? readings.number('evse-max-power');
    const mode = readings.text('evse-mode');
    return {
      main: { ...kilowatts(power), label: mode === null ? t('device.powerNow') : labelFor('evse', mode) },
      side: { ...kilowatts(limit), label: t('evse.limit') },
      ...(power !== null && limit ? { bar: { fraction: power / limit, label: t('evse.load') } } : {}),
      facts: [],
      settings: [],
    };
  },

  ev: (readings) => {
    const level = readings.number('ev-battery-level');
    const range = distance(readings.number('ev-battery-range'));
    const charging = readings.text('ev-charging-status');
    const status = level !== null && level >= 1 ? 'FULLY_CHARGED' : charging;
    const home = readings.flag('ev-location-status');
    const plugged = readings.flag('ev-plugged-in-status');
    return {
      main: { ...percent(level), label: t('ev.range', { range: `${range.value} ${range.unit}` }) },
      ...(level === null ? {} : { bar: { fraction: level, label: t('battery.level') } }),
      settings: [],
      facts: [
        ...(status === null ? [] : [{ icon: 'bolt' as const, text: labelFor('ev', status) }]),
        ...(plugged === null
          ? []
          : [{ icon: 'charger' as const, text: plugged ? t('ev.pluggedIn') : t('ev.unplugged') }]),
        ...(home === null ? [] : [{ icon: 'home' as const, text: home ? t('ev.atHome') : t('ev.away') }]),
      ],
    };
  },
};

export const cardContentOf = (device: Pick<Device, 'kind' | 'mfg'>, readings: Readings): CardContent =>
  contentByKind[device.kind](readings, device);

export const percentText = (fraction: number): string =>
  `${formatNumber(Math.min(1, Math.max(0, fraction)) * 100)}%`;
