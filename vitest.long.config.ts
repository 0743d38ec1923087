import { defineConfig } from 'vitest/config';

/**
 * Tests that start the whole server or its database again and again, send thousands of calls, or simulate hours; that
 * break a node or its database in the middle of each step; and those of migrations that have been released, which no longer change.
 */
export const LONG = [
  'tools/start/setup.test.ts',
  'tools/start/start.test.ts',
  'server/src/start/start.test.ts',
  'server/src/start/first-operator.test.ts',
  'server/src/demo/past/history.test.ts',
  'server/src/simulate/simulate.test.ts',
  'server/src/auth/two-processes.test.ts',
  'server/src/auth/access/strangers.test.ts',
  'server/src/db/embedded/embedded.test.ts',
  'server/src/events/lived-to-result.test.ts',
  'server/src/events/orders/operator-command.test.ts',
  'server/src/start/demo/demo-data.test.ts',
  'server/src/household/download/download-limits.test.ts',
  'server/src/start/demo/simulate-in-worker.test.ts',
  'server/src/results/settle-faults.test.ts',
  'server/src/links/fleet-chaos.test.ts',
  'server/src/devices/loop-plans.test.ts',
  'server/src/events/people/leaving-race.test.ts',
  'server/src/http/health/storage-trouble.test.ts',
  'server/src/http/limits/client-shares.test.ts',
  'server/src/db/{australian-phone-numbers,due-rows,heard-time,house-dispatch,provisioning,totals}.test.ts',
];

/**
 * A stop that takes longer than its time limit breaks requests, a full disk of the shared database server could reach others, and six nodes
 * at once leave others no time.
 */
const ALONE = [
  'tools/long/faults.test.ts',
  'tools/long/full-disk.test.ts',
  'tools/long/event-faults.test.ts',
];

const shared = {
  pool: 'forks',
  globalSetup: 'tools/test/test-databases.ts',
  setupFiles: 'tools/test/property-tests.ts',
  testTimeout: 20 * 60_000,
  hookTimeout: 2 * 60_000,
  // What they counted is part of the result.
  silent: false,
  disableConsoleIntercept: true,
} as const;

/** Kills, crashes and other things that take minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'starts and faults',
          include: [...LONG, 'tools/long/**/*.test.ts'],
          exclude: ALONE,
          // They wait half of their time, and hold on a machine that does other things as well. Not more at once: each starts
          // servers and databases of its own.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
