import { AppError } from '../../lib/app-error.ts';
import { PER_CLIENT, PER_NODE, SHED_LAST } from './client-limits.ts';

type Start = () => void;

const busy = (): AppError => new AppError('busy', { retryAfterSeconds: 1 });

/** Waits in the queue until somebody shifts it out and starts it; refused when the queue is full, or when the client leaves. */
const waitIn = (
  queue: Start[],
  limit: number,
  disconnected: Promise<void>,
  onStart: () => void,
): Promise<void> => {
  if (queue.length >= limit) return Promise.reject(busy());
  const turn = Promise.withResolvers<void>();
  const start = () => {
    onStart();
    turn.resolve();
  };
  queue.push(start);
  void disconnected.then(() => {
    const index = queue.indexOf(start);
    if (index >= 0) queue.splice(index, 1);
    turn.reject(busy());
  });
  return turn.promise;
};

/**
 * Slots for requests whose body has arrived: PER_NODE.requests of them, and more requests are refused as `busy`, so that
 * those admitted stay quick. A client that has its share waits for its own requests, and leaves the rest to others. Calls that
 * are shed last have some slots more, and take the next one that becomes free.
 */
export const createSlots = () => {
  let running = 0;
  const runningOf = new Map<string, number>();
  const waitingOf = new Map<string, Start[]>();
  const urgent: Start[] = [];

  const countOf = (client: string): number => runningOf.get(client) ?? 0;
  const start = (client: string): void => {
    running += 1;
    runningOf.set(client, countOf(client) + 1);
  };
  const hasFree = (extra = 0): boolean => running < PER_NODE.requests + extra;

  const startWaiting = (client: string): void => {
    const waiting = waitingOf.get(client) ?? [];
    // Only an ending request of the client starts those that wait for it: its last one starts them before any other.
    const [first, second] = countOf(client) > 0 ? [urgent, waiting] : [waiting, urgent];
    (first.shift() ?? second.shift())?.();
    // Slots of the client that urgent calls had taken.
    while (waiting.length > 0 && hasFree() && countOf(client) < PER_CLIENT.requests) waiting.shift()?.();
    if (waiting.length === 0) waitingOf.delete(client);
  };

  const release = (client: string): void => {
    const left = countOf(client) - 1;
    running -= 1;
    if (left > 0) runningOf.set(client, left);
    else runningOf.delete(client);
    startWaiting(client);
  };

  /** Waits for a slot. `disconnected` settles when the client disconnects. */
  const acquireSlot = async (
    client: string,
    isShedLast: boolean,
    disconnected: Promise<void>,
  ): Promise<void> => {
    const onStart = () => start(client);
    if (isShedLast) {
      if (hasFree(SHED_LAST.requests)) return onStart();
      return waitIn(urgent, SHED_LAST.waiting, disconnected, onStart);
    }
    if (countOf(client) >= PER_CLIENT.requests) {
      const queue = waitingOf.get(client) ?? [];
      waitingOf.set(client, queue);
      return waitIn(queue, PER_CLIENT.waitingRequests, disconnected, onStart);
    }
    if (!hasFree()) throw busy();
    onStart();
  };
  return { acquireSlot, release };
};
