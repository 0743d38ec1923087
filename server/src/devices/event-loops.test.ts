import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { COMMAND_WORKERS } from '../jobs/queue.ts';
import { listenForLoops, wakeLoops } from '../stores/events/wake-loops.ts';
import type { EventLoop } from '#domain/events/engine/ports.ts';
import { bothDatabases, reuseDatabase } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { startEventLoops } from './event-loops.ts';

describe.each(bothDatabases)('%s', (name, open) => {
  const reuse = reuseDatabase(open);
  let database: TestDatabase;
  const looks = { returns: 0, steps: 0, transitions: 0, notices: 0 };
  const errors: string[] = [];
  let stop = async () => {};

  /** Only a message or a call of `advanceTimersByTime` makes a loop look after the first time. */
  const start = async (tasks: Partial<Record<EventLoop, () => Promise<unknown>>> = {}) => {
    const counted = (loop: EventLoop) => async () => {
      looks[loop] += 1;
      await tasks[loop]?.();
    };
    stop = await startEventLoops({
      tasks: {
        returns: counted('returns'),
        steps: counted('steps'),
        transitions: counted('transitions'),
        notices: counted('notices'),
      },
      listen: (wake) =>
        listenForLoops(database.engine, wake, ({ message }) => errors.push(`listen: ${message}`)),
      onError: (error, what) => errors.push(`${what}: ${(error as Error).message}`),
    });
  };
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    database = await reuse();
    Object.assign(looks, { returns: 0, steps: 0, transitions: 0, notices: 0 });
    errors.splice(0);
  });
  afterEach(async () => {
    await stop();
    vi.useRealTimers();
  });

  test('[T-28] a loop looks at the start, when it is woken and by the clock', async () => {
    await start();
    expect(looks).toEqual({ returns: 3, steps: 2, transitions: 1, notices: 1 });
    expect(COMMAND_WORKERS['restore-device']).toBeGreaterThanOrEqual(COMMAND_WORKERS['send-event-command']);
    await database.db.transaction().execute((tx) => wakeLoops(tx, ['notices', 'notices']));
    await expect.poll(() => looks.notices).toBe(2);
    expect(looks.returns).toBe(3);
    vi.advanceTimersByTime(2 * SECOND);
    await expect.poll(() => looks).toEqual({ returns: 6, steps: 4, transitions: 2, notices: 3 });
  });

  test('[T-35] none waits for another, one that fails goes on, and stopping waits for what is in flight', async () => {
    const hanging = Promise.withResolvers<void>();
    await start({
      notices: () => hanging.promise,
      steps: () => Promise.reject(new Error('broken')),
    });
    await wakeLoops(database.db, ['returns', 'steps', 'notices']);
    await expect.poll(() => [looks.returns, looks.steps]).toEqual([6, 4]);
    expect(looks.notices).toBe(1);
    expect(errors).toEqual(Array.from({ length: 4 }, () => 'events: steps: broken'));
    let isStopped = false;
    const stopping = stop().then(() => (isStopped = true));
    await wakeLoops(database.db, ['returns']);
    expect(isStopped).toBe(false);
    hanging.resolve();
    await stopping;
    expect(looks).toMatchObject({ returns: 6, notices: 1 });
  });

  test.runIf(name === 'PostgreSQL')(
    '[T-35] after the connection that listens was lost, all loops look at once and hear again',
    async () => {
      await start();
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'porchlight-listen'`.execute(database.db);
      await expect
        .poll(() => looks, { timeout: 5 * SECOND })
        .toEqual({
          returns: 6,
          steps: 4,
          transitions: 2,
          notices: 2,
        });
      expect(errors).toEqual([expect.stringMatching(/^listen: /)]);
      await wakeLoops(database.db, ['transitions']);
      await expect.poll(() => looks.transitions).toBe(3);
    },
  );
});
