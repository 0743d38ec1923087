import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { linkIn } from '../support/outbox.ts';
import type { OutboxMessage } from '../support/outbox.ts';
import { PASSWORD } from '../support/server.ts';
import { asBearer, heading, houseIdOf, newSession, openSignedIn } from '../support/signed-in.ts';
import { PHONE, readAll, refreshNow, row, writeToHouse } from './message-data.ts';

const kebab = (page: Page, subject: string) =>
  page.getByRole('article').getByRole('button', { name: `Actions for “${subject}”` });

test('[MSG-1] [MSG-2] [MSG-3] [MSG-4] messages are read, found, starred and deleted, and new ones appear', async ({
  page,
}) => {
  const session = await newSession(page, 'empty');
  await readAll(page, session, houseIdOf(session));
  await writeToHouse(
    page,
    houseIdOf(session),
    { subject: 'Bill credit of $10.70', html: '<p>For two peak events.</p>', incentive: true },
    {
      subject: 'Holiday on July 3',
      html: '<p>No peak events. <a href="https://sunvale.example/days">All days</a></p>',
    },
  );
  await openSignedIn(page, 'empty', { session });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Messages 2 unread' }).click();
  await expect(page).toHaveURL(/#\/message-center\/inbox$/);
  await expect(heading(page)).toHaveText('Message center');
  await expect(row(page, /^Unread Message .* Sunvale Energy Holiday on July 3/)).toBeVisible();
  await expect(row(page, /^Unread Reward .* Sunvale Energy Bill credit of \$10\.70/)).toBeVisible();
  await expectAccessible(page);

  await row(page, 'Holiday on July 3').click();
  await expect(page).toHaveURL(/#\/message-center\/inbox\/message\/\w+$/);
  const view = page.getByRole('article', { name: 'Holiday on July 3' });
  await expect(view).toContainText('From Sunvale Energy');
  await expect(view).toContainText('to June Abernathy');
  const link = view.getByRole('link', { name: 'All days (sunvale.example)' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(menu.getByRole('link', { name: 'Messages 1 unread' })).toBeVisible();
  await expectAccessible(page);

  await kebab(page, 'Holiday on July 3').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Mark as unread', 'Add to favorites', 'Delete']);
  await page.getByRole('menuitem', { name: 'Add to favorites' }).click();
  await expect(view.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true');
  await row(page, 'Bill credit').click();
  await kebab(page, 'Bill credit of $10.70').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Mark as unread', 'Add to favorites']);
  await page.keyboard.press('Escape');

  const search = page.getByRole('searchbox', { name: 'Search All Messages' });
  await search.fill('TWO peak');
  await expect(page.getByRole('status').filter({ hasText: '1 message found' })).toBeVisible();
  await search.fill('nothing of this');
  await expect(page.getByText('No message found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();

  await writeToHouse(page, houseIdOf(session), { subject: 'News of today', html: '<p>News</p>' });
  await refreshNow(page);
  await expect(row(page, 'News of today')).toBeVisible();

  const folders = page.getByRole('navigation', { name: 'Message center' });
  await folders.getByRole('link', { name: 'Favorites' }).click();
  await row(page, 'Holiday on July 3').click();
  await expect(page).toHaveURL(/#\/message-center\/favorites\/message\/\w+$/);
  await kebab(page, 'Holiday on July 3').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Delete']);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/#\/message-center\/favorites$/);
  await expect(page.getByText('No favorites yet')).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: '“Holiday on July 3” was deleted.' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Holiday on July 3')).toBeFocused();
  await expect(page.getByText('was deleted.')).toHaveCount(0);

  await folders.getByRole('link', { name: 'Archived' }).click();
  await expect(page.getByText('Nothing is archived yet')).toBeVisible();
  await folders.getByRole('link', { name: 'Inbox' }).click();
  await row(page, 'News of today').click();
  await page.getByRole('article').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('“News of today” was archived.')).toBeVisible();
  await expect(page.getByRole('article').getByRole('button', { name: 'Archive' })).toBeVisible();
  await expect(row(page, 'News of today')).toHaveCount(0);
  await folders.getByRole('link', { name: 'Archived' }).click();
  await row(page, 'News of today').click();
  await expect(kebab(page, 'News of today')).toHaveCount(0);
  await page.getByRole('article').getByRole('button', { name: 'Move to inbox' }).click();
  await expect(page.getByText('Nothing is archived yet')).toBeVisible();
  await folders.getByRole('link', { name: 'Inbox' }).click();
  await expect(row(page, 'News of today')).toBeVisible();
});

test(
  '[MSG-5] [MSG-6] [LANG-1] on a phone, in Spanish: list and message take turns, folders are chosen in a menu, a draft is kept, the answer comes',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    const session = await newSession(page, 'empty');
    const subject = 'Pregunta de invierno';
    await writeToHouse(page, houseIdOf(session), { subject, html: '<p>¿Todo bien en casa?</p>' });
    await openSignedIn(page, 'empty', { session, at: '/message-center/inbox', language: 'es' });
    await expect(heading(page)).toHaveText('Centro de mensajes');
    await expectAccessible(page);
    await row(page, subject).first().click();
    await expect(heading(page)).toHaveText(subject);
    await expect(heading(page)).toBeFocused();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Bandeja de entrada' }).click();
    await expect(row(page, subject).first()).toBeFocused();
    const folders = page.getByRole('navigation', { name: 'Centro de mensajes' });
    for (const [name, path] of [
      ['Favoritos', 'favorites'],
      ['Bandeja de entrada', 'inbox'],
    ] as const) {
      await folders.getByRole('button').click();
      await page.getByRole('menuitemradio', { name }).click();
      await expect(page).toHaveURL(new RegExp(`#/message-center/${path}$`));
    }

    await row(page, subject).first().click();
    await page.getByRole('button', { name: 'Responder' }).click();
    const field = page.getByRole('textbox', { name: 'Su respuesta a Sunvale Energy' });
    await expect(field).toBeFocused();
    await field.fill('Sí, gracias.');
    await page.reload();
    await expect(field).toHaveValue('Sí, gracias.');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(page.getByRole('region', { name: 'En esta conversación' })).toContainText('Sí, gracias.');

    await page.goto('/#/message-center/inbox?new');
    await page.getByRole('textbox', { name: 'Asunto' }).fill('Segundo termostato');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(page.getByRole('alert')).toHaveText('Escriba primero un mensaje.');
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('¿Cuenta también?');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(page).toHaveURL(/#\/message-center\/inbox\/message\/\w+$/);
    await expect(heading(page)).toHaveText('Segundo termostato');

    // What was asked is a row until the answer is one, where it stands from then on.
    await page.goto('/#/message-center/inbox');
    const asked = row(page, /Usted Segundo termostato/);
    await expect(asked).toBeVisible();
    const operator = await newSession(page, 'operator');
    const inbox = await page.request.get('/api/operator/inbox', asBearer(operator));
    const [newest] = (await inbox.json()) as { id: string; text: string }[];
    expect(newest?.text).toBe('¿Cuenta también?');
    await page.request.post(`/api/operator/inbox/${newest?.id}/answer`, {
      ...asBearer(operator),
      data: { html: '<p>Sí, cuenta.</p>' },
    });
    await refreshNow(page);
    const answered = row(page, /^No leído .*Segundo termostato/);
    await expect(answered).toHaveCount(1);
    await expect(asked).toHaveCount(0);
    await answered.click();
    await expect(page.getByRole('article')).toContainText('Sí, cuenta.');
    await expect(page.getByRole('region', { name: 'En esta conversación' })).toContainText(
      '¿Cuenta también?',
    );

    await page.goto('/#/message-center/inbox?new');
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Sin enviar');
    await page.goto('/#/logout');
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('messageDrafts'))).toBeNull();
  },
);

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
        const mail = mails.find((message) => message.subject === subject);
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
