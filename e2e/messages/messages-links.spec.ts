import { LONG, expect, test } from '../support/fixtures.ts';
import { messageOf, serveMessages } from './message-data.ts';
import { linkIn } from '../support/outbox.ts';
import type { OutboxMessage } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import { asBearer, heading, newSession, openSignedIn } from '../support/signed-in.ts';

test(
  '[MSG-6] [ROUTE-5] [AUTH-8] the link of a mail leads through the sign-in to its message, in the home that it is about',
  LONG,
  async ({ page }) => {
    const operator = await newSession(page, 'operator');
    const { user } = await newSession(page, 'demo');
    const cabin = user.roles[1]?.houseId;
    const subject = `Road to the cabin ${Date.now()}`;
    const sent = await page.request.post('/api/operator/message', {
      ...asBearer(operator),
      data: { houseId: cabin, words: { en: { subject, html: '<p>It is closed on Friday.</p>' } } },
    });
    expect(await sent.json()).toEqual({ people: 1 });
    let link = '';
    await expect
      .poll(async () => {
        const mails = (await (await page.request.get('/dev/outbox.json')).json()) as OutboxMessage[];
        const mail = mails.find((one) => one.subject === subject);
        link = mail ? linkIn(mail) : '';
        return link;
      })
      .toMatch(/#\/message-center\/inbox\/message\/[\w-]+\?house=/);
    await page.goto(`/${new URL(link).search}${new URL(link).hash}`);
    await page.getByLabel('Email', { exact: true }).fill('demo@porchlight.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('article').getByText('It is closed on Friday.')).toBeVisible();
    await expect(page).toHaveURL(/#\/message-center\/inbox\/message\/[\w-]+$/);
    await page.reload();
    await expect(page.getByRole('article').getByText('It is closed on Friday.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('houseId'))).toContain(cabin);
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
