import type { TemperatureUnit } from '#contract/entities/account.ts';
import type { Comfort, HouseEvent } from '#contract/entities/event.ts';
import { SPARE } from '#domain/events/plan/strategies/battery-charge.ts';
import { comfortOf } from '#domain/events/plan/comfort.ts';
import { celsiusToFahrenheit, showTemperature } from '#domain/units.ts';
import { givesCharge, plannedSettings } from '#web/lib/planned-settings.ts';

export type LimitName = 'coolCeiling' | 'heatFloor' | 'hotWaterMinimum';

const NAMES = { coolCeiling: 'ceiling', heatFloor: 'floor', hotWaterMinimum: 'hotWater' } as const;

/** °F that the server takes. */
const RANGES: Readonly<Record<LimitName, readonly [number, number]>> = {
  coolCeiling: [70, 86],
  heatFloor: [60, 74],
  hotWaterMinimum: [110, 120],
};

/** °F that holds: the home's own, or the default. */
export const limitOf = (comfort: Parameters<typeof comfortOf>[0], name: LimitName): number =>
  comfortOf(comfort)[NAMES[name]];

/** Degrees in the person's unit, and their range. */
export const limitIn = (comfort: Comfort, name: LimitName, unit: TemperatureUnit) => {
  const [min, max] = RANGES[name];
  const range = [showTemperature(min, unit), showTemperature(max, unit)] as const;
  return { value: showTemperature(limitOf(comfort, name), unit), range };
};

/** The ends of a range in °C are rounded, and may lie a little beyond what the server takes. */
export const withLimit = (
  comfort: Comfort,
  name: LimitName,
  degrees: number,
  unit: TemperatureUnit,
): Comfort => {
  const [min, max] = RANGES[name];
  const fahrenheit = unit === 'C' ? celsiusToFahrenheit(degrees) : degrees;
  return { ...comfort, [name]: Math.min(max, Math.max(min, fahrenheit)) };
};

const sorted = (ids: readonly string[]): string => ids.toSorted().join(' ');

/** What of the limits differs from those that are saved. */
export const editsOf = (comfort: Comfort, saved: Comfort): Partial<Comfort> => {
  const { devicesLeftOut, ...limits } = comfort;
  const changed = Object.entries(limits).filter(
    ([name, value]) => saved[name as LimitName | 'batteryReserve'] !== value,
  );
  return {
    ...Object.fromEntries(changed),
    ...(sorted(devicesLeftOut) === sorted(saved.devicesLeftOut) ? {} : { devicesLeftOut }),
  };
};

export const isSame = (one: Comfort, other: Comfort): boolean =>
  Object.keys(editsOf(one, other)).length === 0;

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
  /** Percent that a battery is charged; null: not known. */
  chargeOf: (deviceId: string) => number | null = () => null,
): readonly string[] => {
  const { ceiling, floor, hotWater, reserve } = comfortOf(comfort);
  return running
    .filter(({ startTime, endTime }) => Date.parse(startTime) <= at && at < Date.parse(endTime))
    .flatMap((event) =>
      event.devices
        .filter(({ excluded, optOut }) => excluded === null && optOut === null)
        .filter((device) => {
          if (comfort.devicesLeftOut.includes(device.deviceId)) return true;
          const facts = plannedSettings(event.type, device);
          const { side, during } = facts;
          if (givesCharge(facts)) return (chargeOf(device.deviceId) ?? 100) <= reserve + SPARE;
          const degrees = during?.degrees ?? null;
          if (degrees === null) return false;
          if (side === 'water') return degrees < hotWater;
          return side === 'cool' ? degrees > ceiling : degrees < floor;
        })
        .map(({ deviceId }) => deviceId),
    );
};
