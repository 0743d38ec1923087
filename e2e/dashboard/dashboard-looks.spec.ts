import type { Locator, Page } from '@playwright/test';
import { changeDashboard } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { coming } from '../events/event-screen.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { withDevices } from '../support/home-data.ts';
import { afterPaint, smallTargets } from '../support/layout-checks.ts';
import { heading, openSignedIn, region, waitForLateParts } from '../support/signed-in.ts';
import { openInBackground } from '../support/tab-visibility.ts';

interface Box {
  readonly top: number;
  readonly bottom: number;
}

const boxOf = async (one: Locator): Promise<Box> => {
  const box = await one.boundingBox();
  if (!box) throw new Error('not shown');
  return { top: box.y, bottom: box.y + box.height };
};

const month = (page: Page) => page.getByRole('region', { name: / so far$/ }).first();
const graph = (page: Page) => region(page, 'Energy use');

/** px between the ends of the last cards of both columns of the upper part. */
const endsApart = async (page: Page): Promise<number> => {
  const cardOf = (part: Locator) => boxOf(part.locator('xpath=ancestor-or-self::section[last()]'));
  const [left, right] = [await cardOf(graph(page)), await cardOf(month(page))];
  return Math.abs(left.bottom - right.bottom);
};

/** Rows of the leaderboard's list that are only partly in it. */
const cutRows = (page: Page): Promise<number> =>
  page.getByRole('group', { name: 'Homes by points' }).evaluate((list) => {
    const edge = list.getBoundingClientRect();
    return [...list.querySelectorAll('li')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const seen = Math.min(bottom, edge.bottom) - Math.max(top, edge.top);
      // Browsers scroll by whole pixels, and rows have halves.
      return seen > 2 && seen < bottom - top - 2;
    }).length;
  });

const resizeTo = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 900 });
  await afterPaint(page);
  await page.waitForLoadState('networkidle');
};

test(
  '[UX-33] [DASH-3] [LEAD-2] [GRAPH-1] on wide screens both columns end together, the drawing fills its card, no home of the leaderboard is cut, and what is done with the graph stands in one line',
  LONG,
  async ({ page }) => {
    let count = 6;
    await changeDashboard(page, (answer) => withDevices(answer, count));
    for (count of [6, 1]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openSignedIn(page, 'demo');
      await waitForLateParts(page);
      // Just after midnight nothing is drawn of today.
      await graph(page).getByRole('button', { name: 'Earlier' }).click();
      await expect(month(page).getByRole('term')).toHaveText(['Events', 'Energy saved', 'Participation']);
      for (const width of [1024, 1440, 1920]) {
        const name = `${count} devices at ${width} px`;
        await resizeTo(page, width);
        await expect.poll(() => endsApart(page), name).toBeLessThanOrEqual(1);
        const drawing = await boxOf(graph(page).getByRole('application'));
        const csv = await boxOf(graph(page).getByRole('button', { name: /Download CSV$/ }));
        const table = await boxOf(graph(page).getByRole('button', { name: /Show table$/ }));
        expect(drawing.bottom - drawing.top, name).toBeGreaterThanOrEqual(350);
        expect(csv.top - drawing.bottom, name).toBeLessThan(64);
        expect(csv.top, name).toBe(table.top);
        expect(await cutRows(page), name).toBe(0);
      }
    }
  },
);

test(
  '[DASH-1] [UX-40] on a tablet every closed header has its title in one line and its figure below, in Spanish too',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await openSignedIn(page, 'demo', { language: 'es' });
    await waitForLateParts(page);
    const headers = page
      .getByRole('main')
      .getByRole('button', { expanded: false })
      .filter({ has: page.locator('span') });
    const rows = await headers.evaluateAll((all) =>
      all.map((one) => {
        const [title, figure] = one.querySelectorAll('span');
        const [first, second] = [title?.getBoundingClientRect(), figure?.getBoundingClientRect()];
        const lines = (first?.height ?? 0) / Number.parseFloat(getComputedStyle(title ?? one).lineHeight);
        return {
          text: one.textContent,
          lines,
          isBelow: !first || !second || second.top >= first.bottom,
          height: one.getBoundingClientRect().height,
        };
      }),
    );
    const known = rows.filter(({ text }) =>
      /hasta hoy|Consumo de energía|Clima|Pronóstico|Potencia/i.test(text ?? ''),
    );
    expect(known.length).toBeGreaterThanOrEqual(4);
    expect(known.filter(({ lines, isBelow, height }) => lines > 1 || !isBelow || height > 52)).toEqual([]);
  },
);

