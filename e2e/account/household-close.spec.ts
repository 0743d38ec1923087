import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/layout-checks.ts';
import { givePassword, lastTo } from '../support/outbox.ts';
import { asBearer, heading, houseIdOf, newSession, openSignedIn, region } from '../support/signed-in.ts';
import { confirmWithPassword, refuseOnceAsStale } from '../sign-in/stale-sign-in.ts';

// Homes that no other journey uses: 06 to 09. A closed home cannot be opened again, so each repetition needs one.
const HOMES = ['neighbour-06', 'neighbour-07', 'neighbour-08', 'neighbour-09'] as const;

/** Opens the file that the click makes the browser save. */
const unzipDownload = async (page: Page, click: () => Promise<void>): Promise<Record<string, string>> => {
  const download = page.waitForEvent('download');
  await click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sunvale-home-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await file.path()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};

test('[T-19] who is about to close a home reads what it has earned and was not paid', async ({ page }) => {
  await page.route(/\/api\/house\/[^/]+\/reward$/, (route) =>
    route.fulfill({
      json: {
        entries: [],
        balance: [{ currency: 'USD', accrued: 250, confirmed: 1_000, reversed: 0, paid: 4_000 }],
        seasons: [],
      },
    }),
  );
  await openSignedIn(page, 'demo', { at: '/my-account/household' });
  await page.getByRole('button', { name: 'Close this home' }).click();
  await expect(page.getByRole('dialog', { name: /^Close .*\?$/ })).toContainText(
    'You have earned $12.50 that is not paid yet. It stays yours: Sunvale Energy pays what is confirmed.',
  );
});

test(
  '[T-19] [API-3] the last owner who wants to leave downloads the data and closes the home, each after a fresh confirmation; open pages leave, and nothing of it can be read',
  LONG,
  async ({ page, context }) => {
    const owner = HOMES[test.info().repeatEachIndex % HOMES.length] ?? HOMES[0];
    await givePassword(page, owner);
    const session = await newSession(page, owner);
    const houseId = houseIdOf(session);
    await openSignedIn(page, owner, { at: '/my-account/household', session });
    const other = await context.newPage();
    await other.goto('/#/user-home');
    await expect(heading(other)).toBeVisible();

    await refuseOnceAsStale(page, '**/account/*/download', 'POST');
    await region(page, 'Your data').getByRole('button', { name: 'Download data' }).click();
    await confirmWithPassword(page, 'NotThePassword1');
    await expect(page.getByRole('dialog').getByText('This is not your password.')).toBeVisible();
    const files = await unzipDownload(page, () => confirmWithPassword(page));
    await expect(page.getByText('Your data was downloaded')).toBeVisible();
    await expect(region(page, 'Your data')).toContainText(
      /Saved as sunvale-home-data-[\d-]{10}\.zip, (\d+\.\d MB|[1-9]\d* kB)\./,
    );
    await expect(region(page, 'Your data').getByRole('progressbar')).toHaveCount(0);
    expect(files['json/account.json']).toContain(`${owner}@porchlight.example`);
    expect(JSON.parse(files['json/home.json'] ?? '')).toMatchObject([{ id: houseId }]);
    expect(files['csv/readings.csv']?.split('\r\n').length).toBeGreaterThan(2);
    expect(files['README.txt']).toContain('All times are UTC.');

    const card = region(page, 'Your data');
    await card.getByRole('button', { name: 'Download data' }).click();
    await expect(card).toContainText('Preparing the file…');
    await page.goto('/#/user-home');
    await expect(heading(page)).toBeVisible();
    await page.goto('/#/my-account/household');
    const save = card.getByRole('button', { name: 'Save file' });
    await expect(save).toBeVisible({ timeout: 120_000 });
    await expect(card).toContainText(
      /The file is ready: (\d+\.\d MB|[1-9]\d* kB)\. You can save it once, until \w{3} \d/,
    );
    await expectAccessible(page);
    const later = await unzipDownload(page, () => save.click());
    expect(Object.keys(later)).toEqual(Object.keys(files));
    await expect(card.getByRole('button', { name: 'Download data' })).toBeVisible();

    const end = region(page, 'Leave or close this home');
    await expect(end.getByRole('button', { name: 'Leave this home' })).toHaveAccessibleDescription(
      /^You are the only owner\./,
    );
    await expect(end.getByRole('button', { name: 'Leave this home' })).toBeDisabled();
    await end.getByRole('button', { name: 'Close this home' }).click();
    const close = page.getByRole('dialog', { name: /^Close .*\?$/ });
    await expect(close).toContainText('keeps the data for 24 months');
    await expectAccessible(page, 'dialog[open]');
    expect(await horizontalOverflow(page)).toBe(0);
    await refuseOnceAsStale(page, `**/house/${houseId}/household`);
    await close.getByRole('button', { name: 'Close this home' }).click();
    await confirmWithPassword(page);
    await expect(page.getByText('Your home is closed and you are signed out.')).toBeVisible();
    await expect(heading(other)).toHaveText('Welcome home');
    expect((await lastTo(page, `${owner}@porchlight.example`)).subject).toContain('Your home was closed');

    const again = await newSession(page, owner);
    const answer = await page.request.get(`/api/house/${houseId}/dashboard`, asBearer(again));
    expect(answer.status()).toBe(404);
    await openSignedIn(page, owner, { session: again });
    await expect(page.getByText('No home is linked to your account')).toBeVisible();
    const past = page.getByRole('region', { name: /^You no longer own / });
    await expect(past).toContainText(/Until \w{3} \d+(, \d{4})? you can download/);
    await expectAccessible(page);
    await refuseOnceAsStale(page, '**/account/*/download', 'POST');
    const afterwards = await unzipDownload(page, async () => {
      await past.getByRole('button', { name: 'Download data' }).click();
      await confirmWithPassword(page);
    });
    expect(Object.keys(afterwards)).not.toContain('json/household.json');
    expect(JSON.parse(afterwards['json/devices.json'] ?? '[]').length).toBeGreaterThan(0);
  },
);
