// `npm run test:long`: full amounts of what `npm test` tries in part, and what takes minutes; in under 30 minutes on 2 cores.
import { journeySuite, runSuites, vitestSuite } from './suites.mjs';

const FULL = { TEST_AMOUNT: 'full' };

await runSuites([
  vitestSuite('Unit, property and database tests in full', [], FULL),
  vitestSuite('Starts, kills, crashes and two processes', ['--config', 'vitest.long.config.ts'], FULL),
  journeySuite('Journeys that npm test leaves out', ['--grep=@long']),
]);
