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
  expect(file.suggestedFilename()).toBe('home-data.zip');
  const files = unzipSync(await readFile(await file.path()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};

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

    await refuseOnceAsStale(page, `**/house/${houseId}/household/download`);
    await region(page, 'Your data').getByRole('button', { name: 'Download data' }).click();
    await confirmWithPassword(page, 'NotThePassword1');
    await expect(page.getByRole('dialog').getByText('This is not your password.')).toBeVisible();
    const files = await unzipDownload(page, () => confirmWithPassword(page));
    await expect(page.getByText('Your data was downloaded')).toBeVisible();
    await expect(region(page, 'Your data')).toContainText(/Saved as home-data\.zip, \d+\.\d MB\./);
    await expect(region(page, 'Your data').getByRole('progressbar')).toHaveCount(0);
    expect(files['json/account.json']).toContain(`${owner}@porchlight.example`);
    expect(JSON.parse(files['json/home.json'] ?? '')).toMatchObject([{ id: houseId }]);
    expect(files['csv/readings.csv']?.split('\r\n').length).toBeGreaterThan(2);
    expect(files['README.txt']).toContain('All times are UTC.');

    await region(page, 'Leave or close this home').getByRole('button', { name: 'Leave this home' }).click();
    await page
      .getByRole('dialog', { name: /^Leave .*\?$/ })
      .getByRole('button', { name: 'Leave this home' })
      .click();
    const close = page.getByRole('dialog', { name: /^Close .*\?$/ });
    await expect(close).toContainText('A home needs an owner.');
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
  },
);
