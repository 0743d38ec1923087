import { SECOND } from '#domain/time.ts';
import type { Clock } from './clock.ts';

interface HouseRef {
  readonly providerId: string;
  readonly houseId: string;
}

/** Which houses somebody looks at: a page asks every ten seconds as long as it is open. */
export interface ViewedHouses {
  readonly mark: (house: HouseRef) => void;
  readonly isViewed: (house: HouseRef) => boolean;
}

const ATTENTION = 30 * SECOND;
const MOST_HOUSES = 100_000;

export const createViewedHouses = (clock: Clock): ViewedHouses => {
  const seen = new Map<string, number>();
  // No id holds a space.
  const keyOf = ({ providerId, houseId }: HouseRef): string => `${providerId} ${houseId}`;
  const isRecent = (at: number | undefined): boolean =>
    at !== undefined && clock.now().getTime() - at <= ATTENTION;
  return {
    mark: (house) => {
      const key = keyOf(house);
      // The oldest stands first.
      seen.delete(key);
      seen.set(key, clock.now().getTime());
      const [oldest] = seen.keys();
      if (oldest !== undefined && (seen.size > MOST_HOUSES || !isRecent(seen.get(oldest))))
        seen.delete(oldest);
    },
    isViewed: (house) => isRecent(seen.get(keyOf(house))),
  };
};
