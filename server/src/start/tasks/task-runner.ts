import { MINUTE, SECOND } from '#domain/time/time.ts';
import { sleep } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import type { TaskOutcome } from '../../lib/metrics.ts';

export interface TaskContext {
  /** To be asked between steps, so that a stop need not wait for the end. */
  readonly isStopped: () => boolean;
  /** For a failure that leaves the rest of the task alone. */
  readonly onError: (error: unknown, what: string) => void;
}

export interface Task {
  readonly name: string;
  readonly run: (context: TaskContext) => Promise<void>;
  /** ms after which a run that has not ended is reported in every round. */
  readonly limit?: number;
}

interface Deps {
  readonly tasks: readonly Task[];
  readonly clock: Clock;
  readonly onError: (error: unknown, what: string) => void;
  readonly count: (task: string, outcome: TaskOutcome) => void;
}

/** How long the next task waits for the one before. */
const NEXT_TASK_AFTER = 30 * SECOND;
const USUAL_LIMIT = 10 * MINUTE;
const STOP_WAIT = 3 * SECOND;

export interface TaskRunner {
  readonly round: () => Promise<void>;
  /** No further task starts; waits a little for those under way. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs tasks one after the other. One that fails is reported, and the next runs; one that does not end is left behind: the
 * next runs beside it, and it is not started again before it has ended.
 */
export const createTaskRunner = ({ tasks, clock, onError, count }: Deps): TaskRunner => {
  /** At most one entry per task. */
  const running = new Map<string, { readonly since: number; readonly ended: Promise<void> }>();
  let stopped = false;

  const runTask = async ({ name, run }: Task): Promise<void> => {
    let outcome: TaskOutcome = 'done';
    const report = (error: unknown, what: string) => {
      outcome = 'failed';
      onError(error, what);
    };
    await Promise.resolve()
      .then(() => run({ isStopped: () => stopped, onError: report }))
      .catch((error: unknown) => report(error, name));
    running.delete(name);
    count(name, outcome);
  };

  const reportHanging = ({ name, limit = USUAL_LIMIT }: Task, since: number): void => {
    const minutes = Math.floor((clock.now().getTime() - since) / MINUTE);
    if (minutes * MINUTE < limit) return;
    count(name, 'hanging');
    onError(new Error(`has been running for ${minutes} min`), name);
  };

  const wait = (milliseconds: number, work: Promise<unknown>) =>
    Promise.race([work, sleep(milliseconds, { keepAlive: false })]);

  return {
    round: async () => {
      for (const task of tasks) {
        if (stopped) return;
        const before = running.get(task.name);
        if (before) {
          reportHanging(task, before.since);
          continue;
        }
        const ended = runTask(task);
        running.set(task.name, { since: clock.now().getTime(), ended });
        await wait(NEXT_TASK_AFTER, ended);
      }
    },
    stop: async () => {
      stopped = true;
      await wait(STOP_WAIT, Promise.all([...running.values()].map(({ ended }) => ended)));
    },
  };
};
