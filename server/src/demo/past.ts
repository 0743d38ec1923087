import type { FleetDevice } from '#simulator/device.ts';
import { placeOf } from '#simulator/place.ts';
import { DAY, MINUTE } from '../lib/clock.ts';
import type { HouseKey } from './houses.ts';
import { deviceId, houseId, households } from './rows.ts';
import { entriesOf } from './state.ts';

export interface Past {
  readonly house: HouseKey;
  /** How far back it goes, and how far its readings lie apart. */
  readonly length: number;
  readonly every: number;
}

const YEAR_AND_A_MONTH = 395 * DAY;

/** The quick ones first. The neighbours have none: only their results are ever shown. */
export const PASTS: readonly Past[] = [
  { house: 'newcastle', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'toronto', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'makers', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'juniper', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
  { house: 'cabin', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
];

/** The devices of a demo house as they stood when it was made. */
export const devicesAt = (key: HouseKey, now: Date): readonly FleetDevice[] =>
  households
    .filter((household) => household.key === key)
    .flatMap((household) =>
      household.devices.map((device): FleetDevice => {
        const place = placeOf(household.house);
        return {
          providerId: household.house.providerId,
          houseId: houseId(key),
          deviceId: deviceId(key, device.key),
          kind: device.kind,
          mfg: device.mfg,
          type: device.type ?? null,
          entries: entriesOf(household, device, now),
          ...(place ? { place } : {}),
        };
      }),
    );

export const zoneOf = (key: HouseKey): string =>
  households.find((household) => household.key === key)?.house.timezone ?? 'UTC';
