import type { Page } from '@playwright/test';

/** Tells the page that its tab went to the background, or came back. */
export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

/** Opens the page in a tab that nobody looks at: toasts stay there, however long the machine takes for the rest. */
export const openInBackground = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  });

/** Asks the server at once, as a return to the tab does. */
export const returnToTab = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
