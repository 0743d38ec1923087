import type { DeviceKind, Value } from '#contract/entities/device.ts';
import { visibleControlsOf } from '#domain/control/controls.ts';
import { kinds } from '#domain/kinds/index.ts';
import { makerOf, modelOf } from '#domain/manufacturers/index.ts';
import type { LinkedDevice } from '#domain/ports/device-link.ts';
import { tenths, whole } from './base/numbers.ts';
import { randomOf, uniformBetween } from './base/random.ts';
import type { NumberSource } from './base/random.ts';
import type { Entries } from './device.ts';
import { DEFAULT_PLACE } from './environment/place.ts';
import type { Place } from './environment/place.ts';
import { BATTERY_MODES } from './models/battery-modes.ts';
import { isCold, recentOutdoor, seasonalMode } from './residents.ts';

type Values = Readonly<Record<string, Value | null | undefined>>;

interface Usual {
  readonly device: LinkedDevice;
  readonly cold: boolean;
  readonly random: NumberSource;
}

/** °F; what most people set. */
const COOL = 75;
const HEAT = 68;
const HOT_WATER = 120;
const PARKED = 0;

const within = ({ device }: Usual, degrees: number): number => {
  const [least, most] = modelOf(device).setpoint ?? [degrees, degrees];
  return Math.min(Math.max(degrees, least), most);
};

const modesOf = ({ device }: Usual): readonly string[] => modelOf(device).modes.map(({ name }) => name);

const thermostat = (usual: Usual): Values => {
  const { device, cold, random } = usual;
  const isShared = modelOf(device).setpoints === 'shared';
  const wanted = cold ? HEAT : COOL;
  return {
    'thermostat-mode': seasonalMode(device, cold) ?? modesOf(usual)[0],
    'thermostat-fan-mode': 'auto',
    'thermostat-heat-setpoint': within(usual, isShared ? wanted : HEAT),
    'thermostat-cool-setpoint': within(usual, isShared ? wanted : COOL),
    'thermostat-actual-temperature': tenths(wanted + uniformBetween(random, -1, 1)),
    'thermostat-hold': false,
    'thermostat-temperature-unit': 'F',
  };
};

const roomAir = (usual: Usual): Values => ({
  'rac-mode': seasonalMode(usual.device, usual.cold) ?? modesOf(usual)[0],
  'rac-fan-mode': 'auto',
  'rac-cool-setpoint': within(usual, COOL),
  'rac-actual-temperature': tenths((usual.cold ? HEAT : COOL) + uniformBetween(usual.random, -1, 1)),
});

const waterHeater = (usual: Usual): Values => {
  const setpoint = within(usual, HOT_WATER);
  return {
    'hwh-set-mode': modelOf(usual.device).defaults.mode ?? modesOf(usual)[0],
    'hwh-set-temperature': setpoint,
    'hwh-tank-temperature': tenths(setpoint - uniformBetween(usual.random, 0, 8)),
  };
};

/** It serves the house. */
const battery = (usual: Usual): Values => {
  const modes = modesOf(usual);
  const mode = modes.find((name) => BATTERY_MODES[name]?.strategy === 'self') ?? modes[0];
  return {
    'sis-set-mode': mode,
    'battery-mode': mode,
    'battery-max-capacity': 13_500,
    'battery-present-capacity': whole(uniformBetween(usual.random, 6_000, 11_000)),
    'battery-power': 0,
    'pv-power': 0,
    'battery-house-power': 800,
  };
};

const charger = (): Values => ({
  'evse-mode': 'AVAILABLE',
  'evse-power': PARKED,
  'evse-power-limit': 7_680,
  'evse-max-power': 7_680,
});

const car = ({ random }: Usual): Values => {
  const level = tenths(uniformBetween(random, 0.4, 0.9));
  return {
    'ev-battery-capacity': 65_000,
    'ev-battery-level': level,
    'ev-battery-range': whole(level * 220),
    'ev-charging-status': 'NOT_CHARGING',
    'ev-home-power': PARKED,
    'ev-away-power': PARKED,
    'ev-location-status': 'HOME',
    'ev-plugged-in-status': false,
  };
};

const USUAL: Readonly<Record<DeviceKind, (usual: Usual) => Values>> = {
  tstat: thermostat,
  rac: roomAir,
  hwh: waterHeater,
  battery,
  evse: charger,
  ev: car,
};

/**
 * The state from which a device is simulated that has never reported and that nobody describes: what most homes have of its kind and
 * model, in the season of its place.
 */
export const usualEntries = (
  device: LinkedDevice,
  { place = DEFAULT_PLACE, seed, now }: { readonly place?: Place; readonly seed: string; readonly now: Date },
): Entries => {
  const { kind, mfg, deviceId } = device;
  const { resources, controls, meter } = kinds[kind];
  const cold = isCold(recentOutdoor(place, seed, now.getTime()));
  const values = USUAL[kind]({ device, cold, random: randomOf(`${seed} ${deviceId} usual`) });
  const has = new Set(visibleControlsOf(device).map(({ key }) => key));
  const isReported = (key: string): boolean => {
    if (Object.hasOwn(controls, key)) return has.has(key);
    return key !== meter?.key || makerOf(mfg).energy === 'metered';
  };
  const time = now.toISOString();
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value !== null && value !== undefined && Object.hasOwn(resources, key) && isReported(key)
        ? [[key, { value, time }] as const]
        : [],
    ),
  );
};
