import type { CommandBody } from '#domain/control/command.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { FleetDevice } from './device.ts';
import { createHome } from './home.ts';
import type { Home } from './home.ts';
import { SOMEWHERE } from './place.ts';
import { outdoorLately, seasonalChange } from './residents.ts';

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
  readonly to: Date;
  /** ms between two readings. */
  readonly every: number;
  /** What lies before the begin is done at it. */
  readonly acts?: readonly Act[];
}

const DAY = 24 * 3_600_000;

/** A device that fell silent told of itself before. */
const awake = (device: FleetDevice): FleetDevice => {
  const { status } = device.entries ?? {};
  if (!device.entries || status?.value !== 'OFFLINE') return device;
  return { ...device, entries: { ...device.entries, status: { ...status, value: 'ONLINE' } } };
};

/** ms from which on it said nothing any more. */
const silentFrom = ({ entries }: FleetDevice): number => {
  const status = entries?.['status'];
  return status?.value === 'OFFLINE' && status.time ? Date.parse(status.time) : Number.POSITIVE_INFINITY;
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

/** What a house lived through, moment after moment: its people heat in the cold season and cool in the warm one. */
export function* lived({
  devices,
  seed,
  from,
  to,
  every,
  acts = [],
}: HistorySetup): Generator<readonly Reading[]> {
  const home = createHome(devices.map(awake), seed, from);
  const liveTo = livingBy(home, acts);
  const place = devices.find((device) => device.place)?.place ?? SOMEWHERE;
  const silence = devices.map(silentFrom);
  let season = Number.NEGATIVE_INFINITY;
  for (let time = from.getTime(); time <= to.getTime(); time += every) {
    if (time - season >= DAY) {
      season = time;
      const outdoor = outdoorLately(place, seed, time);
      for (const { device, set } of home.devices) {
        const change = seasonalChange(device, outdoor);
        if (change) set(change);
      }
    }
    const now = liveTo(time);
    yield home.devices.flatMap(({ read }, index) => (time < (silence[index] ?? 0) ? read(now) : []));
  }
}
