import type { Page, Route } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { messageOf, refreshNow, serveMessages } from './message-data.ts';
import { newestResult } from '../results/result-data.ts';
import { asBearer, goTo, heading, newSession, openSignedIn } from '../support/signed-in.ts';

const PHONE = { width: 375, height: 740 };
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const isArchive = (route: Route) => route.request().url().includes('archived=true');

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
    works = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Choose a message')).toBeVisible();
  },
);

test(
  '[MSG-3] a search waits for the archive, says when it cannot be searched, and finds what lies there',
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
    await page.getByRole('searchbox').fill('older');
    await expect(row(page, 'Message a')).toHaveCount(0);
    await expect.poll(() => held.length).toBe(1);
    await expect(page.getByText('No message found')).toHaveCount(0);
    await held[0]?.fulfill({ status: 400, json: {} });
    await expect(page.getByText('Your messages could not be loaded')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => held.length).toBe(2);
    const old = messageOf('o', { subject: 'An older one', archived: true });
    await held[1]?.fulfill({ json: [old] });
    await row(page, 'An older one').click();
    await expect(page).toHaveURL(/#\/message-center\/archived\/message\/o$/);
    await page.getByRole('searchbox').fill('nowhere');
    await expect(page.getByText('No message found')).toBeVisible();
  },
);

