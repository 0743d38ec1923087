import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import type { EventDay, Leaderboard } from '#contract/entities/result.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { asBearer, heading, houseIdOf, openSignedIn, region } from '../support/signed-in.ts';
import { kwh } from './result-data.ts';

const days = (page: Page) => region(page, 'Event Day Results');
const cardsOf = (page: Page) =>
  days(page)
    .getByRole('group', { name: /Event days/ })
    .getByRole('listitem');
const leaderboard = (page: Page) => region(page, 'Leaderboard');

const LEADERBOARD_CALL = '**/api/house/*/program-leaderboard';

test('[CAL-1] [CAL-2] [UX-31] an event day is found by arrows, keys and calendar, and leads to its receipt, which adds up', async ({
  page,
}) => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/event-day?')) requests.push(request);
  });
  await openSignedIn(page, 'demo');
  // The months are asked for together.
  await expect(days(page).getByText(/^Event day 1 of \d+$/)).toBeVisible();
  const answers = await Promise.all(
    requests.map(async (request) => (await (await request.response())?.json()) as EventDay[]),
  );
  const newest = answers.flat().toSorted((a, b) => b.startTime.localeCompare(a.startTime))[0];
  if (!newest) throw new Error('no event day was answered');

  const first = cardsOf(page).first();
  await expect(first).toContainText(kwh(newest.performance.eventEnergy ?? 0));
  await expect(first).toContainText(kwh(newest.performance.reductionEnergy ?? 0));
  await first.getByRole('tab', { name: 'Participation' }).click();
  const contacted = newest.events.reduce((sum, event) => sum + event.devicesContactedCount, 0);
  await expect(first).toContainText(new RegExp(`^.*${contacted} devices? contacted`));

  await days(page).getByRole('button', { name: 'Earlier event day' }).click();
  await expect(days(page).getByText(/^Event day 2 of \d+$/)).toBeVisible();
  await days(page)
    .getByRole('group', { name: /Event days/ })
    .focus();
  await page.keyboard.press('ArrowRight');
  await expect(days(page).getByText(/^Event day 3 of \d+$/)).toBeVisible();
  await page.keyboard.press('Home');
  await expect(days(page).getByText(/^Event day 1 of \d+$/)).toBeVisible();

  await days(page).getByRole('link', { name: 'How this was calculated' }).click();
  await expect(heading(page)).toHaveText(/^You saved [\d.]+\skWh|^Your home used [\d.]+\skWh more/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await readFile((await (await downloading).path()) ?? '', 'utf8');
  const [names = '', ...lines] = file.trim().split(/\r?\n/);
  expect(names.replaceAll('"', '')).toBe('deviceId,time,baselineWh,actualWh,reductionWh');
  const saved = lines.reduce((sum, line) => sum + Number(line.split(',')[4]?.replaceAll('"', '')), 0);
  // To the Wh, so that usual less actual is what was saved, as it is shown.
  const row = page.getByRole('row', { name: /^All devices/ });
  const [usual = 0, actual = 0, difference = 0] = (await row.getByRole('cell').allInnerTexts()).map(Number);
  expect(Math.round(1000 * difference)).toBe(saved);
  expect(Math.round(1000 * (usual - actual))).toBe(saved);
  await expect(heading(page)).toContainText(kwh(Math.abs(saved)));
});

