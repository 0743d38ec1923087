import { describe, expect, test } from 'vitest';
import type { Reading } from '#domain/ports/device-link.ts';
import { createReadingsIntake } from './readings-intake.ts';

const reading = (deviceId: string): Reading => ({
  providerId: 'sunvale',
  houseId: 'house',
  deviceId,
  time: new Date(0),
  values: {},
});
const batch = (...ids: string[]) => ids.map(reading);

const setUp = (failWith: (ids: readonly string[], attempt: number) => Error | null = () => null) => {
  const stored: string[][] = [];
  const delays: number[] = [];
  const errors: unknown[] = [];
  let attempts = 0;
  let gate: Promise<void> = Promise.resolve();
  const intake = createReadingsIntake({
    store: async (readings) => {
      const ids = readings.map(({ deviceId }) => deviceId);
      await gate;
      attempts += 1;
      const error = failWith(ids, attempts);
      if (error) throw error;
      stored.push(ids);
    },
    sleep: async (milliseconds) => {
      delays.push(milliseconds);
    },
    onError: (error) => errors.push(error),
    mostWaiting: 3,
  });
  return {
    ...intake,
    stored,
    delays,
    errors,
    hold: () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
  };
};

describe('readings of a link', () => {
  test('the promise of a batch resolves when it is stored, not before', async () => {
    const { onReadings, stored, hold } = setUp();
    const release = hold();
    let isAcknowledged = false;
    const done = onReadings(batch('a')).then(() => {
      isAcknowledged = true;
    });
    await Promise.resolve();
    expect(isAcknowledged).toBe(false);
    release();
    await done;
    expect(stored).toEqual([['a']]);
  });

  test('a batch that could not be stored is tried again with longer pauses, and the next one comes after it', async () => {
    const { onReadings, stored, delays, errors } = setUp((_, attempt) =>
      attempt <= 7 ? new Error('the database is away') : null,
    );
    await Promise.all([onReadings(batch('a')), onReadings(batch('b'))]);
    expect(stored).toEqual([['a'], ['b']]);
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(errors).toHaveLength(7);
  });

  test.each([
    Object.assign(new Error('invalid'), { code: '22007' }),
    Object.assign(new Error('violated'), { code: '23514' }),
    new RangeError('no such time'),
    new TypeError('no such value'),
  ])(
    'a batch whose values cannot be stored (%s) is reported, not repeated, and holds up no other',
    async (failure) => {
      const { onReadings, stored, errors, delays } = setUp((ids) => (ids.includes('bad') ? failure : null));
      await Promise.all([onReadings(batch('bad')), onReadings(batch('a'))]);
      expect(stored).toEqual([['a']]);
      expect(errors).toEqual([failure]);
      expect(delays).toEqual([]);
    },
  );

  test('a link that does not wait is refused once too much waits, and nothing it was promised is lost', async () => {
    const { onReadings, stored, hold } = setUp();
    const release = hold();
    const accepted = [onReadings(batch('a')), onReadings(batch('b', 'c'))];
    await expect(onReadings(batch('d'))).rejects.toThrow('too many readings wait');
    release();
    await Promise.all(accepted);
    expect(stored).toEqual([['a'], ['b', 'c']]);
    await onReadings(batch('d'));
    expect(stored.at(-1)).toEqual(['d']);
  });

  test('a stop waits for the batch in flight and rejects what waits, so that no cloud takes it for stored', async () => {
    const { onReadings, stop, stored, hold } = setUp();
    const release = hold();
    const [first, second] = [onReadings(batch('a')), onReadings(batch('b'))];
    const outcomes = Promise.allSettled([first, second]);
    await Promise.resolve();
    const stopped = stop();
    release();
    await stopped;
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(stored).toEqual([['a']]);
    await expect(onReadings(batch('c'))).rejects.toThrow('not accepted');
  });
});
