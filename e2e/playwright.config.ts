import { defineConfig } from '@playwright/test';

const report = process.env['JOURNEYS_REPORT'];

/** Those that look at every screen in every width, language, theme or brand, or at where the focus goes; `npm run test:long` runs them too. */
const LONG = /(accessibility|account-focus|brand|language|device-\w+)\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  testIgnore: process.env['JOURNEYS'] === 'all' ? [] : LONG,
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A journey takes a second or two; a machine that does other things at the same time may take much longer.
  timeout: 90_000,
  expect: { timeout: 10_000 },
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
