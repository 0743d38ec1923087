// `npm test`: checks, unit and database tests, and journeys in a real browser, in under 8 minutes on 2 cores.
import { checkSuite, journeySuite, runSuites, vitestSuite, withDemoData } from './suites.mjs';

await runSuites([
  checkSuite,
  withDemoData(vitestSuite('Unit, property and database tests')),
  journeySuite('Journeys in a browser', ['--grep-invert=@long']),
]);
