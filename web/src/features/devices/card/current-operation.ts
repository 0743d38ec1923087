import type { LatestValues } from '#domain/control/latest-values.ts';
import { isHeating } from '#domain/control/controls.ts';
import { CHARGING_FROM } from '#domain/control/rest-power.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { HOUR } from '#domain/time/time.ts';
import { showTemperature } from '#domain/units.ts';
import { formatNumber, kilowatts, temperatureUnit, timeOfDay } from '#web/lib/language/format.ts';
import { labelFor, t } from '#web/lib/language/i18n.ts';
import type { IconName } from '#web/ui/icon/icons.tsx';
import type { DeviceModel } from '#domain/manufacturers/index.ts';
import type { Moment } from './moment.ts';

/** A part of the sentence that says what a device does. */
export interface SentencePart {
  readonly icon?: IconName;
  readonly tone?: 'heat' | 'cool' | 'brand' | 'ok';
  readonly text: string;
  /** What is to come if it goes on like this: old readings tell nothing about it. */
  readonly ahead?: true;
}

/** What a device did when it was last heard: in no colour of something that goes on, and without what was to come. */
export const asLastKnown = (parts: readonly SentencePart[]): readonly SentencePart[] =>
  parts.flatMap(({ ahead, tone: _, ...part }) => (ahead ? [] : [part]));

/** °F from its setpoint; nearer than that, equipment that rests is within its dead band. */
const MAX_DEAD_BAND = 2;

const COOLING_MODES = ['cool', 'auto', 'energy-saver'];

interface RoomClimate {
  readonly mode: string | null;
  readonly actual: number | null;
  readonly heat: number | null;
  readonly cool: number | null;
}

/** Whether the room is so far from its setpoint that only the compressor's pause can keep the equipment from running. */
const isDelayed = (device: DeviceModel, { mode, actual, heat, cool }: RoomClimate): boolean => {
  const { setpoints } = modelOf(device);
  if (actual === null || mode === null || setpoints === 'heat') return false;
  const cools = COOLING_MODES.includes(mode);
  const heats = isHeating(mode) || mode === 'auto';
  return (
    (cools && cool !== null && actual > cool + MAX_DEAD_BAND) ||
    (heats && setpoints !== 'cool' && heat !== null && actual < heat - MAX_DEAD_BAND)
  );
};

/**
 * Of a device that does not report what its equipment does: its mode, and how far the room is from its target as the card
 * shows both, or that it needs nothing.
 */
const distanceToTarget = (
  device: DeviceModel,
  { mode, actual, heat, cool }: RoomClimate,
): readonly SentencePart[] => {
  if (mode === 'fan') return [{ icon: 'fan', text: t('hvac.fan') }];
  const target = isHeating(mode) ? heat : cool;
  const cools = mode !== null && COOLING_MODES.includes(mode);
  const heats = isHeating(mode) || (mode === 'auto' && modelOf(device).setpoints !== 'cool');
  if (mode === null) return [];
  if (!(cools || heats)) return [{ icon: 'idle', text: labelFor('mode', mode) }];
  if (actual === null || target === null) return [];
  const unit = temperatureUnit();
  const above = Math.round(showTemperature(actual, unit)) - Math.round(showTemperature(target, unit));
  if (above === 0) return [{ icon: 'idle', text: t('hvac.atTarget') }];
  const difference = `${formatNumber(Math.abs(above))}\u00A0°${unit}`;
  const shown = { target: `${formatNumber(Math.round(showTemperature(target, unit)))}\u00A0°${unit}` };
  if (above > 0)
    return cools
      ? [{ icon: 'snowflake', tone: 'cool', text: t('hvac.aboveTarget', { difference }) }]
      : [{ icon: 'idle', text: t('hvac.warmEnough', shown) }];
  return heats
    ? [{ icon: 'flame', tone: 'heat', text: t('hvac.belowTarget', { difference }) }]
    : [{ icon: 'idle', text: t('hvac.coolEnough', shown) }];
};

