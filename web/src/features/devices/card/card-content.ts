import type { DeviceKind } from '#contract/entities/device.ts';
import { isHeating } from '#domain/control/controls.ts';
import type { LatestValues } from '#domain/control/latest-values.ts';
import { FLOW_FROM } from '#domain/control/rest-power.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { distance, kilowattHours, kilowatts, percent, temperature } from '#web/lib/language/format.ts';
import type { Quantity } from '#web/lib/language/format.ts';
import { t, labelFor } from '#web/lib/language/i18n.ts';
import { airOperation, chargingParts } from './current-operation.ts';
import type { SentencePart } from './current-operation.ts';
import type { DeviceModel } from '#domain/manufacturers/index.ts';
import type { Moment } from './moment.ts';

export interface Figure extends Quantity {
  readonly label: string;
  readonly tone?: 'heat' | 'cool';
}

export interface Level {
  readonly fraction: number;
  readonly label: string;
  /** On the bar. */
  readonly text: string;
}

/** What the last day behind the main figure is drawn of. */
export interface DayOf {
  /** The resource, as the call for the day names it. */
  readonly key: string;
  readonly value: number | null;
  /** A value of the resource that the device holds to. */
  readonly target: number | null;
  /** The value that counts as all of it, where the figure is a share. */
  readonly full: number | null;
  readonly tone: 'heat' | 'cool' | 'brand' | null;
}

/** A reading that cannot be changed, in the place of the choices. */
export interface Tile {
  readonly label: string;
  readonly text: string;
}

/** Readings of a device as its card shows them, row by row. */
export interface CardContent {
  readonly main: Figure;
  /** The setpoint beside the main figure, where no stepper shows it. */
  readonly side?: Figure;
  /** What the device does now, in one sentence. */
  readonly sentence: readonly SentencePart[];
  readonly level?: Level;
  readonly tiles: readonly Tile[];
  readonly day?: DayOf;
}

type ContentBuilder = (readings: LatestValues, device: DeviceModel, moment: Moment) => CardContent;

/** The maker's own label of a mode, else the common one. */
export const modeLabel = (mode: string, mfg: string): string => {
  const ofMaker = labelFor(`mode.${mfg}`, mode);
  return ofMaker === mode ? labelFor('mode', mode) : ofMaker;
};

const asText = ({ value, unit }: Quantity): string => `${value}\u00A0${unit}`;

const dayOf = (
  readings: LatestValues,
  key: string,
  tone: DayOf['tone'],
  { target = null, full = null }: Partial<Pick<DayOf, 'target' | 'full'>> = {},
): DayOf => ({ key, value: readings.number(key), target, full, tone });

const targetFigure = (low: number | null, high: number | null, tone: Figure['tone'] | null): Figure => ({
  ...temperature(high),
  ...(low === null ? {} : { value: `${temperature(low).value}–${temperature(high).value}` }),
  label: t('device.setTo'),
  ...(tone ? { tone } : {}),
});

/** Modes in which a thermostat keeps a room between its two setpoints. */
const HEAT_AND_COOL: readonly (string | null)[] = ['auto', 'eco'];

const climateContent = (
  readings: LatestValues,
  device: DeviceModel,
  keys: Record<'actual' | 'mode' | 'heat' | 'cool', string>,
): CardContent => {
  const mode = readings.text(keys.mode);
  const actual = readings.number(keys.actual);
  const heat = readings.number(keys.heat);
  const cool = readings.number(keys.cool);
  const heats = isHeating(mode);
  const both =
    HEAT_AND_COOL.includes(mode) && modelOf(device).setpoints === 'heat-and-cool' && keys.heat !== keys.cool;
  const tone = mode === 'off' || both ? null : heats ? 'heat' : 'cool';
  return {
    main: { ...temperature(actual), label: t('device.insideNow') },
    ...(mode === 'fan' ? {} : { side: targetFigure(both ? heat : null, heats ? heat : cool, tone) }),
    sentence: airOperation(device, readings, { mode, actual, heat, cool }),
    tiles: [],
    day: dayOf(readings, keys.actual, tone, { target: tone === null ? null : heats ? heat : cool }),
  };
};

/** W; above it a water heater heats. A burner's fan and control take little more. */
const HEATING_FROM = 20;

/** Whether a car is connected; of other modes that is not known. */
const PLUGGED_BY_MODE: Readonly<Record<string, boolean>> = {
  AVAILABLE: false,
  INUSE: true,
  INUSE_CHARGING: true,
};

const cableTile = (plugged: boolean): Tile => ({
  label: t('ev.cable'),
  text: plugged ? t('ev.pluggedIn') : t('ev.unplugged'),
});