test('[LEAD-1] [LEAD-2] [LEAD-3] [UX-32] the leaderboard shows the own row without moving page or focus, and the home’s name on it can be changed', async ({
  page,
}) => {
  const session = await openSignedIn(page, 'demo');
  const answer = await page.request.get(
    `/api/house/${houseIdOf(session)}/program-leaderboard`,
    asBearer(session),
  );
  const { own, participantCount } = (await answer.json()) as Leaderboard;
  await expect(leaderboard(page).getByText(`saved by ${participantCount} homes`)).toBeVisible();
  const row = leaderboard(page).locator('[aria-current]');
  await expect(row).toContainText('You');
  await expect(row).toContainText(own.points.toLocaleString('en-US'));
  expect(await page.evaluate(() => [window.scrollY, document.activeElement?.tagName])).toEqual([0, 'BODY']);
  await leaderboard(page).scrollIntoViewIfNeeded();
  await expect(row).toBeInViewport({ ratio: 0.9 });
  await leaderboard(page).getByRole('combobox').selectOption('Your Rankings');
  await expect(
    leaderboard(page).getByText(`${own.responseCount} of ${own.eventCount}`, { exact: true }),
  ).toBeVisible();
  await leaderboard(page).getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your home on the leaderboard' });
  await expect(dialog.getByRole('textbox')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
});

test(
  '[CAL-1] [UX-34] event days of older months wait for those of newer ones, so that no card is pushed aside',
  LONG,
  async ({ page }) => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const starts: number[] = [];
    let answered = 0;
    await page.route('**/api/house/*/event-day?**', async (route) => {
      const start = Date.parse(new URL(route.request().url()).searchParams.get('start') ?? '');
      starts.push(start);
      const response = await route.fetch();
      // All months are asked for before the first answer is here.
      if (start === Math.max(...starts)) await isReleased;
      else answered += 1;
      await route.fulfill({ response });
    });
    await openSignedIn(page, 'demo');
    await expect.poll(() => starts.length > 1 && answered === starts.length - 1).toBe(true);
    await expect(days(page)).toBeVisible();
    await expect(cardsOf(page)).toHaveCount(0);
    release();
    await expect(days(page).getByText(/^Event day 1 of \d+$/)).toBeVisible();
    const newest = new Date(Math.max(...starts) + 15 * 86_400_000);
    const month = newest.toLocaleString('en-US', { month: 'short', timeZone: 'America/Denver' });
    await expect(cardsOf(page).first()).toContainText(month);
  },
);

test(
  '[LEAD-2] until the first results are in nobody has a rank; later no row above the own one is cut',
  LONG,
  async ({ page }) => {
    let hasResults = false;
    await page.route(LEADERBOARD_CALL, async (route) => {
      const answer = (await (await route.fetch()).json()) as Leaderboard;
      const nothing = { responseCount: 0, optOutCount: 0, points: 500, rank: 1 };
      const homes = Array.from({ length: 60 }, (_, index) => ({
        ...nothing,
        houseId: String(9_000 + index),
        alias: `Home${index}`,
        eventCount: 1,
        isOwn: index === 40,
        ...(hasResults ? { responseCount: 1, points: 10_000 - index, rank: index + 1 } : {}),
      }));
      await route.fulfill({ json: { ...answer, participantCount: homes.length, entries: homes } });
    });
    const rows = leaderboard(page).getByRole('listitem');
    const words = 'No event results yet. Ranks appear with the first ones.';
    await openSignedIn(page, 'demo');
    await expect(leaderboard(page).getByText(words)).toBeVisible();
    await expect(rows.first()).toHaveText('Home0500 points');

    hasResults = true;
    await page.reload();
    await expect(rows.first()).toHaveText('1Home010,000 points');
    await expect(leaderboard(page).getByText(words)).toHaveCount(0);
    const list = await leaderboard(page).getByRole('group').boundingBox();
    const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
    const above = tops.map((top) => top - (list?.y ?? 0));
    expect(above[40]).toBeCloseTo(150, 0);
    expect(above.filter((top) => Math.abs(top) < 1)).toHaveLength(1);

    // With small letters five rows are lower than the 150 px above the own one.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: 10, fixed: 10 } });
    await page.setViewportSize({ width: 800, height: 900 });
    await page.reload();
    const ownRow = leaderboard(page).locator('[aria-current]');
    await expect(ownRow).toContainText('You');
    await leaderboard(page).scrollIntoViewIfNeeded();
    await expect(ownRow).toBeInViewport({ ratio: 0.9 });
  },
);

test('[CAL-1] [DASH-3] [UX-37] a home without events is told what will be here', LONG, async ({ page }) => {
  await openSignedIn(page, 'empty');
  await expect(days(page).getByText('Looking Forward to Your First Event!')).toBeVisible();
  const month = page.getByRole('region', { name: / so far$/ });
  await expect(month).toContainText(
    'When your utility calls a peak event, this is where its results add up.',
  );
  await expect(month).toContainText('0 of 0');
});
