/** What has to be done before a node is ready, in the words of /readyz. */
export const STAGES = ['demo data', 'jobs', 'devices', 'history'] as const;
export type Stage = (typeof STAGES)[number];

export interface Preparation {
  readonly waitingFor: () => readonly string[];
  readonly done: (stage: Stage) => void;
  /** From now on it waits for its end. */
  readonly stop: () => void;
}

export const createPreparation = (): Preparation => {
  let waiting: readonly string[] = STAGES;
  let isStopped = false;
  return {
    waitingFor: () => (isStopped ? ['shutdown'] : waiting),
    done: (stage) => {
      waiting = waiting.filter((one) => one !== stage);
    },
    stop: () => {
      isStopped = true;
    },
  };
};
