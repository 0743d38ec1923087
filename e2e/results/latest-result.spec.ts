import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { DeviceReceipt, Reward } from '#contract/entities/result.ts';
import { changeDashboard } from '../devices/controls.ts';
import { showEvents } from '../events/event-data.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import { kwh, newestResult } from './result-data.ts';
import {
  asBearer,
  goTo,
  heading,
  houseIdOf,
  newSession,
  openSignedIn,
  region,
} from '../support/signed-in.ts';

type LatestResult = NonNullable<Dashboard['latestResult']>;

const RECEIPT_CALL = '**/api/house/*/event/*/receipt';
const dismissal = (page: Page) => page.getByRole('button', { name: /^(Dismiss|Descartar)$/ });

/** The newest event day with a number, told as if it had just ended; what the page is told can be changed. */
const tellNewest = async (page: Page) => {
  const session = await newSession(page, 'demo');
  const { event, savedWh } = await newestResult(page, session);
  const { dispatchId, id: eventId, startTime, endTime } = event;
  const told: { result: LatestResult; beside: LatestResult[] } = {
    beside: [],
    result: { dispatchId, eventId, startTime, endTime, savedWh, settled: true },
  };
  await changeDashboard(page, (dashboard) => ({
    ...dashboard,
    latestResult: told.result,
    resultsBeside: told.beside,
  }));
  return told;
};

test(
  '[CAL-2] the result of the newest event is told until somebody has read or dismissed it, and again when it changes',
  LONG,
  async ({ page }) => {
    const told = await tellNewest(page);
    const saved = told.result.savedWh ?? 0;
    await openSignedIn(page, 'demo');
    const card = page.getByRole('region', { name: new RegExp(`^You saved ${kwh(saved)}\\skWh`) });
    await expect(card).toContainText(/Peak event of .+(Provisional|Final|Corrected)/s);
    await dismissal(page).click();
    await expect(card).toBeHidden();
    await expect(heading(page)).toBeFocused();
    await page.reload();
    await expect(region(page, 'Your devices')).toBeVisible();
    await expect(card).toBeHidden();
    // It rests in the month card.
    const month = page.getByRole('region', { name: /so far$/ });
    await expect(month.getByText(/^Last event, .*saved\./)).toContainText(kwh(saved));

    told.result = { ...told.result, savedWh: saved + 10 };
    await page.reload();
    const corrected = page.getByRole('region', { name: new RegExp(`^You saved ${kwh(saved + 10)}\\skWh`) });
    await corrected.getByRole('link', { name: 'How this was calculated' }).click();
    await expect(heading(page)).toContainText(kwh(saved));
    await goTo(page, '/user-home');
    await expect(region(page, 'Your devices')).toBeVisible();
    await expect(corrected).toBeHidden();
  },
);

test(
  '[CAL-2] a result below zero, without a number, not in yet or not to be loaded is told kindly and truly',
  LONG,
  async ({ page }) => {
    const told = await tellNewest(page);
    const original = told.result;
    await openSignedIn(page, 'demo');

    told.result = { ...original, savedWh: -367 };
    await page.reload();
    const more = region(page, 'Your home used 0.37\u00A0kWh more than usual');
    await expect(more).toContainText('It costs you nothing');

    told.result = { ...original, savedWh: null, settled: false };
    await page.route(RECEIPT_CALL, (route) => route.fulfill({ json: [] }));
    await page.reload();
    const over = region(page, 'Your peak event is over');
    await expect(over).toContainText('at most an hour after its end');
    await expect(over.getByRole('link')).toBeHidden();
    await expect(dismissal(page)).toBeHidden();
    await page.unroute(RECEIPT_CALL);

    const refuse = { status: 500, json: { status: 500, code: 'internal', title: 'x' } };
    await page.route(RECEIPT_CALL, (route) => route.fulfill(refuse));
    await page.reload();
    await expect(over).toContainText('The result could not be loaded.');
    await page.unroute(RECEIPT_CALL);
    await over.getByRole('button', { name: 'Try again' }).click();
    await expect(over.getByRole('button', { name: 'Try again' })).toBeHidden();

    told.result = { ...original, savedWh: null };
    await page.route(RECEIPT_CALL, async (route) => {
      const receipts = (await (await route.fetch()).json()) as DeviceReceipt[];
      await route.fulfill({
        json: receipts.map((receipt) => ({
          ...receipt,
          baselineWh: null,
          reductionWh: null,
          reason: { code: 'data_missing', missing: 3, of: 8 },
          // The newest event may become final while the journey runs.
          versions: receipt.versions.slice(0, 1),
        })),
      });
    });
    await page.reload();
    // What was paid comes before it.
    const none = page.getByRole('region', { name: /No energy result for this event$/ });
    await expect(none).toContainText('3 of 8 quarter hours of the event were not reported');
    // On the receipt the reason comes first as well.
    await goTo(page, `/event/${original.eventId}/receipt`);
    await expect(heading(page)).toHaveText(/No energy result for this event$/);
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings).toHaveText(['How your usual energy was calculated']);
    await expect(region(page, 'How your usual energy was calculated')).toContainText('3 of 8 quarter hours');
    await goTo(page, '/user-home');
    await page.unroute(RECEIPT_CALL);
  },
);

