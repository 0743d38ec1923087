/** Work that never overlaps with itself. */
export interface OneAtATime {
  /** Starts it; while it runs, once more after it, however often this is called. */
  readonly run: () => void;
  /** Waits until it no longer runs, and lets it not start again. */
  readonly stop: () => Promise<void>;
}

export const oneAtATime = (work: () => Promise<unknown>, onError: (error: unknown) => void): OneAtATime => {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;
  const isWanted = () => isAskedAgain && !isStopped;
  const repeat = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await work().catch(onError);
    } while (isWanted());
    running = null;
  };
  return {
    run: () => {
      isAskedAgain = true;
      if (!isStopped) running ??= repeat();
    },
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
};
