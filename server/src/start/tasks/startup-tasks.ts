/** What has to be done before a node is ready; /readyz lists those that are left. */
export const STARTUP_TASKS = ['demo data', 'jobs', 'devices', 'history'] as const;
export type StartupTask = (typeof STARTUP_TASKS)[number];

export interface StartupTasks {
  readonly pending: () => readonly string[];
  readonly complete: (task: StartupTask) => void;
  /** From now on /readyz answers that the node is shutting down. */
  readonly shutDown: () => void;
}

export const createStartupTasks = (): StartupTasks => {
  let unfinished: readonly string[] = STARTUP_TASKS;
  let isStopped = false;
  return {
    pending: () => (isStopped ? ['shutdown'] : unfinished),
    complete: (task) => {
      unfinished = unfinished.filter((other) => other !== task);
    },
    shutDown: () => {
      isStopped = true;
    },
  };
};