test(
  '[CAL-2] [UX-45] of two events that ran at the same time each has its result told, one after the other; one that was shown rests with the next visit',
  LONG,
  async ({ page }) => {
    const told = await tellNewest(page);
    const other = { ...told.result, dispatchId: 'beside', savedWh: 430 };
    told.beside = [other];
    await openSignedIn(page, 'demo');
    const saved = (wh: number) =>
      page.getByRole('region', { name: new RegExp(`^You saved ${kwh(wh)}\\skWh`) });
    const first = saved(told.result.savedWh ?? 0);
    await expect(first).toBeVisible();
    await expect(saved(430)).toHaveCount(0);
    await dismissal(page).click();
    await expect(saved(430)).toBeVisible();
    await page.reload();
    await expect(region(page, 'Your devices')).toBeVisible();
    // Shown, not dismissed: that was enough.
    await expect(page.getByRole('region', { name: /so far$/ }).getByText(/^Last event, /)).toBeVisible();
    await expect(first).toHaveCount(0);
    await expect(saved(430)).toHaveCount(0);
    // A paid event without a number is told with its money.
    told.beside = [];
    told.result = { ...told.result, savedWh: null };
    await page.reload();
    await expect(
      page.getByRole('region', { name: /^You earned .+\. No energy result for this event$/ }),
    ).toBeVisible();
  },
);

test(
  '[DASH-3] [UX-47] rewards of the year add up on screen, by where they stand and by program, and the month names the same total; each program says its rule',
  LONG,
  async ({ page }) => {
    const session = await openSignedIn(page, 'demo');
    const answer = await page.request.get(`/api/house/${houseIdOf(session)}/reward`, asBearer(session));
    const { entries } = (await answer.json()) as Reward;
    const yearOf = (time: string | number) =>
      new Date(time).toLocaleDateString('sv-SE', { timeZone: 'America/Denver' }).slice(0, 4);
    const year = yearOf(Date.now());
    const total = entries
      .filter(({ startTime }) => yearOf(startTime) === year)
      .reduce(
        (sum, { kind, amount }) => sum + (kind === 'accrued' ? amount : kind === 'reversed' ? -amount : 0),
        0,
      );
    const money = `$${(total / 100).toFixed(2)}`;
    const cents = (text: string) => Math.round(100 * Number(/\$([\d.]+)/.exec(text)?.[1] ?? 0));
    const rewards = region(page, 'Your rewards');
    await expect(rewards.getByText(`${money} earned in ${year}`)).toBeVisible();
    const parts = await rewards
      .getByText(/^\$[\d.]+ (has been paid|is sure|may still change)/)
      .allInnerTexts();
    expect(parts.map(cents).reduce((sum, part) => sum + part, 0)).toBe(total);
    await rewards.getByText('Details').click();
    const rows = await rewards.getByRole('row').all();
    const cellsOf = async (row: Locator) => (await row.getByRole('cell').allInnerTexts()).map(cents);
    const sums = await Promise.all(rows.slice(1).map(cellsOf));
    const last = sums.at(-1) ?? [];
    expect(last.reduce((sum, part) => sum + part, 0)).toBe(total);
    for (const column of sums.length > 1 ? [0, 1, 2] : [])
      expect(sums.slice(0, -1).reduce((sum, row) => sum + (row[column] ?? 0), 0)).toBe(last[column]);
    await expect(rewards.getByText('Water Heater Saver: $0.50 for each event you stay in')).toBeVisible();
    await expect(rewards.getByText('Winter Heating: $0.55 for each kWh you save')).toBeVisible();
    await expect(page.getByRole('region', { name: /so far$/ }).getByText(`${money} this year`)).toBeVisible();
  },
);

for (const { language, width, theme } of [
  { language: 'es', width: 375, theme: 'light' },
  { language: 'en', width: 1440, theme: 'dark' },
] as const) {
  test(
    `[UX-40] [LANG-1] result, rewards and receipt fit and are accessible (${language}, ${width} px)`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await tellNewest(page);
      // On phones a result waits until no event has a banner.
      await showEvents(page, () => []);
      await openSignedIn(page, 'demo', { language, theme });
      await expect(dismissal(page)).toBeVisible();
      await expect(region(page, language === 'en' ? 'Your rewards' : 'Sus recompensas')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'kWh' }).first()).toBeVisible();
      const check = async () => {
        expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
        expect(await clippedOrOverlappingTexts(page)).toEqual([]);
        await expectAccessible(page, 'main');
      };
      await check();
      await page
        .getByRole('link', { name: /^(How this was calculated|Cómo se calculó)$/ })
        .first()
        .click();
      await expect(page.getByRole('table').first()).toBeVisible();
      await check();
    },
  );
}

test(
  '[CAL-2] the receipt prints to one light page without the controls of the screen',
  LONG,
  async ({ page }) => {
    const told = await tellNewest(page);
    await openSignedIn(page, 'demo', { at: `/event/${told.result.eventId}/receipt`, theme: 'dark' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    await expect(page.getByRole('table').first()).toBeVisible();
    for (const format of ['Letter', 'A4']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText('Sunvale Energy · 1420 Juniper Lane')).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
    // On paper nothing can be chosen: of several devices all follow.
    const how = region(page, 'How your usual energy was calculated');
    await page.route(RECEIPT_CALL, async (route) => {
      const receipts = (await (await route.fetch()).json()) as DeviceReceipt[];
      const [first] = receipts;
      await route.fulfill({ json: first ? [first, { ...first, deviceId: 'second' }] : [] });
    });
    await page.reload();
    await expect(how.getByRole('heading', { level: 3 }).filter({ hasText: 'second' })).toBeVisible();
    await expect(how.getByText('In words')).toHaveCount(2);
    await expect(how.getByRole('radio')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await expect(how.getByRole('radio')).toHaveCount(2);
    await expect(how.getByRole('heading', { name: 'In words' })).toHaveCount(1);
  },
);
