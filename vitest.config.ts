import { defineConfig } from 'vitest/config';
import { LONG } from './vitest.long.config.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // Much of a run is waiting for databases and servers; by itself vitest leaves one core free.
    maxWorkers: '100%',
    // Test files replace no modules, and loading them anew for each file costs more than most tests.
    isolate: false,
    projects: [
      {
        test: {
          name: 'pure',
          exclude: ['tools/long/**', ...LONG],
          setupFiles: ['tools/test/property-tests.ts'],
          // Far above what any test needs: a busy machine or the full amounts must not decide.
          testTimeout: 60_000,
          include: [
            '{contract,domain,simulator,web,tools}/**/*.test.{ts,tsx}',
            'server/src/{demo,lib}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/{demo,lib}/**', ...LONG],
          setupFiles: ['tools/test/property-tests.ts'],
          globalSetup: ['tools/test/test-databases.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
