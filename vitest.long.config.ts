import { defineConfig } from 'vitest/config';

/** Kills, crashes and other things that take minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    pool: 'forks',
    include: ['tools/long/**/*.test.ts'],
    // One after the other: each needs the machine for itself.
    fileParallelism: false,
    testTimeout: 20 * 60_000,
    hookTimeout: 2 * 60_000,
    // What they counted is part of the result.
    silent: false,
    disableConsoleIntercept: true,
  },
});
