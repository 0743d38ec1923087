export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** Calls `work` again and again; the returned function ends it. */
export const every = (milliseconds: number, work: () => void): (() => void) => {
  const timer = setInterval(work, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
};

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Lets whatever else is waiting have its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
