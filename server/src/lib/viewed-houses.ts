import { SECOND } from '#domain/time/time.ts';
import type { Clock } from './clock/clock.ts';

export interface HouseRef {
  readonly providerId: string;
  readonly houseId: string;
}

/** Houses that an open page shows: each of its requests, every ten seconds, marks its house. */
export interface ViewedHouses {
  readonly mark: (house: HouseRef) => void;
  readonly isViewed: (house: HouseRef) => boolean;
}

const VIEWED_FOR = 30 * SECOND;
const MAX_HOUSES = 100_000;

export const createViewedHouses = (clock: Clock): ViewedHouses => {
  const seen = new Map<string, number>();
  // Ids have no spaces.
  const keyOf = ({ providerId, houseId }: HouseRef): string => `${providerId} ${houseId}`;
  const isRecent = (at: number | undefined): boolean =>
    at !== undefined && clock.now().getTime() - at <= VIEWED_FOR;
  return {
    mark: (house) => {
      const key = keyOf(house);
      // Keys stay in the order of their last mark.
      seen.delete(key);
      seen.set(key, clock.now().getTime());
      const [oldest] = seen.keys();
      if (oldest !== undefined && (seen.size > MAX_HOUSES || !isRecent(seen.get(oldest))))
        seen.delete(oldest);
    },
    isViewed: (house) => isRecent(seen.get(keyOf(house))),
  };
};
