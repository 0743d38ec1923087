import { defineConfig } from '@playwright/test';

const report = process.env['JOURNEYS_REPORT'];

/** Journeys that wait for a server of their own. They go first: at the end one alone would keep all waiting. */
const WITH_OWN_SERVER = [
  'first-start.spec.ts',
  'made-up-language.spec.ts',
  'ordered-event.spec.ts',
  'ordered-event-in-full.spec.ts',
  'two-events-lived.spec.ts',
  'provider-sign-on.spec.ts',
  'first-day.spec.ts',
];

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  projects: [
    { name: 'own-server', testMatch: WITH_OWN_SERVER },
    { name: 'portal', testIgnore: WITH_OWN_SERVER },
  ],
  forbidOnly: true,
  // A journey takes a second or two, one that looks at every screen ten; a machine that does other things at the same time
  // takes many times as long. Each assertion has its own, shorter limit.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['dot'], ['json', { outputFile: report }]] : [['list']],
  use: {
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
