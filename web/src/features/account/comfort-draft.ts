import type { TemperatureUnit } from '#contract/entities/account.ts';
import type { Comfort, HouseEvent } from '#contract/entities/event.ts';
import { comfortOf } from '#domain/events/plan/comfort.ts';
import { celsiusToFahrenheit, fahrenheitToCelsius, showTemperature } from '#domain/units.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';

export type LimitName = 'coolCeiling' | 'heatFloor';

/** °F that the server takes. */
const RANGES: Readonly<Record<LimitName, readonly [number, number]>> = {
  coolCeiling: [70, 86],
  heatFloor: [60, 74],
};

/** Degrees in the person's unit, and their range. */
export const limitIn = (comfort: Comfort, name: LimitName, unit: TemperatureUnit) => {
  const { ceiling, floor } = comfortOf(comfort);
  const [min, max] = RANGES[name];
  const range: readonly [number, number] =
    unit === 'C' ? [Math.ceil(fahrenheitToCelsius(min)), Math.floor(fahrenheitToCelsius(max))] : [min, max];
  return { value: showTemperature(name === 'coolCeiling' ? ceiling : floor, unit), range };
};

export const withLimit = (
  comfort: Comfort,
  name: LimitName,
  degrees: number,
  unit: TemperatureUnit,
): Comfort => ({ ...comfort, [name]: unit === 'C' ? celsiusToFahrenheit(degrees) : degrees });

const sorted = (ids: readonly string[]): string => ids.toSorted().join(' ');

export const isSame = (one: Comfort, other: Comfort): boolean =>
  one.coolCeiling === other.coolCeiling &&
  one.heatFloor === other.heatFloor &&
  sorted(one.devicesLeftOut) === sorted(other.devicesLeftOut);

/** A room would have to be warmer than its ceiling, or cooler than its floor. */
export const isContradiction = (comfort: Comfort): boolean => {
  const { ceiling, floor } = comfortOf(comfort);
  return ceiling <= floor;
};

/** Ids of the devices that running events hold beyond the limits, so that they would leave. */
export const devicesThatLeave = (
  running: readonly HouseEvent[],
  comfort: Comfort,
  at: number,
): readonly string[] => {
  const { ceiling, floor } = comfortOf(comfort);
  return running
    .filter(({ startTime, endTime }) => Date.parse(startTime) <= at && at < Date.parse(endTime))
    .flatMap((event) =>
      event.devices
        .filter(({ excluded, optOut }) => excluded === null && optOut === null)
        .filter((device) => {
          if (comfort.devicesLeftOut.includes(device.deviceId)) return true;
          const { side, during } = plannedSettings(event.type, device);
          const degrees = during?.degrees ?? null;
          if (degrees === null || side === 'water') return false;
          return side === 'cool' ? degrees > ceiling : degrees < floor;
        })
        .map(({ deviceId }) => deviceId),
    );
};
