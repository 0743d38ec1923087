import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { noMetrics } from '../../lib/metrics.ts';
import { TestClock } from '../../testing/app.ts';
import { openPostgresCopy } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { startHousekeeping, takeSnapshotIfDue } from './housekeeping.ts';

const INTERVAL = 10 * MINUTE;
let database: TestDatabase;

beforeAll(async () => {
  database = await openPostgresCopy();
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => database.close());

describe('housekeeping', () => {
  /** Snapshots that only remember when they were taken, by the system's clock; writing one takes two seconds. */
  const recordSnapshots = (clock: TestClock) => {
    const taken: Date[] = [];
    const snapshots = {
      lastSnapshotAge: async () => {
        const last = taken.at(-1);
        return last ? clock.now().getTime() - last.getTime() : null;
      },
      snapshot: async () => {
        taken.push(addMs(clock.now(), 2 * SECOND));
        return '';
      },
    };
    return { taken, snapshots };
  };

  test('snapshots are at most an hour apart, the first at the first round', async () => {
    const clock = new TestClock();
    const started = clock.now();
    const { taken, snapshots } = recordSnapshots(clock);
    for (let round = 1; round <= 24; round += 1) {
      clock.advance(INTERVAL);
      await takeSnapshotIfDue({ snapshots });
    }
    const minutes = taken.map((time) => Math.round((time.getTime() - started.getTime()) / MINUTE));
    expect(minutes).toEqual([10, 70, 130, 190]);
  });

  test('[T-39] a snapshot of a clock that was set back since does not put off the next one', async () => {
    const clock = new TestClock();
    const { taken, snapshots } = recordSnapshots(clock);
    await takeSnapshotIfDue({ snapshots });
    clock.advance(-6 * HOUR);
    await takeSnapshotIfDue({ snapshots });
    expect(taken).toHaveLength(2);
    clock.advance(INTERVAL);
    await takeSnapshotIfDue({ snapshots });
    expect(taken).toHaveLength(2);
  });

  test('runs every ten minutes until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const clock = new TestClock();
    const { taken, snapshots } = recordSnapshots(clock);
    const onError = vi.fn<(error: unknown, what: string) => void>();
    const stop = startHousekeeping({ db: database.db, clock, metrics: noMetrics, snapshots, onError });
    vi.advanceTimersByTime(INTERVAL - SECOND);
    expect(taken).toEqual([]);
    vi.advanceTimersByTime(SECOND);
    await expect.poll(() => taken).toHaveLength(1);
    await stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(onError).not.toHaveBeenCalled();
  });
});