const contentByKind: Readonly<Record<DeviceKind, ContentBuilder>> = {
  tstat: (readings, device) =>
    climateContent(readings, device, {
      actual: 'thermostat-actual-temperature',
      mode: 'thermostat-mode',
      heat: 'thermostat-heat-setpoint',
      cool: 'thermostat-cool-setpoint',
    }),

  rac: (readings, device) =>
    climateContent(readings, device, {
      actual: 'rac-actual-temperature',
      mode: 'rac-mode',
      heat: 'rac-cool-setpoint',
      cool: 'rac-cool-setpoint',
    }),

  hwh: (readings) => {
    const power = readings.number('power');
    const tank = readings.number('hwh-tank-temperature');
    const setpoint = readings.number('hwh-set-temperature');
    const powerFigure = { ...kilowatts(power), label: t('device.powerNow') };
    if (tank === null && setpoint === null)
      return { main: powerFigure, sentence: [], tiles: [], day: dayOf(readings, 'power', 'heat') };
    const heats = power !== null && power > HEATING_FROM;
    const doing: SentencePart = heats
      ? { icon: 'flame', tone: 'heat', text: t('hvac.heating') }
      : { icon: 'idle', text: t('hvac.idle') };
    return {
      main:
        tank === null
          ? { ...temperature(setpoint), label: t('device.setTo') }
          : { ...temperature(tank), label: t('device.tank') },
      ...(tank === null
        ? {}
        : {
            side: targetFigure(null, setpoint, 'heat'),
            day: dayOf(readings, 'hwh-tank-temperature', 'heat', { target: setpoint }),
          }),
      sentence: power === null ? [] : heats ? [doing, { text: asText(kilowatts(power)) }] : [doing],
      tiles: [],
    };
  },

  battery: (readings) => {
    const full = readings.number('battery-max-capacity');
    const present = readings.number('battery-present-capacity');
    const power = readings.number('battery-power');
    const solar = readings.number('pv-power');
    const house = readings.number('battery-house-power');
    const fraction = full && present !== null ? present / full : null;
    const flow =
      power === null || Math.abs(power) < FLOW_FROM ? 'resting' : power > 0 ? 'discharging' : 'charging';
    const doing = t(`battery.${flow}`);
    return {
      main: { ...percent(fraction), label: t('battery.charged') },
      sentence: [
        flow === 'resting'
          ? { icon: 'idle', text: doing }
          : {
              icon: 'bolt',
              tone: 'brand',
              text: `${doing} ${asText(kilowatts(power === null ? null : Math.abs(power)))}`,
            },
        ...(solar === null ? [] : [{ text: t('battery.solar', { power: asText(kilowatts(solar)) }) }]),
        ...(house === null ? [] : [{ text: t('battery.house', { power: asText(kilowatts(house)) }) }]),
      ],
      ...(fraction === null
        ? {}
        : {
            level: {
              fraction,
              label: t('battery.level'),
              text: t('battery.of', {
                present: kilowattHours(present).value,
                full: asText(kilowattHours(full)),
              }),
            },
          }),
      tiles: [],
      day: dayOf(readings, 'battery-present-capacity', 'brand', { full }),
    };
  },

  evse: (readings) => {
    const power = readings.number('evse-power');
    const most = readings.number('evse-max-power');
    const limit = readings.number('evse-power-limit') ?? most;
    const mode = readings.text('evse-mode');
    const whole = most ?? limit;
    const plugged = mode === null ? undefined : PLUGGED_BY_MODE[mode];
    return {
      main: { ...kilowatts(power), label: t('device.powerNow') },
      sentence:
        mode === null
          ? []
          : mode === 'INUSE_CHARGING'
            ? [{ icon: 'bolt', tone: 'brand', text: labelFor('evse', mode) }]
            : [{ icon: 'charger', text: labelFor('evse', mode) }],
      ...(power !== null && whole
        ? {
            level: {
              fraction: power / whole,
              label: t('evse.load'),
              // Of no power the figure above says enough.
              text:
                power > 0
                  ? t('battery.of', { present: kilowatts(power).value, full: asText(kilowatts(whole)) })
                  : t('evse.most', { power: asText(kilowatts(whole)) }),
            },
          }
        : {}),
      tiles: [
        ...(plugged === undefined ? [] : [cableTile(plugged)]),
        {
          label: t('evse.limit'),
          text: limit !== null && limit === most ? t('evse.fullPower') : asText(kilowatts(limit)),
        },
      ],
      day: dayOf(readings, 'evse-power', 'brand'),
    };
  },

  ev: (readings, _device, moment) => {
    const level = readings.number('ev-battery-level');
    const home = readings.flag('ev-location-status');
    const plugged = readings.flag('ev-plugged-in-status');
    const capacity = readings.number('ev-battery-capacity');
    return {
      main: { ...percent(level), label: t('battery.charged') },
      sentence: chargingParts(readings, moment),
      ...(level === null
        ? {}
        : {
            level: {
              fraction: level,
              label: t('battery.level'),
              text:
                capacity === null
                  ? ''
                  : t('battery.of', {
                      present: kilowattHours(level * capacity).value,
                      full: asText(kilowattHours(capacity)),
                    }),
            },
          }),
      day: dayOf(readings, 'ev-battery-level', 'brand'),
      tiles: [
        { label: t('ev.range.label'), text: asText(distance(readings.number('ev-battery-range'))) },
        ...(plugged === null ? [] : [cableTile(plugged)]),
        ...(home === null ? [] : [{ label: t('ev.place'), text: home ? t('ev.atHome') : t('ev.away') }]),
      ],
    };
  },
};

export const cardContentOf = (device: DeviceModel, readings: LatestValues, moment: Moment): CardContent =>
  contentByKind[device.kind](readings, device, moment);
