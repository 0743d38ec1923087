import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bothDatabases, reuseDatabase } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { waitForLocks } from './lock-wait.ts';
import { nobodyActs } from './people-first.ts';

describe.each(bothDatabases)('%s: people go first', (_name, open) => {
  const reuse = reuseDatabase(open);
  let database: TestDatabase;
  beforeEach(async () => {
    database = await reuse();
    // Only `advanceTimersByTime` makes time pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await database.close();
  });

  /** What was over first: the person's transaction, or the wait for it. */
  const inOrder = async (during: () => void, end: () => void): Promise<string[]> => {
    const order: string[] = [];
    let waiting = Promise.resolve();
    await database.db
      .transaction()
      .execute(async (tx) => {
        await waitForLocks(tx);
        waiting = nobodyActs().then(() => void order.push('loop'));
        during();
        await tx.selectFrom('provider').select('id').execute();
        order.push('person');
        end();
      })
      .catch(() => {});
    await waiting;
    return order;
  };
  const nothing = () => {};

  test('[T-32] a loop waits until the call of a person has ended, however that ends', async () => {
    expect(await inOrder(nothing, nothing)).toEqual(['person', 'loop']);
    const fail = () => {
      throw new Error('undone');
    };
    expect(await inOrder(nothing, fail)).toEqual(['person', 'loop']);
    await nobodyActs();
  });

  test('[T-30] it waits no longer than a moment', async () => {
    expect(await inOrder(() => vi.advanceTimersByTime(50), nothing)).toEqual(['loop', 'person']);
  });
});
