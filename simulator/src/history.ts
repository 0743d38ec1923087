import type { Reading } from '#domain/ports/device-link.ts';
import type { FleetDevice } from './device.ts';
import { createHome } from './home.ts';
import { SOMEWHERE } from './place.ts';
import { outdoorLately, seasonalChange } from './residents.ts';

interface HistorySetup {
  /** Of one house, with how they stood at the end. */
  readonly devices: readonly FleetDevice[];
  readonly seed: string;
  readonly from: Date;
  readonly to: Date;
  /** ms between two readings. */
  readonly every: number;
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

/** What a house lived through, moment after moment: its people heat in the cold season and cool in the warm one. */
export function* lived({ devices, seed, from, to, every }: HistorySetup): Generator<readonly Reading[]> {
  const home = createHome(devices.map(awake), seed, from);
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
    const now = home.step(new Date(time));
    yield home.devices.flatMap(({ read }, index) => (time < (silence[index] ?? 0) ? read(now) : []));
  }
}
