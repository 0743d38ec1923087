import type { OnReadings, Reading } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time/time.ts';
import { isDataError } from '../db/data-error.ts';

/** Readings that may wait behind the batch that is being stored. */
const MOST_WAITING = 50_000;
const FIRST_DELAY = SECOND;
const LONGEST_DELAY = 30 * SECOND;

interface Deps {
  readonly store: (readings: readonly Reading[]) => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly onError: (error: unknown, what: string) => void;
  readonly mostWaiting?: number;
}

export interface ReadingsIntake {
  readonly onReadings: OnReadings;
  /** Accepts no more, and waits for the batch that is being stored; what waits behind it is rejected. */
  readonly stop: () => Promise<void>;
}

/**
 * Stores the batches of one link one after the other. The promise of a batch resolves when it is stored; it is tried again
 * until then, except where the error lies in the data and would come again: that is reported. `store` itself leaves out the
 * devices whose readings cannot be stored. A link that does not wait is refused once too many readings wait.
 */
export const createReadingsIntake = ({
  store,
  sleep,
  onError,
  mostWaiting = MOST_WAITING,
}: Deps): ReadingsIntake => {
  let waiting = 0;
  let isStopped = false;
  const stopRequested = Promise.withResolvers<void>();
  let last: Promise<void> = Promise.resolve();

  const storeWithRetries = async (readings: readonly Reading[]): Promise<void> => {
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      if (isStopped) throw new Error('stopped before the readings were stored');
      try {
        return await store(readings);
      } catch (error) {
        onError(error, 'storing readings');
        if (isDataError(error)) return;
        await Promise.race([sleep(delay), stopRequested.promise]);
      }
    }
  };

  return {
    onReadings: async (readings) => {
      if (isStopped) throw new Error('readings are not accepted any more');
      if (waiting > 0 && waiting + readings.length > mostWaiting) throw new Error('too many readings wait');
      waiting += readings.length;
      const stored = last.then(() => storeWithRetries(readings));
      last = stored
        .catch(() => {})
        .finally(() => {
          waiting -= readings.length;
        });
      return stored;
    },
    stop: async () => {
      isStopped = true;
      stopRequested.resolve();
      await last;
    },
  };
};
