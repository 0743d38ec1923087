import { HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import { deleteClosedHouseholds } from '../../household/close-household.ts';
import { addMs, every } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { archiveMessages, emptyDeletedMessages } from '../../messages/archive.ts';
import { notifyOfflineDevices } from '../../messages/offline-notices.ts';
import type { NotifyDeps } from '../../notify/notify-accounts.ts';
import { claim } from '../../stores/system/installation.ts';
import { overdueOf, prune } from '../../stores/system/prune.ts';
import type { PruneRule } from '../../stores/system/prune.ts';
import { allowedRemoval, condenseOldDays, prepareDays } from '../../telemetry/retention.ts';
import type { WeatherSource } from '../../weather/port.ts';
import { recordWeather } from '../../weather/record-hours.ts';
import type { OpenDatabase } from '../database.ts';
import type { ClockTrust } from '../node-clock.ts';
import { tableRules } from './table-rules.ts';
import type { TableRule } from './table-rules.ts';
import { createTaskRunner } from './task-runner.ts';
import type { Task, TaskContext, TaskRunner } from './task-runner.ts';

const INTERVAL = 10 * MINUTE;
/** Old rows are deleted by one node in an hour, whichever comes first. */
const RETENTION_INTERVAL = HOUR;
/** Condensing a day of a large fleet takes long. */
const CONDENSING_LIMIT = 6 * HOUR;

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly snapshots: Pick<NonNullable<OpenDatabase['snapshots']>, 'snapshot' | 'lastSnapshotAge'> | null;
  readonly metrics: Pick<Metrics, 'countTask'>;
  /** Absent: no weather is recorded. */
  readonly weather?: WeatherSource;
  /** Absent: no message is archived, no closed household deleted, and nobody is told of devices that are offline. */
  readonly notify?: NotifyDeps;
  /** Absent: no enrolment ends by itself. */
  readonly endEnrolments?: (context: TaskContext) => Promise<void>;
  /** Absent: the clock is always trusted. */
  readonly clockTrust?: ClockTrust;
  /** Deletes all that is due, however much it is. */
  readonly catchUp?: boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * Takes a snapshot unless the last one will still be less than an hour old at the next call. Goes by its age and not by the
 * uptime, so that a process that never runs for an hour takes snapshots as well. One from the future tells that the clock was
 * set back: its age is unknown.
 */
export const takeSnapshotIfDue = async ({ snapshots }: Pick<Deps, 'snapshots'>): Promise<void> => {
  if (snapshots === null) return;
  const age = await snapshots.lastSnapshotAge();
  if (age === null || age < 0 || age > HOUR - INTERVAL) await snapshots.snapshot();
};

type Table = keyof Database;

const pruneTask = (deps: Deps, table: Table, rules: readonly PruneRule[]): Task => ({
  name: `pruning ${table}`,
  run: async ({ isStopped, onError }) => {
    const { db } = deps;
    for (const rule of rules) {
      const now = deps.clock.now();
      const overdue = await overdueOf(db, table, rule, now);
      if (overdue === null) continue;
      const allowed = await allowedRemoval(
        { ...deps, onError },
        `pruning ${table} by ${rule.column}`,
        overdue,
      );
      if (allowed === null) continue;
      const until = addMs(now, allowed - overdue - rule.age);
      await prune(db, table, rule, { now, until, isStopped });
    }
  },
});

const pruneTasks = (deps: Deps): readonly Task[] =>
  Object.entries<TableRule>(tableRules).flatMap(([table, rule]) =>
    'pruned' in rule ? [pruneTask(deps, table as Table, rule.pruned)] : [],
  );

/** Deletes rows, or moves them: of all nodes one runs it, at most once an hour, and none while its clock is in doubt. */
const deletingOncePerHour = ({ db, clock, clockTrust }: Deps, task: Task): Task => ({
  ...task,
  run: async (context) => {
    if (clockTrust && !clockTrust.mayDelete()) return;
    if (await claim(db, task.name, clock.now(), RETENTION_INTERVAL)) await task.run(context);
  },
});

/** Every node runs it: whoever comes first finds the places of this hour, and the next one finds them stored. */
const weatherTasks = ({ weather, ...deps }: Deps): readonly Task[] =>
  weather ? [{ name: 'weather', run: () => recordWeather({ ...deps, weather }).then(() => {}) }] : [];

const providerTasks = ({ notify, ...deps }: Deps): readonly Task[] =>
  notify
    ? [
        deletingOncePerHour(deps, {
          name: 'archiving messages',
          run: (context) => archiveMessages({ ...deps, ...context, ...notify }),
        }),
        deletingOncePerHour(deps, {
          name: 'emptying deleted messages',
          run: (context) => emptyDeletedMessages({ ...deps, ...context, ...notify }),
        }),
        deletingOncePerHour(deps, {
          name: 'closed households',
          run: (context) => deleteClosedHouseholds({ ...deps, ...context, ...notify }),
        }),
        { name: 'offline devices', run: () => notifyOfflineDevices({ ...deps, ...notify }) },
      ]
    : [];

/** Whoever has left a program is asked again before they are in it: none leaves by a clock that is in doubt. */
const enrolmentTasks = ({ endEnrolments, clockTrust }: Deps): readonly Task[] =>
  endEnrolments
    ? [
        {
          name: 'ends of enrolments',
          run: async (context) => {
            if (!clockTrust || clockTrust.mayDelete()) await endEnrolments(context);
          },
        },
      ]
    : [];

const tasksOf = (deps: Deps): readonly Task[] => [
  { name: 'snapshot', run: () => takeSnapshotIfDue(deps) },
  { name: 'day tables', run: () => prepareDays(deps) },
  ...weatherTasks(deps),
  ...enrolmentTasks(deps),
  ...providerTasks(deps),
  ...pruneTasks(deps).map((task) => deletingOncePerHour(deps, task)),
  deletingOncePerHour(deps, {
    name: 'condensing days',
    limit: CONDENSING_LIMIT,
    run: (context) => condenseOldDays({ ...deps, ...context }),
  }),
];

export const createHousekeeping = (deps: Deps): TaskRunner =>
  createTaskRunner({ ...deps, tasks: tasksOf(deps), count: deps.metrics.countTask });

/** Deletes expired rows and takes snapshots. Returns the function that stops it. */
export const startHousekeeping = (deps: Deps): (() => Promise<void>) => {
  const runner = createHousekeeping(deps);
  const { clockTrust } = deps;
  const clear = every(INTERVAL, () => {
    if (!clockTrust || clockTrust.isRight()) void runner.round();
  });
  return () => {
    clear();
    return runner.stop();
  };
};
