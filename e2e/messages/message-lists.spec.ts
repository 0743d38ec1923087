import type { Page, Route } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { goTo, heading, openSignedIn } from '../support/signed-in.ts';
import { PHONE, messageOf, refreshNow, row, serveMessages } from './message-data.ts';

const isArchive = (route: Route) => route.request().url().includes('archived=true');
const star = (page: Page) => page.getByRole('article').getByRole('button', { name: 'Favorite' });

test(
  '[MSG-5] [ERR-1] a message that cannot be loaded says so, and is there after another try',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    let works = false;
    await page.route('**/message?**', (route) =>
      works
        ? route.fulfill({ json: isArchive(route) ? [] : [messageOf('a')] })
        : route.fulfill({ status: 400, json: {} }),
    );
    await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
    await expect(heading(page)).toHaveText('This message could not be loaded');
    await expectAccessible(page);
    works = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('Message a');

    await goTo(page, '/message-center/inbox/message/b');
    await expect(heading(page)).toHaveText('This message is no longer here');
    await expectAccessible(page);

    // On a wide screen nothing asks to choose a message where there is none.
    await page.setViewportSize({ width: 1440, height: 900 });
    works = false;
    await goTo(page, '/message-center/inbox');
    await page.reload();
    await expect(page.getByText('Your messages could not be loaded')).toBeVisible();
    await expect(page.getByText('Choose a message')).toHaveCount(0);
    // How many are unread is not known.
    await expect(page.getByText('0 unread')).toHaveCount(0);
    works = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Choose a message')).toBeVisible();
  },
);

test(
  '[MSG-3] [ERR-1] a search waits for the archive, shows what else it found where that fails, and finds what lies there',
  LONG,
  async ({ page }) => {
    const held: Route[] = [];
    await serveMessages(page, [messageOf('a')]);
    await page.route('**/message?**', (route) => {
      if (!isArchive(route)) return route.fallback();
      held.push(route);
      return undefined;
    });
    await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
    await expect(row(page, 'Message a')).toBeVisible();
    const search = page.getByRole('searchbox');
    await search.fill('older');
    await expect(row(page, 'Message a')).toHaveCount(0);
    await expect.poll(() => held.length).toBe(1);
    await expect(page.getByText('No message found')).toHaveCount(0);
    await held[0]?.fulfill({ status: 400, json: {} });
    await expect(page.getByText('Your messages could not be loaded')).toBeVisible();
    await search.fill('Message');
    await expect(page.getByText('Archived messages could not be searched')).toBeVisible();
    await expect(row(page, 'Message a')).toBeVisible();
    await expectAccessible(page);
    await search.fill('older');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => held.length).toBe(2);
    await held[1]?.fulfill({ json: [messageOf('o', { subject: 'An older one', archived: true })] });
    await row(page, 'An older one').click();
    await expect(page).toHaveURL(/#\/message-center\/archived\/message\/o$/);
    await search.fill('nowhere');
    await expect(page.getByText('No message found')).toBeVisible();
    await expect(page.getByText('Archived messages could not be searched')).toHaveCount(0);
  },
);

