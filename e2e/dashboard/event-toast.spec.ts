import type { Locator, Page } from '@playwright/test';
import { changeDashboard } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { coming } from '../events/event-screen.ts';
import { LONG, expect, longIf, test } from '../support/fixtures.ts';
import { afterPaint, isUncovered, smallTargets } from '../support/layout-checks.ts';
import {
  dashboardOf,
  heading,
  openScreen,
  openSignedIn,
  storeSession,
  toasts,
  waitForLateParts,
} from '../support/signed-in.ts';
import { openInBackground } from '../support/tab-visibility.ts';

const boxOf = async (part: Locator): Promise<{ readonly top: number; readonly bottom: number }> => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not shown');
  return { top: box.y, bottom: box.y + box.height };
};

/** Names of what can be pressed and lies, even partly, below a toast. */
const coveredByToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = Array.from(document.querySelectorAll('[aria-live=polite][role=region] > *'), (toast) =>
      toast.getBoundingClientRect(),
    );
    return Array.from(document.querySelectorAll('a, button, input, select, [tabindex="0"]'))
      .filter((target) => target.checkVisibility() && !target.closest('[aria-live=polite][role=region]'))
      .filter((target) => {
        const { left, right, top, bottom } = target.getBoundingClientRect();
        return toasts.some(
          (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
        );
      })
      .map((target) => target.getAttribute('aria-label') ?? target.textContent ?? target.tagName);
  });

/** Longest in Spanish. */
for (const width of [320, 375]) {
  test(
    `[TOAST-1] [UX-5] [UX-8] [UX-46] at ${width} px the toast of an event stands over the greeting and covers nothing that can be pressed`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 812 });
      await showEvents(page, (devices) => dispatchOf(devices.slice(0, 1), coming()));
      await openInBackground(page);
      await openSignedIn(page, 'demo', { language: 'es' });
      await expect(toasts(page).getByText(/^Evento /)).toBeVisible();
      await waitForLateParts(page);
      const bar = await boxOf(page.getByRole('banner'));
      const toast = await boxOf(toasts(page).locator('> *'));
      expect(toast.top).toBeGreaterThanOrEqual(bar.bottom);
      expect(toast.bottom).toBeLessThan((await boxOf(page.getByRole('region', { name: /^Evento / }))).top);
      expect(await coveredByToasts(page)).toEqual([]);
      expect(await smallTargets(toasts(page).getByRole('button'), 44)).toEqual([]);
      await toasts(page).getByRole('button').click();
      await expect(toasts(page).getByRole('button')).toHaveCount(0);
    },
  );
}

for (const width of [768, 1920]) {
  test(
    `[TOAST-1] [UX-5] [UX-6] [UX-46] at ${width} px the toast of an event stands in the top bar and covers nothing, also beside a long address`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 812 });
      const address = '14200 North Juniper Canyon Parkway, Apartment 1204, Sunvale City';
      await changeDashboard(page, (answer) => ({ ...answer, house: { ...answer.house, address } }));
      await showEvents(page, (devices) => dispatchOf(devices.slice(0, 1), coming()));
      await openInBackground(page);
      await openSignedIn(page, 'demo', { language: 'es' });
      await expect(toasts(page).getByText(/^Evento /)).toBeVisible();
      const banner = page.getByRole('banner');
      await expect(banner.getByRole('button', { name: address })).toBeVisible();
      const bar = await boxOf(banner);
      const toast = await boxOf(toasts(page).locator('> *'));
      expect(toast.top).toBeGreaterThanOrEqual(bar.top - 2);
      expect(toast.bottom).toBeLessThanOrEqual(bar.bottom + 2);
      expect(await coveredByToasts(page)).toEqual([]);
      // Who goes there with the keys sees what has the focus.
      const home = banner.getByRole('button').first();
      await home.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await expect.poll(() => isUncovered(home)).toBe(true);
      await heading(page).focus();
      await toasts(page).getByRole('button').click();
      await expect(toasts(page).getByRole('button')).toHaveCount(0);
    },
  );
}

