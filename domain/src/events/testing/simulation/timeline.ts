interface Item {
  readonly time: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * Runs what is to happen in the order of time; of two things at one instant, what was planned first. One process runs at a time,
 * until it pauses, waits or ends: which one goes on next is decided here alone.
 */
export interface Timeline {
  readonly at: (time: number, run: () => void) => void;
  /** Begins a process; its errors end the run. */
  readonly spawn: (process: () => Promise<void>) => void;
  /** Stops the process that runs for so many ms. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Stops the process that runs until the function that `register` gets is called. */
  readonly park: (register: (resume: () => void) => void) => Promise<void>;
  readonly runUntil: (end: number) => Promise<void>;
}

const isBefore = (a: Item, b: Item): boolean => a.time < b.time || (a.time === b.time && a.order < b.order);

export const createTimeline = (clock: { now: number }): Timeline => {
  /** A binary heap: each item is before the two at twice its place. */
  const heap: Item[] = [];
  let order = 0;

  const swap = (a: number, b: number): void => {
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  };
  const isUpper = (a: number, b: number): boolean => {
    const [first, second] = [heap[a], heap[b]];
    return first !== undefined && (second === undefined || isBefore(first, second));
  };
  const sink = (from: number): void => {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      const child = left + 1 < heap.length && isUpper(left + 1, left) ? left + 1 : left;
      if (child >= heap.length || isUpper(place, child)) return;
      swap(place, child);
      place = child;
    }
  };
  const pop = (): Item | undefined => {
    const [top] = heap;
    const last = heap.pop();
    if (top !== last && last !== undefined) {
      heap[0] = last;
      sink(0);
    }
    return top;
  };

  const at: Timeline['at'] = (time, run) => {
    order += 1;
    heap.push({ time: Math.max(time, clock.now), order, run });
    for (let place = heap.length - 1; place > 0;) {
      const parent = (place - 1) >> 1;
      if (!isUpper(place, parent)) break;
      swap(place, parent);
      place = parent;
    }
  };

  let running = 0;
  let onStill: (() => void) | null = null;
  let failure: Error | null = null;
  const enter = (): void => {
    running += 1;
  };
  const leave = (): void => {
    running -= 1;
    if (running === 0) onStill?.();
  };

  return {
    at,
    spawn: (process) => {
      enter();
      process()
        .catch((error: unknown) => {
          failure ??= error instanceof Error ? error : new Error('a process failed', { cause: error });
        })
        .finally(leave);
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        at(clock.now + ms, () => {
          enter();
          resolve();
        });
        leave();
      }),
    park: (register) =>
      new Promise((resolve) => {
        register(() => {
          at(clock.now, () => {
            enter();
            resolve();
          });
        });
        leave();
      }),
    runUntil: async (end) => {
      for (let item = pop(); item !== undefined && item.time <= end; item = pop()) {
        clock.now = item.time;
        item.run();
        if (running > 0) {
          await new Promise<void>((resolve) => {
            onStill = resolve;
          });
          onStill = null;
        }
        if (failure !== null) throw failure;
      }
    },
  };
};
