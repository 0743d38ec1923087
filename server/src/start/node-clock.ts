import { MINUTE, SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { every } from '../lib/clock/clock.ts';
import type { Clock, TimeSources } from '../lib/clock/clock.ts';
import { createDatabaseClock } from '../lib/clock/database-clock.ts';
import { CLOCK_TOLERANCE, createSteadyClock } from '../lib/clock/steady-clock.ts';
import { confirmTime, confirmedTime, databaseTime, newestReport } from '../stores/system/clock.ts';

/** How often the database is asked for its time. */
const MEASURE_INTERVAL = 10 * SECOND;
const CONFIRM_INTERVAL = MINUTE;

/** What housekeeping asks before it begins. */
export interface ClockTrust {
  /** False: the machine's clock is more than 30 s off. */
  readonly isRight: () => boolean;
  /** False: the clock is wrong, or was set less than an hour ago. */
  readonly mayDelete: () => boolean;
}

export interface NodeClock extends Clock, ClockTrust {
  /** Compares the clocks once more, and reports what has changed. Called by a timer. */
  readonly check: () => Promise<void>;
  /** What the last warning said, while nothing may be deleted; null: the clock is not in doubt. */
  readonly doubt: () => string | null;
  /** Warnings go there from now on, those from before as well. */
  readonly reportTo: (warn: (text: string) => void) => void;
  readonly stop: () => void;
}

interface Deps {
  readonly db: RootDb;
  readonly isEmbedded: boolean;
  readonly sources: TimeSources;
}

const amount = (ms: number): string => {
  const seconds = Math.round(Math.abs(ms) / SECOND);
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600)];
  return days > 2 ? `${days} days` : hours > 2 ? `${hours} h` : `${seconds} s`;
};

const jumpWarning = (clock: string, by: number): string =>
  `The clock of ${clock} moved by ${amount(by)} ${by < 0 ? 'back' : 'forward'}; nothing is deleted until it has held for an hour.`;

const createWarnings = () => {
  const early: string[] = [];
  let last: string | null = null;
  let warn = (text: string): void => void early.push(text);
  return {
    warn: (text: string) => {
      last = text;
      warn(text);
    },
    last: () => last,
    reportTo: (next: (text: string) => void) => {
      warn = next;
      for (const text of early.splice(0)) next(text);
    },
  };
};

const embeddedClock = async ({ db, sources }: Deps): Promise<NodeClock> => {
  const { warn, last, reportTo } = createWarnings();
  const [reported, confirmed] = [await newestReport(db), await confirmedTime(db)];
  const clock = createSteadyClock({
    ...sources,
    newest: Math.max(reported ?? 0, confirmed ?? 0) || null,
    confirmed: confirmed ?? reported,
    onJump: (by) => warn(jumpWarning('this machine', by)),
  });
  const check = async (): Promise<void> => {
    if (clock.mayDelete()) await confirmTime(db, clock.now());
  };
  const stop = every(CONFIRM_INTERVAL, () => void check().catch(() => {}));
  const doubt = () => (clock.mayDelete() ? null : last());
  return { ...clock, isRight: () => true, doubt, check, reportTo, stop };
};

const postgresClock = async ({ db, sources }: Deps): Promise<NodeClock> => {
  const { warn, last, reportTo } = createWarnings();
  const clock = await createDatabaseClock({
    ...sources,
    read: () => databaseTime(db),
    onJump: (by) => warn(jumpWarning('the database', by)),
  });
  const isRight = (): boolean => Math.abs(clock.nodeAhead()) <= CLOCK_TOLERANCE;
  let wasRight = true;
  const compare = (): void => {
    if (isRight() === wasRight) return;
    wasRight = !wasRight;
    const ahead = clock.nodeAhead();
    warn(
      wasRight
        ? "The clock of this machine agrees with the database's again."
        : `The clock of this machine is ${amount(ahead)} ${ahead < 0 ? 'behind' : 'ahead of'} the database's; this node is not ready and does no housekeeping until that is mended.`,
    );
  };
  const check = async (): Promise<void> => {
    await clock.measure();
    compare();
  };
  compare();
  // While the database does not answer, the time goes on from the last measurement.
  const stop = every(MEASURE_INTERVAL, () => void check().catch(() => {}));
  const mayDelete = () => isRight() && clock.mayDelete();
  const doubt = () => (mayDelete() ? null : last());
  return { ...clock, isRight, mayDelete, doubt, check, reportTo, stop };
};

/** The clock of everything that a node deletes, expires or counts. */
export const createNodeClock = (deps: Deps): Promise<NodeClock> =>
  deps.isEmbedded ? embeddedClock(deps) : postgresClock(deps);