test(
  '[MSG-4] [MSG-5] [ERR-1] what the server refuses is put back without a message, and a list that was asked for before a change does not take it back',
  LONG,
  async ({ page }) => {
    let list = [messageOf('a')];
    const held: Route[] = [];
    let isRefusing = true;
    await serveMessages(page, () => list);
    await page.route('**/message/a', async (route) => {
      if (isRefusing) await route.fulfill({ status: 500, json: {} });
      else held.push(route);
    });
    await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
    const refused = page.waitForResponse('**/message/a');
    await star(page).click();
    await refused;
    await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('article').getByRole('button', { name: 'Actions for “Message a”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/#\/message-center\/inbox$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await row(page, 'Message a').click();

    isRefusing = false;
    await star(page).click();
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => held.length).toBe(1);
    // Somebody writes, so that the lists are loaded again: without the star, which the server does not know of yet.
    list = [messageOf('news'), messageOf('a')];
    const listed = page.waitForResponse('**/message?archived=false');
    await refreshNow(page);
    await (await listed).finished();
    await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
    const starred = messageOf('a', { favorite: true });
    list = [messageOf('news'), starred];
    await held[0]?.fulfill({ json: starred });
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  '[MSG-4] [LANG-1] all messages are marked as read at once, and are unread again where the server refuses',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    let read: string | null = null;
    const createdAt = '2026-06-01T12:00:00.000Z';
    await serveMessages(page, () => ['a', 'b', 'c'].map((id) => messageOf(id, { read, createdAt })));
    const bodies: unknown[] = [];
    await page.route('**/message/read', (route) => {
      bodies.push(route.request().postDataJSON());
      if (bodies.length === 1) return route.fulfill({ status: 500, json: {} });
      read = createdAt;
      return route.fulfill({ json: { count: 3 } });
    });
    await openSignedIn(page, 'demo', { at: '/message-center/inbox', language: 'es' });
    const unread = page.getByRole('main').getByRole('link', { name: /^No leído/ });
    await expect(unread).toHaveCount(3);
    await expectAccessible(page);
    const button = page.getByRole('button', { name: 'Marcar todos como leídos' });
    const refused = page.waitForResponse('**/message/read');
    await button.click();
    await refused;
    await expect(unread).toHaveCount(3);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await button.click();
    await expect(unread).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
    expect(bodies).toEqual([{ until: createdAt }, { until: createdAt }]);
  },
);

test(
  '[MSG-4] [MSG-5] on a phone the arrow of a message, and deleting it, step back to the list; from the list the focus goes to the next message',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    let list = 'abcdefghijklmnop'.split('').map((id) => messageOf(id));
    await serveMessages(page, () => list);
    const whole = list;
    await page.route(/\/message\/[bc]$/, (route) => {
      list = list.filter(({ uuid }) => !route.request().url().endsWith(uuid));
      return route.fulfill({ status: 204 });
    });
    await page.route(/\/message\/[bc]\/restore$/, (route) => {
      list = whole.filter(
        (one) => list.includes(one) || route.request().url().endsWith(`${one.uuid}/restore`),
      );
      return route.fulfill({ status: 204 });
    });
    await openSignedIn(page, 'demo');
    await goTo(page, '/message-center/inbox');
    await row(page, 'Message a').click();
    await expect(heading(page)).toHaveText('Message a');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await row(page, 'Message b').click();
    await expect(heading(page)).toHaveText('Message b');
    await page.getByRole('article').getByRole('button', { name: 'Actions for “Message b”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row(page, 'Message a')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for “Message c”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row(page, 'Message c')).toHaveCount(0);
    await expect(row(page, 'Message d')).toBeFocused();
    // The way to take it back stays in view.
    await row(page, 'Message p').focus();
    await expect(row(page, 'Message a')).not.toBeInViewport();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeInViewport({ ratio: 1 });
    // It takes back what was deleted a moment before too, also while a message is open or after other pages.
    await expect(page.getByText('2 messages were deleted.')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/#\/user-home$/);
    await goTo(page, '/message-center/inbox/message/a');
    await expect(undo).toBeVisible();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await undo.click();
    await expect(row(page, 'Message b')).toBeVisible();
    await expect(row(page, 'Message c')).toBeVisible();
    await expect(undo).toHaveCount(0);
    await goTo(page, '/user-home');
    // Opened by its address, it gives way to the list.
    await goTo(page, '/message-center/inbox/message/a');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await expect(row(page, 'Message a')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/#\/user-home$/);
  },
);

test('[MSG-5] [UX-37] list and message end at the same height, and a list without messages keeps its column', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await serveMessages(page, [
    messageOf('a'),
    messageOf('long', { htmlBody: `${'<p>A</p>'.repeat(40)}<p>The end</p>` }),
  ]);
  await page.route('**/message?favorite=true*', (route) => route.fulfill({ json: [] }));
  await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
  const search = page.getByRole('search');
  const isAsHigh = () =>
    search.evaluate((element) => {
      const bottomOf = (part: Element | null) => part?.parentElement?.getBoundingClientRect().bottom;
      return bottomOf(element) === bottomOf(document.querySelector('article'));
    });
  for (const [id, last] of [
    ['a', 'Words'],
    ['long', 'The end'],
  ] as const) {
    await goTo(page, `/message-center/inbox/message/${id}`);
    await expect(page.getByRole('article').getByText(last)).toBeVisible();
    expect(await isAsHigh()).toBe(true);
  }
  const width = async () => (await search.boundingBox())?.width;
  const beside = await width();
  await goTo(page, '/message-center/favorites');
  await expect(page.getByText('No favorites yet')).toBeVisible();
  expect(await width()).toBe(beside);
  await expectAccessible(page);
});

test('[MSG-4] [UX-33] the way to take a deletion back comes without moving the list', async ({ page }) => {
  let list = 'abcdefgh'.split('').map((id) => messageOf(id));
  await serveMessages(page, () => list);
  await page.route(/\/message\/[bc]$/, (route) => {
    list = list.filter(({ uuid }) => !route.request().url().endsWith(uuid));
    return route.fulfill({ status: 204 });
  });
  await page.route(/\/message\/b\/restore$/, (route) => {
    list = [...list, messageOf('b')];
    return route.fulfill({ status: 204 });
  });
  const topOf = async () => (await row(page, 'Message a').boundingBox())?.y;
  await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/b' });
  await page.getByRole('article').getByRole('button', { name: 'Actions for “Message b”' }).click();
  const beside = await topOf();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  expect(await topOf()).toBe(beside);
  await page.getByRole('button', { name: 'Undo' }).click();
  // So high that the menu opens without scrolling.
  await page.setViewportSize({ ...PHONE, height: 900 });
  await goTo(page, '/message-center/inbox');
  await page.getByRole('button', { name: 'Actions for “Message c”' }).click();
  const alone = await topOf();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  expect(await topOf()).toBe(alone);
});

test(
  '[MSG-2] [MSG-4] [MSG-5] a message that the keyboard opened has the focus and names the page, and Escape leads back to its row; an archived one has no menu',
  LONG,
  async ({ page }) => {
    await serveMessages(page, [messageOf('a'), messageOf('b'), messageOf('old', { archived: true })]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
    await expect(page).toHaveTitle(/^Message center/);
    await row(page, 'Message b').press('Enter');
    await expect(page.getByRole('heading', { name: 'Message b' })).toBeFocused();
    await expect(page).toHaveTitle(/^Message b/);
    const menu = page.getByRole('article').getByRole('button', { name: /^Actions for/ });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('article').getByRole('button', { name: 'Reply' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Message b')).toBeFocused();
    // Whichever folder its address names.
    await goTo(page, '/message-center/inbox/message/old');
    await expect(page.getByRole('article', { name: 'Message old' })).toBeVisible();
    await expect(menu).toHaveCount(0);
  },
);
