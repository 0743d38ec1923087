import type { DeviceKind } from '#contract/entities/device.ts';
import { controlsOf } from '#domain/control/controls.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { kinds } from '#domain/kinds/index.ts';
import { makerOf, modelOf } from '#domain/manufacturers/index.ts';
import { MINUTE } from '#domain/time/time.ts';
import { createSimulatedDevice } from './device.ts';
import type { FleetDevice, SimulatedDevice } from './device.ts';
import { environmentOf } from './environment/environment.ts';
import { createBattery } from './models/battery.ts';
import type { Car } from './models/car.ts';
import { carOf, createEv } from './models/ev.ts';
import { createEvse, offerOf, unreportedCarOf } from './models/evse.ts';
import { createHwh } from './models/hwh.ts';
import type { DeviceSimulation, Setup } from './models/device-simulation.ts';
import { createRac } from './models/rac.ts';
import { createTstat } from './models/tstat.ts';
import { regionOf, siteOf, DEFAULT_PLACE } from './environment/place.ts';

export interface SimulatedHouse {
  /** Those that are in it now. */
  readonly devices: () => readonly SimulatedDevice[];
  /** Devices that come in when it has been simulated so far; a car or charger among them belongs to those that come with it. */
  readonly add: (devices: readonly FleetDevice[]) => readonly SimulatedDevice[];
  readonly remove: (deviceId: string) => void;
  /** Simulates up to `now`, unless it has got there already. Returns the time it has got to. */
  readonly step: (now: Date) => Date;
}

/** ms; longer steps would make the physics inaccurate. */
const LONGEST_STEP = MINUTE;

/** Resources that every device of a kind reports, whether or not it had reported them at the start. */
const ALWAYS_REPORTED: Readonly<Record<DeviceKind, readonly string[]>> = {
  tstat: ['thermostat-mode', 'thermostat-actual-temperature', 'hvac-equipment-status'],
  rac: ['rac-mode', 'rac-actual-temperature'],
  hwh: [],
  battery: ['battery-mode', 'battery-present-capacity', 'battery-power', 'battery-outage'],
  evse: ['evse-mode', 'evse-power'],
  ev: ['ev-battery-level'],
};

/** Resources that a device reports: those of its state, those of its kind, those that can be set, and its meter. */
const keysOf = (device: FleetDevice): Set<string> => {
  const { resources, meter } = kinds[device.kind];
  const keys = [
    ...Object.keys(device.entries ?? {}),
    ...ALWAYS_REPORTED[device.kind],
    ...controlsOf(device).map(({ key }) => key),
  ].filter((key) => Object.hasOwn(resources, key));
  const isMetered = makerOf(device.mfg).energy === 'metered';
  return new Set([...keys, ...(meter && isMetered ? [meter.key] : [])]);
};

/** What the model of a device begins with. */
export const setupOf = (device: FleetDevice, seed: string): Setup => ({
  initial: latestValuesOf(
    Object.entries(device.entries ?? {}).map(([key, { value, time = '' }]) => ({
      key,
      value,
      status: null,
      time,
    })),
  ),
  model: modelOf(device),
  seed: `${seed} ${device.deviceId}`,
});

/** The first car uses the first charger, the second the second; other chargers get cars that report nothing themselves. */
const modelsOf = (devices: readonly FleetDevice[], seed: string): DeviceSimulation[] => {
  const setups = devices.map((device) => setupOf(device, seed));
  const ofKind = (kind: DeviceKind) => setups.filter((_, index) => devices[index]?.kind === kind);
  const chargers = ofKind('evse');
  const cars = ofKind('ev').map((setup) => ({ setup, car: carOf(setup) }));
  const carAt = (setup: Setup): { readonly car: Car; readonly isUnreported: boolean } => {
    const reported = cars[chargers.indexOf(setup)];
    return { car: reported?.car ?? unreportedCarOf(setup), isUnreported: reported === undefined };
  };
  const limitFor = (setup: Setup): (() => number) => {
    const charger = chargers[cars.findIndex((entry) => entry.setup === setup)];
    const offer = charger ? offerOf(charger) : Number.POSITIVE_INFINITY;
    return () => offer;
  };
  const create: Readonly<Record<DeviceKind, (setup: Setup) => DeviceSimulation>> = {
    tstat: createTstat,
    rac: createRac,
    hwh: createHwh,
    battery: createBattery,
    evse: (setup) => {
      const { car, isUnreported } = carAt(setup);
      return createEvse(setup, car, isUnreported);
    },
    ev: (setup) => {
      const car = cars.find((entry) => entry.setup === setup)?.car ?? carOf(setup);
      return createEv(setup, car, limitFor(setup));
    },
  };
  return devices.flatMap((device, index) => {
    const setup = setups[index];
    return setup ? [create[device.kind](setup)] : [];
  });
};

interface Part {
  readonly model: DeviceSimulation;
  readonly simulated: SimulatedDevice;
}

/** The devices of one house in one environment; the result does not depend on other houses. */
export const createHouse = (devices: readonly FleetDevice[], seed: string, start: Date): SimulatedHouse => {
  const place = devices.find((device) => device.place)?.place ?? DEFAULT_PLACE;
  const first = devices[0];
  const houseSeed = `${seed} ${first?.providerId ?? ''} ${first?.houseId ?? ''}`;
  const siteAt = siteOf(place);
  const environmentAt = environmentOf(`${seed} ${regionOf(place)}`);
  let parts: readonly Part[] = [];
  let batteries = 0;
  const keep = (all: readonly Part[]): void => {
    parts = all;
    batteries = all.filter(({ simulated }) => simulated.device.kind === 'battery').length;
  };
  const add = (added: readonly FleetDevice[]): readonly SimulatedDevice[] => {
    const models = modelsOf(added, houseSeed);
    const made = added.flatMap((device, index) => {
      const model = models[index];
      const setup = { device, keys: keysOf(device), seed: houseSeed };
      return model ? [{ model, simulated: createSimulatedDevice({ ...setup, model }) }] : [];
    });
    keep([...parts, ...made]);
    return made.map(({ simulated }) => simulated);
  };
  add(devices);
  let time = start.getTime();

  return {
    devices: () => parts.map(({ simulated }) => simulated),
    add,
    remove: (deviceId) => keep(parts.filter(({ simulated }) => simulated.device.deviceId !== deviceId)),
    step: (now) => {
      while (time < now.getTime()) {
        const instant = new Date(time);
        const milliseconds = Math.min(now.getTime() - time, LONGEST_STEP);
        let appliances = 0;
        for (const { model } of parts) appliances += model.load?.() ?? 0;
        // Each battery feeds its share of the circuits.
        const environment = environmentAt(instant, siteAt(instant), appliances / Math.max(batteries, 1));
        for (const { model } of parts) model.step(milliseconds / 1000, environment);
        time += milliseconds;
        for (const { simulated } of parts) simulated.applyDue(time);
      }
      return new Date(time);
    },
  };
};