for (const { width, height, language, ends } of [
  { width: 375, height: 812, language: 'en', ends: 'devices' },
  { width: 375, height: 667, language: 'es', ends: 'banner' },
  { width: 320, height: 568, language: 'en', ends: 'banner' },
] as const) {
  const spared = `neither greeting nor banner${ends === 'devices' ? ' nor the title of the devices' : ''}`;
  test(
    `[TOAST-1] [UX-5] [UX-8] the toast of an event covers ${spared} (${width} x ${height} px, ${language})`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await showEvents(page, (devices) => dispatchOf(devices.slice(0, 1), coming()));
      await openSignedIn(page, 'demo', { language });
      const toasts = page.getByRole('region', { name: /^(Alerts|Avisos)$/ });
      await expect(toasts.getByText(/^(Peak event|Evento de máxima demanda) /)).toBeVisible();
      const main = page.getByRole('main');
      const leave = main.getByRole('button', { name: /^(Opt out|Excluirse)/ }).first();
      const box = await boxOf(toasts);
      expect(box.top).toBeGreaterThan((await boxOf(heading(page))).bottom);
      expect(box.top).toBeGreaterThan((await boxOf(leave)).bottom);
      if (ends === 'devices')
        expect(box.top).toBeGreaterThan(
          (await boxOf(main.getByRole('heading', { name: 'Your devices' }))).bottom,
        );
      const menu = page.getByRole('navigation').filter({ visible: true }).first();
      expect(box.bottom).toBeLessThanOrEqual((await boxOf(menu)).top);
      expect(await smallTargets(toasts.getByRole('button'), 44)).toEqual([]);
      await toasts.getByRole('button').click();
      await expect(toasts.getByRole('button')).toHaveCount(0);
    },
  );
}

/** Names of what can be pressed and lies, even partly, below a toast. */
const coveredByToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = Array.from(document.querySelectorAll('[aria-live=polite][role=region] > *'), (toast) =>
      toast.getBoundingClientRect(),
    );
    return Array.from(document.querySelectorAll('a, button, input, select, [tabindex="0"]'))
      .filter((one) => one.checkVisibility() && !one.closest('[aria-live=polite][role=region]'))
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return toasts.some(
          (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
        );
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? one.tagName);
  });

for (const { width, height, language } of [
  { width: 1024, height: 768, language: 'es' },
  { width: 1440, height: 900, language: 'en' },
] as const) {
  test(
    `[TOAST-1] [UX-5] on wide screens the toast of an event stands in the top bar and covers nothing (${width} px, ${language})`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await showEvents(page, (devices) => dispatchOf(devices, coming()));
      await openInBackground(page);
      await openSignedIn(page, 'demo', { language });
      await waitForLateParts(page);
      const toasts = page.getByRole('region', { name: /^(Alerts|Avisos)$/ });
      const toast = toasts.getByText(/^(Peak event|Evento de máxima demanda) /);
      await expect(toast).toBeVisible();
      expect((await boxOf(toasts.getByRole('button'))).bottom).toBeLessThanOrEqual(64);
      expect(await coveredByToasts(page)).toEqual([]);
      await toasts.getByRole('button').click();
      await expect(toast).toHaveCount(0);
    },
  );
}

test(
  '[UX-8] [UX-20] the banner of an event is there with the first device card, not after it',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await showEvents(page, (devices) => dispatchOf(devices, coming()));
    // Each change of the document: whether it has cards, and the heading of the banner.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        if (document.querySelector('[aria-labelledby=devices-title] h3') === null) return;
        const headings = Array.from(document.querySelectorAll('main h2'), ({ textContent }) => textContent);
        seen.push(headings.some((text) => text?.startsWith('Peak event')) ? 'with' : 'without');
      }).observe(document, { childList: true, subtree: true });
    });
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set(['with']));
  },
);
