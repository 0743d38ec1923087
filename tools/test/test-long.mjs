// `npm run test:long`: full amounts of what `npm test` tries in part, and what takes minutes; in under 40 minutes on 2 cores.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { journeySuite, runSuites, vitestSuite, withDemoData } from './suites.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const FULL = { TEST_AMOUNT: 'full' };

/** Properties, cases on the other database, and the authorization matrix: with the full amount they try more. */
const HAS_AMOUNT =
  /fast-check|testing\/property-runs|\bdatabases\b[^;]*testing\/database\/databases|access-matrix\/access-verdicts/;

/** Test files whose amount can be full; the others would only repeat what `npm test` did. */
const filesWithAmount = () =>
  ['contract', 'domain', 'simulator', 'web', 'tools', 'server']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.posix.join(folder, file)),
    )
    .filter(
      (file) => /\.test\.tsx?$/.test(file) && HAS_AMOUNT.test(readFileSync(path.join(root, file), 'utf8')),
    );

await runSuites([
  withDemoData(vitestSuite('Properties and database tests in full', filesWithAmount(), FULL)),
  vitestSuite('Starts, kills, crashes and two processes', ['--config', 'vitest.long.config.ts'], FULL),
  journeySuite('Journeys that npm test leaves out', ['--grep=@long']),
]);