test('[MSG-4] a list that was asked for before a change does not take it back', LONG, async ({ page }) => {
  let list = [messageOf('a')];
  await serveMessages(page, () => list);
  await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
  const star = page.getByRole('article').getByRole('button', { name: 'Favorite' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  const held: Route[] = [];
  await page.route('**/message/a', (route) => {
    held.push(route);
  });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => held.length).toBe(1);
  // Somebody writes, so that the lists are loaded again: without the star, which the server does not know of yet.
  list = [messageOf('news'), messageOf('a')];
  const listed = page.waitForResponse('**/message?archived=false');
  await refreshNow(page);
  await (await listed).finished();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  const starred = messageOf('a', { favorite: true });
  list = [messageOf('news'), starred];
  await held[0]?.fulfill({ json: starred });
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test(
  '[MSG-4] [LANG-1] all messages are marked as read at once, and are unread again where the server refuses',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    let read: string | null = null;
    const createdAt = '2026-06-01T12:00:00.000Z';
    await serveMessages(page, () => ['a', 'b', 'c'].map((id) => messageOf(id, { read, createdAt })));
    const asked: unknown[] = [];
    await page.route('**/message/read', (route) => {
      asked.push(route.request().postDataJSON());
      if (asked.length === 1) return route.fulfill({ status: 500, json: {} });
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
    expect(asked).toEqual([{ until: createdAt }, { until: createdAt }]);
  },
);

test(
  '[MSG-2] very long, right-to-left, empty and invisible subjects and bodies fit and read as they should',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    const arabic = 'شكرا لك على المشاركة';
    await serveMessages(page, [
      messageOf('long', { subject: 'W'.repeat(200), htmlBody: `<p>${'W'.repeat(2_000)}</p>` }),
      messageOf('rtl', { subject: arabic, htmlBody: `<h2>${arabic}</h2><ul><li>${arabic}</li></ul>` }),
      messageOf('empty', { subject: '\u200B \uFEFF', htmlBody: '', plainTextBody: '' }),
    ]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
    await expect(row(page, 'no subject')).toBeVisible();
    const heights = await page
      .locator('a[data-message]')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    // Its subject takes a few lines at most.
    expect(Math.max(...heights)).toBeLessThan(200);
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(await isTooWide()).toBe(false);
    for (const [id, title] of [
      ['long', 'W'.repeat(200)],
      ['rtl', arabic],
      ['empty', 'no subject'],
    ] as const) {
      await goTo(page, `/message-center/inbox/message/${id}`);
      await expect(heading(page)).toHaveText(title);
      expect(await isTooWide()).toBe(false);
      if (id !== 'rtl') continue;
      await expectAccessible(page);
      const list = page.getByRole('article').getByRole('list');
      await expect(list).toHaveCSS('direction', 'rtl');
      await expect(page.getByRole('heading', { level: 2 })).toHaveCSS('direction', 'rtl');
    }
  },
);

test('[MSG-2] words without a paragraph around them run on, and links among them', LONG, async ({ page }) => {
  const htmlBody = 'Read <b>this</b> and <a href="https://sunvale.example/">that</a> today.<p>Bye</p>';
  await serveMessages(page, [messageOf('a', { htmlBody })]);
  await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
  const [bold, link, last] = [
    page.locator('article b'),
    page.getByRole('link', { name: 'that' }),
    page.getByText('Bye'),
  ];
  const tops = await Promise.all(
    [bold, link, last].map(async (one) => (await one.boundingBox())?.y ?? Number.NaN),
  );
  const [boldTop = Number.NaN, linkTop, lastTop] = tops;
  expect(linkTop).toBe(boldTop);
  expect(lastTop).toBeGreaterThan(boldTop + 20);
});

test(
  '[MSG-2] a message about a result shows what the event saved and earned, and leads to the receipt',
  LONG,
  async ({ page }) => {
    const session = await newSession(page, 'demo');
    const { event, savedWh } = await newestResult(page, session);
    const saved = (savedWh / 1_000).toFixed(2);
    await serveMessages(page, [messageOf('a', { kind: 'peak_demand', about: 'result', eventId: event.id })]);
    await openSignedIn(page, 'demo', { session, at: '/message-center/inbox/message/a' });
    const figures = page.getByRole('article').getByRole('region', { name: 'The result' });
    await expect(figures).toContainText(`${saved}kWh`);
    await expectAccessible(page);
    await page.getByRole('article').getByRole('link', { name: 'See how it was computed' }).click();
    await expect(heading(page)).toContainText(`${saved}\u00A0kWh`);
  },
);

test(
  '[MSG-5] [MSG-6] what is being sent cannot be changed, and whoever has gone elsewhere meanwhile stays there',
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

test('[MSG-4] on a phone the focus goes to the next message when one is deleted', LONG, async ({ page }) => {
  await page.setViewportSize(PHONE);
  let list = ['a', 'b', 'c'].map((id) => messageOf(id));
  await serveMessages(page, () => list);
  await page.route('**/message/b', (route) => {
    list = list.filter(({ uuid }) => uuid !== 'b');
    return route.fulfill({ status: 204 });
  });
  await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
  await page.getByRole('button', { name: 'Actions for “Message b”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(row(page, 'Message b')).toHaveCount(0);
  await expect(row(page, 'Message c')).toBeFocused();
});

test(
  '[T-21] [MSG-2] nothing in a body can turn around the name of where a link leads',
  LONG,
  async ({ page }) => {
    const htmlBody = '<p>\u202E<a href="https://evil.example/">\u202Emoc.elavnus</a></p>';
    await serveMessages(page, [messageOf('a', { htmlBody })]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
    const link = page.getByRole('article').getByRole('link', { name: 'evil.example' });
    await expect(link).toHaveText('moc.elavnus (evil.example)');
    const [first = 0, last = 0] = await link.evaluate((element) => {
      const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let node = nodes.nextNode();
      while (node && !node.textContent?.includes('evil')) node = nodes.nextNode();
      const at = node?.textContent?.indexOf('evil.example') ?? 0;
      return [at, at + 'evil.exampl'.length].map((index) => {
        const range = document.createRange();
        if (node) range.setStart(node, index);
        if (node) range.setEnd(node, index + 1);
        return range.getBoundingClientRect().x;
      });
    });
    expect(first).toBeLessThan(last);
  },
);

test(
  '[MSG-2] [ERR-1] a body is shown as plain words where its cleaner cannot be loaded',
  LONG,
  async ({ page }) => {
    await page.route('**/clean-html-*.js', (route) => route.abort());
    await serveMessages(page, [messageOf('a', { plainTextBody: 'Plain words\n\nand more' })]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/a' });
    await expect(
      page.getByRole('article').getByRole('paragraph').filter({ hasText: 'and more' }),
    ).toBeVisible();
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
    await refreshNow(page);
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
  '[MSG-5] a message that the keyboard opened has the focus, and Escape leads back to its row',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await serveMessages(
      page,
      ['a', 'b'].map((id) => messageOf(id)),
    );
    await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
    await row(page, 'Message b').press('Enter');
    await expect(page.getByRole('heading', { name: 'Message b' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('article').getByRole('button', { name: 'Reply' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Message b')).toBeFocused();
  },
);

test(
  '[MSG-5] on a phone the arrow of a message, and deleting it, step back to the list',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    let list = ['a', 'b'].map((id) => messageOf(id));
    await serveMessages(page, () => list);
    await page.route('**/message/b', (route) => {
      list = list.filter(({ uuid }) => uuid !== 'b');
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
    await page.goBack();
    await expect(page).toHaveURL(/#\/user-home$/);
    // Opened by its address, it gives way to the list.
    await goTo(page, '/message-center/inbox/message/a');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await expect(row(page, 'Message a')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/#\/user-home$/);
  },
);