test(
  '[TOAST-1] [UX-5] on wide screens the toast of an event stands in the top bar and covers nothing, in Spanish too',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await showEvents(page, (devices) => dispatchOf(devices, coming()));
    await openInBackground(page);
    await openSignedIn(page, 'demo', { language: 'es' });
    await waitForLateParts(page);
    const toast = toasts(page).getByText(/^Evento /);
    await expect(toast).toBeVisible();
    expect((await boxOf(toasts(page).getByRole('button'))).bottom).toBeLessThanOrEqual(64);
    expect(await coveredByToasts(page)).toEqual([]);
    await toasts(page).getByRole('button').click();
    await expect(toast).toHaveCount(0);
  },
);

test(
  '[TOAST-1] [UX-6] [UX-46] the toast of an event does not come back under a pointer that presses beside what the keys reached',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 640 });
    await showEvents(page, (devices) => dispatchOf(devices.slice(0, 1), coming()));
    await openInBackground(page);
    await openSignedIn(page, 'demo');
    await expect(toasts(page).getByText(/event/)).toBeVisible();
    const home = page.getByRole('banner').getByRole('button').first();
    await home.focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => isUncovered(home)).toBe(true);
    await home.hover();
    await page.mouse.down();
    await afterPaint(page);
    await page.mouse.up();
    await expect(page.getByRole('menu')).toBeVisible();
  },
);

/** Names of those that share some of the screen with the toast. */
const coveredOf = async (page: Page, parts: Readonly<Record<string, Locator>>): Promise<string[]> => {
  const toast = await toasts(page).locator('> *').boundingBox();
  if (!toast) throw new Error('there is no toast');
  const names: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    for (const one of await part.all()) {
      const box = await one.boundingBox();
      const isApart =
        !box ||
        box.y >= toast.y + toast.height ||
        box.y + box.height <= toast.y ||
        box.x >= toast.x + toast.width ||
        box.x + box.width <= toast.x;
      if (!isApart) names.push(name);
    }
  }
  return names;
};

for (const { width, language } of [
  { width: 320, language: 'es' },
  { width: 375, language: 'en' },
  { width: 768, language: 'es' },
]) {
  test(
    `[TOAST-1] [UX-5] [UX-46] at ${width} px the toast of an event goes along to a device, an event and the messages, and covers no way from there, nor what can be undone`,
    longIf(width !== 375),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 812 });
      const session = await storeSession(page, 'demo', { language });
      const { devices } = await dashboardOf(page, session);
      const shown = (all: typeof devices) => [
        ...dispatchOf(all, coming()).filter(({ type }) => type === 'tstat'),
        ...dispatchOf(all, coming(), () => ({
          id: 'event-left',
          dispatchId: 'dispatch-2',
          device: { optOut: { at: new Date().toISOString(), cause: 'person', counted: true } },
        })).filter(({ type }) => type === 'hwh'),
      ];
      const [, left] = shown(devices);
      await page.route('**/api/house/*/event/*/plan', (route) => route.fulfill({ json: [] }));
      await page.route('**/api/house/*/event/event-left', (route) => route.fulfill({ json: [left] }));
      await showEvents(page, shown);
      await openInBackground(page);
      await openSignedIn(page, 'demo', { language });
      await expect(toasts(page).getByRole('button')).toBeVisible();
      await waitForLateParts(page);
      const main = page.getByRole('main');
      const ways = {
        'way back': main.getByRole('link', { name: /^(Home|Inicio)$/ }),
        title: heading(page),
        tabs: main.getByRole('navigation'),
        menus: page.locator('header, body > * > * > nav').getByRole('link').or(page.locator('header button')),
        undo: main.getByRole('button', { name: /^(Undo|Deshacer)/ }),
        focus: page.locator('main :focus'),
      };
      const id = devices.find(({ kind }) => kind === 'hwh')?.id ?? '';
      for (const [path, shownWays] of [
        [`/device/${id}`, ['way back', 'title', 'tabs']],
        [`/device/${id}/settings`, ['way back', 'title', 'tabs']],
        ['/event/event-left', ['way back', 'title', 'undo']],
        ['/message-center/inbox', ['title', 'tabs']],
      ] as const) {
        await openScreen(page, path);
        for (const way of shownWays) await expect(ways[way].first(), `${way} of ${path}`).toBeVisible();
        await expect(toasts(page).getByRole('button')).toBeVisible();
        expect(await coveredOf(page, ways), path).toEqual([]);
        // What stands at the end comes out from under it.
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const last = page.getByRole('contentinfo').getByRole('link').last();
        expect(await coveredOf(page, { end: last, menus: ways.menus }), path).toEqual([]);
      }
    },
  );
}
