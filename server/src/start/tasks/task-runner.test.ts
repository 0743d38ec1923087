import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import { TestClock } from '../../testing/app.ts';
import { createTaskRunner } from './task-runner.ts';
import type { Task } from './task-runner.ts';

/** Records what tasks do and what is reported about them. */
const setUp = (tasks: readonly Task[]) => {
  const clock = new TestClock();
  const reported: string[] = [];
  const counted: string[] = [];
  const runner = createTaskRunner({
    tasks,
    clock,
    onError: (error, what) => reported.push(`${what}: ${(error as Error).message}`),
    count: (task, outcome) => counted.push(`${task} ${outcome}`),
  });
  return { runner, clock, reported, counted };
};

describe('[T-39] tasks of housekeeping', () => {
  let ran: string[] = [];
  const works = (name: string): Task => ({ name, run: async () => void ran.push(name) });

  beforeEach(() => {
    ran = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a task that fails is reported and counted, and the others run', async () => {
    const { runner, reported, counted } = setUp([
      { name: 'rejects', run: () => Promise.reject(new Error('no')) },
      {
        name: 'throws',
        run: () => {
          throw new Error('at once');
        },
      },
      {
        name: 'half',
        run: async ({ onError }) => onError(new Error('one part'), 'a part'),
      },
      works('last'),
    ]);
    await runner.round();
    expect(ran).toEqual(['last']);
    expect(reported).toEqual(['rejects: no', 'throws: at once', 'a part: one part']);
    expect(counted).toEqual(['rejects failed', 'throws failed', 'half failed', 'last done']);
  });

  test('a task that does not end is left behind, not started again, and reported when it takes too long', async () => {
    const gate = Promise.withResolvers<void>();
    const started = vi.fn<() => Promise<void>>(() => gate.promise);
    const { runner, clock, reported, counted } = setUp([
      { name: 'hangs', run: started, limit: 15 * MINUTE },
      works('last'),
    ]);
    const round = async () => {
      const done = runner.round();
      await vi.runAllTimersAsync();
      await done;
      clock.advance(10 * MINUTE);
    };
    await round();
    await round();
    expect(ran).toEqual(['last', 'last']);
    expect(reported).toEqual([]);
    await round();
    expect(ran).toHaveLength(3);
    expect(started).toHaveBeenCalledTimes(1);
    expect(reported).toEqual(['hangs: has been running for 20 min']);
    expect(counted.filter((line) => line.startsWith('hangs'))).toEqual(['hangs hanging']);
    gate.resolve();
    await expect.poll(() => counted).toContain('hangs done');
    await round();
    expect(started).toHaveBeenCalledTimes(2);
  });

  test('a stop waits for the task under way, tells it, and starts no other', async () => {
    const gate = Promise.withResolvers<void>();
    const stops: boolean[] = [];
    const { runner } = setUp([
      {
        name: 'under way',
        run: async ({ isStopped }) => {
          await gate.promise;
          stops.push(isStopped());
        },
      },
      works('next'),
    ]);
    const round = runner.round();
    const stopped = runner.stop();
    gate.resolve();
    await stopped;
    await round;
    expect(stops).toEqual([true]);
    expect(ran).toEqual([]);
  });

  test('a stop does not wait for ever', async () => {
    const { runner } = setUp([{ name: 'hangs', run: () => new Promise<void>(() => {}) }]);
    void runner.round();
    const stopped = runner.stop();
    await vi.runAllTimersAsync();
    await expect(stopped).resolves.toBeUndefined();
  });
});
