import type { Locator, Page } from '@playwright/test';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { coming } from '../events/event-screen.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { smallTargets } from '../support/layout-checks.ts';
import { heading, openSignedIn, toasts, waitForLateParts } from '../support/signed-in.ts';
import { openInBackground } from '../support/tab-visibility.ts';

const boxOf = async (part: Locator): Promise<{ readonly top: number; readonly bottom: number }> => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not shown');
  return { top: box.y, bottom: box.y + box.height };
};

test(
  '[TOAST-1] [UX-5] [UX-8] on a phone the toast of an event covers neither greeting nor banner nor the title of the devices',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await showEvents(page, (devices) => dispatchOf(devices.slice(0, 1), coming()));
    await openInBackground(page);
    await openSignedIn(page, 'demo');
    await expect(toasts(page).getByText(/^Peak event /)).toBeVisible();
    const main = page.getByRole('main');
    const { top, bottom } = await boxOf(toasts(page));
    for (const part of [
      heading(page),
      main.getByRole('button', { name: /^Opt out/ }).first(),
      main.getByRole('heading', { name: 'Your devices' }),
    ]) {
      expect(top).toBeGreaterThan((await boxOf(part)).bottom);
    }
    const menu = page.getByRole('navigation').filter({ visible: true }).first();
    expect(bottom).toBeLessThanOrEqual((await boxOf(menu)).top);
    expect(await smallTargets(toasts(page).getByRole('button'), 44)).toEqual([]);
    await toasts(page).getByRole('button').click();
    await expect(toasts(page).getByRole('button')).toHaveCount(0);
  },
);

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

test(
  '[TOAST-1] [UX-5] on wide screens the toast of an event stands in the top bar and covers nothing, in Spanish too',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await showEvents(page, (devices) => dispatchOf(devices, coming()));
    await openInBackground(page);
    await openSignedIn(page, 'demo', { language: 'es' });
    await waitForLateParts(page);
    const toast = toasts(page).getByText(/^Evento de máxima demanda /);
    await expect(toast).toBeVisible();
    expect((await boxOf(toasts(page).getByRole('button'))).bottom).toBeLessThanOrEqual(64);
    expect(await coveredByToasts(page)).toEqual([]);
    await toasts(page).getByRole('button').click();
    await expect(toast).toHaveCount(0);
  },
);
