import type { Route } from '@playwright/test';
import { LONG, expect, test } from '../support/fixtures.ts';
import { asBearer, heading, newSession, openSignedIn } from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';
import { messageOf, row, serveMessages } from './message-data.ts';

test(
  '[MSG-5] [MSG-6] an empty message is refused at its field; what is being sent cannot be changed, and whoever has gone elsewhere meanwhile stays there',
  LONG,
  async ({ page }) => {
    await serveMessages(page, [messageOf('a')]);
    const held: Route[] = [];
    await page.route('**/message', (route) => {
      held.push(route);
    });
    await openSignedIn(page, 'demo', { at: '/message-center/inbox?new' });
    const body = page.getByRole('textbox', { name: 'Message' });
    await body.fill('\u200B\u3164');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please write a message first.');
    await expect(body).toBeFocused();
    await body.pressSequentially('H');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await body.fill('How do I save?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => held.length).toBe(1);
    await expect(body).not.toBeEditable();
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveAttribute('aria-disabled', 'true');
    await row(page, 'Message a').click();
    await expect(page.getByRole('article', { name: 'Message a' })).toBeVisible();
    const sent = messageOf('s', { subject: '', plainTextBody: 'How do I save?', fromAccount: true });
    await held[0]?.fulfill({ status: 201, json: sent });
    await expect(page.getByText('Your message was sent.')).toBeVisible();
    await expect(page).toHaveURL(/message\/a$/);
    expect(await page.evaluate(() => localStorage.getItem('messageDrafts'))).toBeNull();
  },
);

test(
  '[MSG-6] a draft outlives a session that the server ended, and is shown to its writer alone',
  LONG,
  async ({ page }) => {
    await serveMessages(page, [messageOf('a')]);
    const session = await newSession(page, 'demo');
    await openSignedIn(page, 'demo', { session, at: '/message-center/inbox?new' });
    const body = page.getByRole('textbox', { name: 'Message' });
    await body.fill('Half a thought');
    await page.request.post('/api/auth/logout', asBearer(session));
    // A poll may have heard of it before the return: then no other call is made.
    await returnToTab(page);
    await expect(page).toHaveURL(/reason=expired/);
    for (const [who, text] of [
      ['empty', ''],
      ['demo', 'Half a thought'],
    ] as const) {
      const { token, user } = await newSession(page, who);
      await page.evaluate(
        (stored) => {
          for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
        },
        { token, userId: user.id, houseId: user.roles[0]?.houseId ?? '' },
      );
      await page.goto('about:blank');
      await page.goto('/#/message-center/inbox?new');
      await expect(body).toHaveValue(text);
    }
  },
);

test(
  '[MSG-6] who works for the provider reads messages and is not offered to write',
  LONG,
  async ({ page }) => {
    await serveMessages(page, [messageOf('a')]);
    await openSignedIn(page, 'admin', { at: '/message-center/inbox?new' });
    await expect(heading(page)).toHaveText('Message center');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByRole('link', { name: 'New message' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'New message' })).toHaveCount(0);
    await page.locator('[data-message]').first().click();
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reply' })).toHaveCount(0);
  },
);
