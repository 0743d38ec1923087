import type { Page } from '@playwright/test';
import { LONG, expect, test } from '../support/fixtures.ts';
import { givePassword, lastTo, linkIn } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import { asBearer, cards, houseIdOf, newSession, openSignedIn, region } from '../support/signed-in.ts';

/** Homes that no other journey uses: 36 to 38, one for each repetition. */
const ownerOf = async (page: Page): Promise<string> => {
  const who = `neighbour-${36 + (test.info().repeatEachIndex % 3)}`;
  await givePassword(page, who);
  return who;
};

/** As if the person came back to the tab: the page asks the server again. */
const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });

const note = (page: Page) => page.getByText('Only owners and members of this home can make changes.').first();

test(
  '[API-3] [T-2] [T-19] what an owner changes about somebody shows on their open pages; who leaves in one tab leaves in all',
  LONG,
  async ({ page, browser, baseURL }) => {
    const owner = await ownerOf(page);
    const session = await newSession(page, owner);
    const email = `dana-${crypto.randomUUID()}@porchlight.example`;
    const houseId = houseIdOf(session);
    const invited = await page.request.post(`/api/house/${houseId}/household/invitation`, {
      ...asBearer(session),
      data: { email, access: 'owner' },
    });
    expect(invited.status()).toBe(201);
    const link = new URL(linkIn(await lastTo(page, email)));

    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const dana = await context.newPage();
    await dana.goto(`${link.pathname}${link.search}${link.hash}`);
    await dana.getByLabel('First name').fill('Dana');
    await dana.getByLabel('Last name').fill('Okafor');
    await dana.getByLabel('Choose a password').fill(PASSWORD);
    await dana.getByRole('button', { name: 'Make account and join' }).click();
    await expect(cards(dana).first()).toBeVisible();
    await expect(note(dana)).toHaveCount(0);
    const profile = await context.newPage();
    await profile.goto('/#/my-account/profile');
    await expect(region(profile, 'Household').getByRole('button', { name: 'Send invitation' })).toBeVisible();

    await openSignedIn(page, owner, { at: '/my-account/profile', session });
    const access = region(page, 'Household').getByRole('combobox', { name: 'Access Dana Okafor' });
    const make = async (option: string) => {
      const changed = page.waitForResponse(/\/household\/member\//);
      await access.selectOption(option);
      expect((await changed).status()).toBe(200);
    };
    await make('Viewer');
    await comeBack(dana);
    await expect(note(dana)).toBeVisible();
    await comeBack(profile);
    await expect(region(profile, 'Household')).toContainText('you see everything and change nothing');

    await make('Member');
    await comeBack(dana);
    await expect(note(dana)).toHaveCount(0);

    await region(profile, 'Household').getByRole('button', { name: 'Leave this home' }).click();
    await profile
      .getByRole('dialog', { name: /^Leave .*\?$/ })
      .getByRole('button', { name: 'Leave this home' })
      .click();
    await expect(profile.getByText('No home is linked to your account')).toBeVisible();
    await comeBack(dana);
    await expect(dana.getByText('No home is linked to your account')).toBeVisible();
    await context.close();
  },
);
