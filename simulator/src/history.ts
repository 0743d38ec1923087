import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { Fault, FleetDevice, SimulatedDevice } from './device.ts';
import { whole } from './base/numbers.ts';
import { createHouse } from './house.ts';
import type { SimulatedHouse } from './house.ts';

/** A setting that a schedule or a person changes at a device. */
export interface DeviceAction {
  /** ms. */
  readonly time: number;
  readonly deviceId: string;
  readonly body: CommandBody;
}

/** What a controller sees of a simulated house, and can do in it. */
export interface ControlledHouse {
  /** What the device would report now; it must not be asked while it is offline. */
  readonly valuesOf: (deviceId: string) => Readonly<Record<string, Value>>;
  readonly set: (deviceId: string, body: CommandBody) => void;
  readonly fault: (deviceId: string, fault: Fault | null) => void;
}

/** Sets devices by what it sees of them, at times that it names itself. */
export interface Controller {
  /** ms of its next run; null: it has none. */
  readonly nextAt: () => number | null;
  /** Its next run must lie later. */
  readonly run: (now: number, house: ControlledHouse) => void;
}

interface HistorySetup {
  /** Devices of one house with their state at the end of the history. */
  readonly devices: readonly FleetDevice[];
  readonly seed: string;
  readonly from: Date;
  /** Readings are returned from then on; absent: from `from`. */
  readonly reportFrom?: Date;
  readonly to: Date;
  /** ms between two readings. */
  readonly every: number;
  /** Those before `from` are applied at `from`. */
  readonly actions?: readonly DeviceAction[];
  readonly controller?: Controller;
}

/** A device that is offline at the end was online before. */
const asOnline = (device: FleetDevice): FleetDevice => {
  const { status } = device.entries ?? {};
  if (!device.entries || status?.value !== 'OFFLINE') return device;
  return { ...device, entries: { ...device.entries, status: { ...status, value: 'ONLINE' } } };
};

const timesOf = (entries: FleetDevice['entries'], isWanted: (key: string) => boolean): number[] =>
  Object.entries(entries ?? {}).flatMap(([key, { time }]) => (isWanted(key) && time ? Date.parse(time) : []));

/** ms of the last reading of an offline device, and of its cloud's report that it is offline; null: it is online. */
const offlineSpanOf = ({ entries }: FleetDevice) => {
  if (entries?.['status']?.value !== 'OFFLINE') return null;
  const [reportedOffline = Number.POSITIVE_INFINITY] = timesOf(entries, (key) => key === 'status');
  const lastReading = Math.max(...timesOf(entries, (key) => key !== 'status'));
  return { lastReading: Math.min(lastReading, reportedOffline), reportedOffline };
};

/** Reads a device at rising times; one that is offline at the end ends with the report of that. */
const readUntilOffline = ({ device, read }: SimulatedDevice, described: FleetDevice) => {
  const offline = offlineSpanOf(described);
  const { providerId, houseId, deviceId } = device;
  let hasEnded = false;
  return (now: Date): readonly Reading[] => {
    if (!offline || now.getTime() <= offline.lastReading) return read(now);
    if (hasEnded || now.getTime() < offline.reportedOffline) return [];
    hasEnded = true;
    return [
      {
        providerId,
        houseId,
        deviceId,
        time: new Date(offline.reportedOffline),
        values: { status: 'OFFLINE' },
      },
    ];
  };
};

const controlled = (house: SimulatedHouse, now: () => Date): ControlledHouse => {
  const byId = new Map(house.devices().map((one) => [one.device.deviceId, one]));
  return {
    valuesOf: (deviceId) =>
      Object.assign({}, ...(byId.get(deviceId)?.read(now()) ?? []).map(({ values }) => values)) as Record<
        string,
        Value
      >,
    set: (deviceId, body) => byId.get(deviceId)?.setAtDevice(body),
    fault: (deviceId, fault) => byId.get(deviceId)?.fault(fault),
  };
};

const NEVER = Number.POSITIVE_INFINITY;

/** Returns the function that simulates a house up to a time, with each action and each run of the controller at its own. */
const stepperWithActions = (
  house: SimulatedHouse,
  actions: readonly DeviceAction[],
  controller: Controller | undefined,
): ((time: number) => Date) => {
  let now = new Date(0);
  const access = controlled(house, () => now);
  const waiting = actions.toSorted((a, b) => b.time - a.time);
  return (time) => {
    for (;;) {
      const action = waiting.at(-1);
      const nextRun = controller?.nextAt() ?? NEVER;
      const at = Math.min(action?.time ?? NEVER, nextRun);
      if (at > time) break;
      now = house.step(new Date(at));
      if (action && action.time <= nextRun) {
        access.set(action.deviceId, action.body);
        waiting.pop();
      } else {
        controller?.run(at, access);
      }
    }
    return house.step(new Date(time));
  };
};

type Energies = ReadonlyMap<string, Readonly<Record<string, number>>>;

const energiesOf = (house: SimulatedHouse): Energies =>
  new Map(house.devices().map(({ device, energies }) => [device.deviceId, energies()]));

/**
 * A stored reading holds until the next one, so that its powers are their means over that time: of a heat pump that starts
 * several times an hour, samples would tell too much or too little.
 */
const withMeans = (
  readings: readonly Reading[],
  seconds: number,
  before: Energies,
  after: Energies,
): readonly Reading[] =>
  readings.map((reading) => {
    const [begun, ended] = [before.get(reading.deviceId) ?? {}, after.get(reading.deviceId) ?? {}];
    const means = Object.keys(begun)
      .filter((key) => Object.hasOwn(reading.values, key))
      .map((key) => [key, whole(((ended[key] ?? 0) - (begun[key] ?? 0)) / seconds)]);
    return means.length === 0
      ? reading
      : { ...reading, values: { ...reading.values, ...Object.fromEntries(means) } };
  });

/** Simulates a house from `from` to `to` and yields its readings, one batch every `every` ms. The last one is of its moment. */
export function* simulateHistory({
  devices,
  seed,
  from,
  reportFrom = from,
  to,
  every,
  actions = [],
  controller,
}: HistorySetup): Generator<readonly Reading[]> {
  const house = createHouse(devices.map(asOnline), seed, from);
  const stepTo = stepperWithActions(house, actions, controller);
  const readers = house.devices().map((one, index) => readUntilOffline(one, devices[index] ?? one.device));
  for (let time = from.getTime(); time <= to.getTime(); time += every) {
    const now = stepTo(time);
    const readings = now < reportFrom ? [] : readers.flatMap((read) => read(now));
    const energies = energiesOf(house);
    const next = time + every;
    if (readings.length > 0 && next <= to.getTime()) {
      stepTo(next);
      yield withMeans(readings, every / 1000, energies, energiesOf(house));
    } else yield readings;
  }
}
