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

const AWAKE = Promise.resolve();

const isBefore = (a: Item, b: Item): boolean => a.time < b.time || (a.time === b.time && a.order < b.order);

export const createTimeline = (clock: { now: number }): Timeline => {
  /** A binary heap: each item is before the two at twice its place. */
  const heap: Item[] = [];
  let order = 0;

  const itemAt = (place: number): Item => heap[place] as Item;
  const sink = (item: Item): void => {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(itemAt(child + 1), itemAt(child))) child += 1;
      if (isBefore(item, itemAt(child))) break;
      heap[place] = itemAt(child);
      place = child;
    }
    heap[place] = item;
  };
  /** Of at least one. */
  const pop = (): Item => {
    const top = itemAt(0);
    const last = heap.pop() as Item;
    if (heap.length > 0) sink(last);
    return top;
  };

  const at: Timeline['at'] = (time, run) => {
    order += 1;
    const item = { time: Math.max(time, clock.now), order, run };
    let place = heap.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (isBefore(itemAt(parent), item)) break;
      heap[place] = itemAt(parent);
      place = parent;
    }
    heap[place] = item;
  };

  let running = 0;
  let end = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  let finish: PromiseWithResolvers<void> = Promise.withResolvers();
  /** Runs what comes next, until a process runs or the end is reached. */
  const runItems = (): void => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (;;) {
        if (running > 0) return;
        if (heap[0] === undefined || heap[0].time > end) {
          clock.now = end;
          finish.resolve();
          return;
        }
        const { time, run } = pop();
        clock.now = time;
        run();
      }
    } catch (error) {
      finish.reject(error);
    } finally {
      isRunning = false;
    }
  };
  const enter = (): void => {
    running += 1;
  };
  const leave = (): void => {
    running -= 1;
    if (running === 0) runItems();
  };

  return {
    at,
    spawn: (process) => {
      enter();
      process().then(leave, (error: unknown) => finish.reject(error));
    },
    sleep: (ms) => {
      const time = clock.now + ms;
      // Nothing else happens meanwhile, so that it would be next.
      if (!isRunning && time <= end && (heap[0] === undefined || heap[0].time > time)) {
        clock.now = time;
        return AWAKE;
      }
      return new Promise((resolve) => {
        at(time, () => {
          enter();
          resolve();
        });
        leave();
      });
    },
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
    runUntil: (time) => {
      end = time;
      finish = Promise.withResolvers();
      runItems();
      return finish.promise;
    },
  };
};
