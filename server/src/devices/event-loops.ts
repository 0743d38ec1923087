import { SECOND } from '#domain/time/time.ts';
import { every } from '../lib/clock/clock.ts';
import { EVENT_LOOPS } from '#domain/events/engine/ports.ts';
import type { EventLoop } from '#domain/events/engine/ports.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** What becomes due by the clock, or whose message was lost, waits so long at most. */
const LOOK_INTERVAL = 2 * SECOND;

/** Transactions at a time on one node; the embedded database runs them one after the other. */
const WORKERS: Readonly<Record<EventLoop, number>> = { returns: 3, steps: 2, transitions: 1, notices: 1 };

export interface EventLoopsDeps {
  /** Each works until nothing is due any more. */
  readonly tasks: Readonly<Record<EventLoop, () => Promise<unknown>>>;
  /** Calls back when something becomes due for a loop; returns the function that ends it. */
  readonly listen: (wake: (loop: EventLoop) => void) => Promise<() => Promise<void>>;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * Runs the loops that carry out events, none of which waits for another: when something becomes due for them, and every few seconds. One
 * that fails is reported and goes on with the next look. Returns the function that stops them, which waits for what is in flight.
 */
export const startEventLoops = async ({
  tasks,
  listen,
  onError,
}: EventLoopsDeps): Promise<() => Promise<void>> => {
  const workers = EVENT_LOOPS.flatMap((loop) =>
    Array.from({ length: WORKERS[loop] }, () => ({
      loop,
      ...oneAtATime(tasks[loop], (error) => onError(error, `events: ${loop}`)),
    })),
  );
  const look = (which: (loop: EventLoop) => boolean): void => {
    for (const { loop, run } of workers) if (which(loop)) run();
  };
  const stopListening = await listen((woken) => look((loop) => loop === woken));
  look(() => true);
  const stopTimer = every(LOOK_INTERVAL, () => look(() => true));
  return async () => {
    stopTimer();
    await Promise.all([
      stopListening().catch((error: unknown) => onError(error, 'events: no longer listening')),
      ...workers.map(({ stop }) => stop()),
    ]);
  };
};
