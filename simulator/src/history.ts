import type { CommandBody } from '#domain/control/command.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { FleetDevice, SimulatedDevice } from './device.ts';
import { createHouse } from './house.ts';
import type { SimulatedHouse } from './house.ts';

/** A setting that a schedule or a person changes at a device. */
export interface DeviceAction {
  /** ms. */
  readonly time: number;
  readonly deviceId: string;
  readonly body: CommandBody;
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

/** Returns the function that simulates a house up to a time and applies each action at its own time. */
const stepperWithActions = (
  house: SimulatedHouse,
  actions: readonly DeviceAction[],
): ((time: number) => Date) => {
  const setters = new Map(house.devices.map(({ device, setAtDevice: set }) => [device.deviceId, set]));
  const waiting = actions.toSorted((a, b) => b.time - a.time);
  return (time) => {
    for (let action = waiting.at(-1); action && action.time <= time; action = waiting.at(-1)) {
      house.step(new Date(action.time));
      setters.get(action.deviceId)?.(action.body);
      waiting.pop();
    }
    return house.step(new Date(time));
  };
};

/** Simulates a house from `from` to `to` and yields its readings, one batch every `every` ms. */
export function* simulateHistory({
  devices,
  seed,
  from,
  reportFrom = from,
  to,
  every,
  actions = [],
}: HistorySetup): Generator<readonly Reading[]> {
  const house = createHouse(devices.map(asOnline), seed, from);
  const stepTo = stepperWithActions(house, actions);
  const readers = house.devices.map((one, index) => readUntilOffline(one, devices[index] ?? one.device));
  for (let time = from.getTime(); time <= to.getTime(); time += every) {
    const now = stepTo(time);
    yield now < reportFrom ? [] : readers.flatMap((read) => read(now));
  }
}
