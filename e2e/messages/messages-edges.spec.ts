import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { messageOf, serveMessages } from './message-data.ts';
import { goTo, openSignedIn } from '../support/signed-in.ts';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const DESKTOP = { width: 1440, height: 900 };

test(
  '[MSG-4] an archived message has no menu, whichever folder its address names',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await serveMessages(page, [messageOf('a'), messageOf('old', { archived: true })]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
    const menu = page.getByRole('article').getByRole('button', { name: /^Actions for/ });
    await expect(menu).toBeVisible();
    await goTo(page, '/message-center/inbox/message/old');
    await expect(page.getByRole('article', { name: 'Message old' })).toBeVisible();
    await expect(menu).toHaveCount(0);
  },
);

test(
  '[MSG-3] [ERR-1] a search shows what it found, and says that the archive could not be searched',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await serveMessages(page, [messageOf('a')]);
    let works = false;
    await page.route('**/message?archived=true', (route) =>
      works
        ? route.fulfill({ json: [messageOf('old', { archived: true })] })
        : route.fulfill({ status: 400, json: {} }),
    );
    await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
    await page.getByRole('searchbox').fill('Message');
    await expect(page.getByText('Archived messages could not be searched')).toBeVisible();
    await expect(row(page, 'Message a')).toBeVisible();
    await expectAccessible(page);
    works = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, 'Message old')).toBeVisible();
    await expect(page.getByText('Archived messages could not be searched')).toHaveCount(0);
  },
);

test(
  '[MSG-6] after an empty Send the field has the focus, and the error goes when one writes',
  LONG,
  async ({ page }) => {
    await serveMessages(page, [messageOf('a')]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox?new' });
    const body = page.getByRole('textbox', { name: 'Message' });
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please write a message first.');
    await expect(body).toBeFocused();
    await body.pressSequentially('H');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await body.fill('');
  },
);

test(
  '[MSG-2] the page is named after the open message, and New message has an edge in forced colors',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ forcedColors: 'active' });
    await serveMessages(page, [messageOf('a')]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
    await expect(page).toHaveTitle(/^Message a/);
    await expect(row(page, 'New message')).toHaveCSS('border-top-style', 'solid');
    await goTo(page, '/message-center/inbox');
    await expect(page).toHaveTitle(/^Message center/);
  },
);
