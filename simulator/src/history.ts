import type { CommandBody } from '#domain/control/command.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { FleetDevice, SimulatedDevice } from './device.ts';
import { createHome } from './home.ts';
import type { Home } from './home.ts';

/** What a schedule, or somebody, sets at a device. */
export interface Act {
  /** ms. */
  readonly time: number;
  readonly deviceId: string;
  readonly body: CommandBody;
}

interface HistorySetup {
  /** Of one house, with how they stood at the end. */
  readonly devices: readonly FleetDevice[];
  readonly seed: string;
  readonly from: Date;
  /** Until then it lives untold; absent: it tells from the begin. */
  readonly toldFrom?: Date;
  readonly to: Date;
  /** ms between two readings. */
  readonly every: number;
  /** What lies before the begin is done at it. */
  readonly acts?: readonly Act[];
}

/** A device that fell silent told of itself before. */
const awake = (device: FleetDevice): FleetDevice => {
  const { status } = device.entries ?? {};
  if (!device.entries || status?.value !== 'OFFLINE') return device;
  return { ...device, entries: { ...device.entries, status: { ...status, value: 'ONLINE' } } };
};

const timesOf = (entries: FleetDevice['entries'], isWanted: (key: string) => boolean): number[] =>
  Object.entries(entries ?? {}).flatMap(([key, { time }]) => (isWanted(key) && time ? Date.parse(time) : []));

/** ms at which a silent device was last heard, and at which its cloud said that it is offline; null: it speaks. */
const silenceOf = ({ entries }: FleetDevice) => {
  if (entries?.['status']?.value !== 'OFFLINE') return null;
  const [missed = Number.POSITIVE_INFINITY] = timesOf(entries, (key) => key === 'status');
  const heard = Math.max(...timesOf(entries, (key) => key !== 'status'));
  return { heard: Math.min(heard, missed), missed };
};

/** What is heard of a device, moment by moment, up to the word that it is offline. */
const hearing = ({ device, read }: SimulatedDevice, described: FleetDevice) => {
  const silence = silenceOf(described);
  const { providerId, houseId, deviceId } = device;
  let isOver = false;
  return (now: Date): readonly Reading[] => {
    if (!silence || now.getTime() <= silence.heard) return read(now);
    if (isOver || now.getTime() < silence.missed) return [];
    isOver = true;
    return [{ providerId, houseId, deviceId, time: new Date(silence.missed), values: { status: 'OFFLINE' } }];
  };
};

/** Lets a home live on, and everything be set in it at its time. */
const livingBy = (home: Home, acts: readonly Act[]): ((time: number) => Date) => {
  const setters = new Map(home.devices.map(({ device, set }) => [device.deviceId, set]));
  const waiting = acts.toSorted((a, b) => b.time - a.time);
  return (time) => {
    for (let act = waiting.at(-1); act && act.time <= time; act = waiting.at(-1)) {
      home.step(new Date(act.time));
      setters.get(act.deviceId)?.(act.body);
      waiting.pop();
    }
    return home.step(new Date(time));
  };
};

/** What a house lived through, moment after moment. */
export function* lived({
  devices,
  seed,
  from,
  toldFrom = from,
  to,
  every,
  acts = [],
}: HistorySetup): Generator<readonly Reading[]> {
  const home = createHome(devices.map(awake), seed, from);
  const liveTo = livingBy(home, acts);
  const heard = home.devices.map((one, index) => hearing(one, devices[index] ?? one.device));
  for (let time = from.getTime(); time <= to.getTime(); time += every) {
    const now = liveTo(time);
    yield now < toldFrom ? [] : heard.flatMap((hear) => hear(now));
  }
}
