import { MINUTE } from '#domain/time/time.ts';

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** What clocks are made of: the machine's clock, which somebody may set, and one that only ever runs on, both in ms. */
export interface TimeSources {
  readonly wall: () => number;
  readonly monotonic: () => number;
}

export const systemTime: TimeSources = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
};

export const addMs = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** Times after this one were written before the clock was set back. */
export const latestPast = (now: Date): Date => addMs(now, 5 * MINUTE);

/** An interval that does not keep the process alive; the returned function clears it. */
export const every = (milliseconds: number, work: () => void): (() => void) => {
  const timer = setInterval(work, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
};

export const sleep = (milliseconds: number, { keepAlive = true } = {}): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    if (!keepAlive) timer.unref();
  });

/** Yields to other pending work of the event loop. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export const timeoutSignal = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

/** Under full load no turn is quiet. */
const MAX_TURNS = 1_000;

/** Waits for a turn of the event loop in which nothing arrived: then no connection and no request waits to be taken. */
export const quietTurn = async (): Promise<void> => {
  const events = () => performance.nodeTiming.uvMetricsInfo.events;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = events();
    await yieldToEventLoop();
    if (events() === before) return;
  }
};
