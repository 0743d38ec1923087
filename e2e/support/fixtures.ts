import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PASSWORD, startServer } from './server.ts';

interface WorkerFixtures {
  readonly server: string;
}

interface TestFixtures {
  /** Fails the test when the page logs an error or throws. */
  readonly failOnPageErrors: void;
  /** Errors that a journey causes on purpose. */
  readonly expectedError: RegExp | null;
  /** Whether the welcome and the reminder to verify a phone number may open; these dialogs would block most journeys. */
  readonly welcome: boolean;
  readonly phoneReminder: boolean;
  readonly noOpeningDialogs: void;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright reads from the pattern which fixtures are needed: none but this, which is there anyway.
    async ({ browserName: _ }, provide) => {
      const { url, shutDownAndDelete } = await startServer();
      await provide(url);
      await shutDownAndDelete();
    },
    // The first start takes long on a busy machine.
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server),
  expectedError: [null, { option: true }],
  welcome: [false, { option: true }],
  phoneReminder: [false, { option: true }],
  noOpeningDialogs: [
    async ({ page, welcome, phoneReminder }, provide) => {
      await page.addInitScript(
        (mayOpen) => {
          // about:blank has no storage.
          if (!location.protocol.startsWith('http')) return;
          const markAsShown = () => {
            const id = localStorage.getItem('userId');
            if (!id) return;
            if (!mayOpen.welcome) localStorage.setItem('welcomeModalShown', 'true');
            if (!mayOpen.phoneReminder)
              localStorage.setItem('phoneReminderAt', JSON.stringify({ [id]: Date.now() }));
          };
          const setItem = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as (
            this: Storage,
            key: string,
            value: string,
          ) => void;
          Storage.prototype.setItem = function setAndMark(key, value) {
            setItem.call(this, key, value);
            if (key === 'userId') markAsShown();
          };
          markAsShown();
        },
        { welcome, phoneReminder },
      );
      await provide();
    },
    { auto: true },
  ],
  failOnPageErrors: [
    async ({ page, expectedError }, provide) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        // Chromium logs every error answer; journeys that cause one check it themselves.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          errors.push(message.text());
        }
      });
      await provide();
      // Route handlers that still run when the test ends must not fail it.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(errors.filter((error) => !expectedError?.test(error))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** For a journey that only `npm run test:long` runs: another journey shows the same in another width, theme or language. */
export const LONG = { tag: '@long' };
export const longIf = (isLong: boolean) => (isLong ? LONG : {});

export const signIn = async (
  page: Page,
  who = 'demo',
  options: { readonly pid?: string; readonly at?: string } = {},
) => {
  const pid = options.pid ? `?pid=${options.pid}` : '';
  await page.goto(`/${pid}#${options.at ?? '/'}`);
  await page.getByLabel(/^(Email|Correo electrónico)$/).fill(`${who}@porchlight.example`);
  await page.getByLabel(/^(Password|Contraseña)$/).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign in|Iniciar sesión)$/ }).click();
};

/** What fades in has its colours only at the end. */
const animationsEnd = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        // One that is removed before its end is over as well.
        .map(({ finished }) => finished.catch(() => null)),
    ),
  );

/** axe finds no violation of WCAG 2.2 AA, in the whole page or in the given part of it. */
export const expectAccessible = async (page: Page, within = 'html'): Promise<void> => {
  await animationsEnd(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};
