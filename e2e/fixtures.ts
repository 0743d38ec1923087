import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PASSWORD, startServer } from './server.ts';

interface Worker {
  readonly server: string;
}

interface Journey {
  /** Fails the test when the page logs an error or throws. */
  readonly quiet: void;
  /** What a journey makes the page log on purpose. */
  readonly expectedFault: RegExp | null;
  /** Whether the reminder to verify a phone number may come; it would stand in the way of most journeys. */
  readonly phoneReminder: boolean;
  readonly remindedLately: void;
}

export const test = base.extend<Journey, Worker>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, provide) => {
      const { url, stop } = await startServer();
      await provide(url);
      await stop();
    },
    // A first start on a busy machine takes its time.
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server),
  expectedFault: [null, { option: true }],
  phoneReminder: [false, { option: true }],
  remindedLately: [
    async ({ page, phoneReminder }, provide) => {
      if (!phoneReminder) {
        await page.addInitScript(() => {
          // An empty document has no storage.
          if (!location.protocol.startsWith('http')) return;
          const remind = () => {
            const id = localStorage.getItem('userId');
            if (id) localStorage.setItem('phoneReminderAt', JSON.stringify({ [id]: Date.now() }));
          };
          const own = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as (
            this: Storage,
            key: string,
            value: string,
          ) => void;
          Storage.prototype.setItem = function setItem(key, value) {
            own.call(this, key, value);
            if (key === 'userId') remind();
          };
          remind();
        });
      }
      await provide();
    },
    { auto: true },
  ],
  quiet: [
    async ({ page, expectedFault }, provide) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        // The browser reports every refused call as an error of its own; journeys that cause them expect them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          faults.push(message.text());
        }
      });
      await provide();
      expect(faults.filter((fault) => !expectedFault?.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const signIn = async (
  page: Page,
  who = 'demo',
  options: { readonly pid?: string; readonly at?: string } = {},
) => {
  const pid = options.pid ? `?pid=${options.pid}` : '';
  await page.goto(`/${pid}#${options.at ?? '/'}`);
  await page.getByLabel(/^(E-mail|Correo electrónico)$/).fill(`${who}@porchlight.example`);
  await page.getByLabel(/^(Password|Contraseña)$/).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign in|Iniciar sesión)$/ }).click();
};

/** No fault that axe can find, at the level that public bodies must meet; in a part of the page if one is named. */
export const expectAccessible = async (page: Page, within = 'html'): Promise<void> => {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};
