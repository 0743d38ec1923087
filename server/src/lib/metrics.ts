/** `deferred`: a try that did not reach the device; the command is tried again. */
export type CommandOutcome =
  | 'accepted'
  | 'refused'
  | 'deferred'
  | 'sent'
  | 'confirmed'
  | 'failed'
  | 'expired';

export type SignInPath = 'password' | 'totp' | 'pin' | 'link' | 'provider';
export type SignInOutcome =
  | 'success'
  | 'second_factor_required'
  | 'failed'
  | 'locked_out'
  | 'inactive'
  | 'expired'
  | 'error';

/** Of a task of housekeeping. `hanging`: counted in every round while it runs for too long. */
export type TaskOutcome = 'done' | 'failed' | 'hanging';

/** What the parts of the server count. `http/metrics.ts` implements it with a Prometheus registry. */
export interface Metrics {
  readonly countCommand: (command: {
    readonly origin: string;
    readonly outcome: CommandOutcome;
    /** `mfg` of the device. */
    readonly maker: string;
  }) => void;
  readonly countSignIn: (path: SignInPath, outcome: SignInOutcome) => void;
  /** Called once a batch is stored: for each reading the seconds between its time and its storing. */
  readonly observeReadings: (lagSeconds: readonly number[]) => void;
  /** Readings of devices that cannot be stored. */
  readonly countLeftOut: (readings: number) => void;
  readonly countTask: (task: string, outcome: TaskOutcome) => void;
  /** The circuit of a device link opened: it is not called for a while. */
  readonly countCircuitOpened: (link: string) => void;
  /** Whether calls of a device link are answered: its circuit is closed. */
  readonly setLinkUp: (link: string, isUp: boolean) => void;
  /** A schedule that was due and could not be run; it is tried again. */
  readonly countScheduleFailure: () => void;
  /** Devices that an event has moved are not back in time. */
  readonly countLateReturns: (devices: number) => void;
}

/** For programs without a metrics port, such as the simulated fleet. */
export const noMetrics: Metrics = {
  countCommand: () => {},
  countSignIn: () => {},
  observeReadings: () => {},
  countLeftOut: () => {},
  countTask: () => {},
  countCircuitOpened: () => {},
  setLinkUp: () => {},
  countScheduleFailure: () => {},
  countLateReturns: () => {},
};
