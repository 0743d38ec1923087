import type { Page } from '@playwright/test';
import { changeDashboard } from '../../../e2e/devices/controls.ts';
import { showEvents } from '../../../e2e/events/event-data.ts';
import { withDevices } from '../../../e2e/support/home-data.ts';
import type { Screen } from './screen.ts';

/** The dashboard of homes of other sizes, and while its parts fail or are awaited. */
export const DASHBOARD_STATES: readonly Screen[] = [
  {
    name: 'dashboard-calm',
    path: '/user-home',
    who: 'demo',
    answer: async (page) => {
      await showEvents(page, () => []);
      await page.route(/\/event\?/, (route) => route.fulfill({ json: [] }));
    },
  },
  ...[1, 30].map((count) => ({
    name: `dashboard-devices-${count}`,
    path: '/user-home',
    who: 'demo',
    answer: (page: Page) => changeDashboard(page, (answer) => withDevices(answer, count)),
  })),
  {
    name: 'dashboard-parts-failed',
    path: '/user-home',
    who: 'demo',
    answer: (page) =>
      page.route(
        /\/(energy\?|weather$|reward$|program-leaderboard$|event-log\?|marketing\/in-app$)/,
        (route) => route.fulfill({ status: 500, json: {} }),
      ),
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /Try again|Intentar de nuevo/ })
        .nth(2)
        .waitFor();
    },
  },
  {
    name: 'dashboard-loading',
    loading: true,
    path: '/user-home',
    who: 'demo',
    answer: (page) =>
      page.route(
        /\/(energy\?|weather$|reward$|program-leaderboard$|event-log\?|marketing\/in-app$)/,
        () => new Promise(() => {}),
      ),
    prepare: async (page) => {
      await page.locator('main [aria-busy=true]').first().waitFor();
    },
  },
];