const shownDegrees = (fahrenheit: number): number =>
  Math.round(showTemperature(fahrenheit, temperatureUnit()));

/** Whether `high` is shown above `low` by no more than a dead band. */
const isJustAbove = (high: number | null, low: number | null): boolean =>
  high !== null && low !== null && high - low <= MAX_DEAD_BAND && shownDegrees(high) > shownDegrees(low);

/** Equipment that rests within its dead band, short of its target, says that it is close to it. */
const idleText = ({ mode, actual, heat, cool }: RoomClimate): string => {
  const isNear = isHeating(mode) ? isJustAbove(heat, actual) : mode === 'cool' && isJustAbove(actual, cool);
  return t(isNear ? 'hvac.idleNear' : 'hvac.idle');
};

/**
 * Equipment runs on within its dead band, where the card shows the room at its target or beyond it: then it says so. `beyond`
 * is how far the room is past the target in the direction in which the equipment moves it.
 */
const runningText = (
  target: 'heating' | 'cooling',
  setpoint: number | null,
  actual: number | null,
): string => {
  if (setpoint === null || actual === null) return t(`hvac.${target}`);
  const beyond = target === 'heating' ? actual - setpoint : setpoint - actual;
  const isShownThere = shownDegrees(actual) === shownDegrees(setpoint);
  if (beyond < 0 && !isShownThere) return t(`hvac.${target}`);
  return t(beyond < 0 ? `hvac.${target}Almost` : `hvac.${target}Reached`, {
    target: `${formatNumber(shownDegrees(setpoint))}\u00A0°${temperatureUnit()}`,
  });
};

/** Heating, cooling, fan or idle, found in the equipment status of any maker. */
export const airOperation = (
  device: DeviceModel,
  readings: LatestValues,
  climate: RoomClimate,
): readonly SentencePart[] => {
  const equipment = readings.text('hvac-equipment-status');
  if (equipment === null) return distanceToTarget(device, climate);
  const { actual, heat, cool } = climate;
  if (/heat/i.test(equipment)) {
    return [{ icon: 'flame', tone: 'heat', text: runningText('heating', heat, actual) }];
  }
  if (/cool/i.test(equipment)) {
    return [{ icon: 'snowflake', tone: 'cool', text: runningText('cooling', cool, actual) }];
  }
  if (isDelayed(device, climate)) return [{ icon: 'idle', text: t('hvac.delayed') }];
  if (/fan/i.test(equipment)) return [{ icon: 'fan', text: t('hvac.fan') }];
  return [{ icon: 'idle', text: idleText(climate) }];
};

const FULL = 1;

/** Whether a car charges, with what power, and when it will be full at that power. */
export const chargingParts = (readings: LatestValues, { now, zone }: Moment): readonly SentencePart[] => {
  const level = readings.number('ev-battery-level');
  const status = readings.text('ev-charging-status');
  if (level !== null && level >= FULL) {
    return [{ icon: 'check', tone: 'ok', text: labelFor('ev', 'FULLY_CHARGED') }, { text: t('ev.ready') }];
  }
  const power = (readings.number('ev-home-power') ?? 0) + (readings.number('ev-away-power') ?? 0);
  const capacity = readings.number('ev-battery-capacity');
  const word: SentencePart[] =
    status === null
      ? []
      : [
          status === 'CHARGING'
            ? { icon: 'bolt', tone: 'brand', text: labelFor('ev', status) }
            : { icon: 'idle', text: labelFor('ev', status) },
        ];
  const { value, unit } = kilowatts(power);
  if (power < CHARGING_FROM) return word;
  const rate: SentencePart = { text: `${value} ${unit}` };
  if (level === null || capacity === null || status !== 'CHARGING') return [...word, rate];
  const full = new Date(now.getTime() + (((FULL - level) * capacity) / power) * HOUR);
  return [...word, rate, { text: t('ev.fullBy', { time: timeOfDay(full, zone) }), ahead: true }];
};
