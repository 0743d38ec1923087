import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { cards, region } from '../support/signed-in.ts';

const STATE = /^The demo’s history is being prepared: \d+%$/;
const RESULTS = ['Event Day Results', 'Leaderboard', 'Your rewards', 'Energy use'] as const;

const month = (page: Page) => page.getByRole('region', { name: / so far$/ });

export const shownProgress = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar', { name: STATE }).getAttribute('value'));

/** Every part that is made of the past says why it waits, and none shows figures of nothing. */
export const expectWaiting = async (page: Page): Promise<void> => {
  await expect(page.getByRole('progressbar', { name: STATE })).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  for (const name of RESULTS) await expect(region(page, name).getByText(STATE)).toBeVisible();
  await expect(month(page).getByText(STATE)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(
    /\$0\.00|\b0\.0\skWh|Looking Forward to Your First Event/,
  );
};

export const expectFigures = async (page: Page): Promise<void> => {
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 120_000 });
  await expect(page.getByText(STATE)).toHaveCount(0);
  await expect(month(page)).toContainText(/Events\d/);
  await expect(region(page, 'Energy use')).toContainText(/\d\skWh/);
  await expect(region(page, 'Leaderboard').getByRole('listitem').first()).toContainText(/\d points/);
};

/** A reload would lose the mark. */
export const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
export const expectSameDocument = (page: Page) => expect(page.locator('html[data-kept]')).toHaveCount(1);
