import { kwh, newestResult } from '../results/result-data.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/layout-checks.ts';
import { goTo, heading, newSession, openSignedIn } from '../support/signed-in.ts';
import { PHONE, messageOf, row, serveMessages } from './message-data.ts';

const ARABIC = 'شكرا لك على المشاركة';

test(
  '[MSG-2] [T-21] very long, right-to-left, empty and loose words fit and read as they should, and nothing turns around where a link leads',
  LONG,
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await serveMessages(page, [
      messageOf('long', { subject: 'W'.repeat(200), htmlBody: `<p>${'W'.repeat(2_000)}</p>` }),
      messageOf('rtl', { subject: ARABIC, htmlBody: `<h2>${ARABIC}</h2><ul><li>${ARABIC}</li></ul>` }),
      messageOf('empty', { subject: '\u200B \uFEFF', htmlBody: '', plainTextBody: '' }),
      messageOf('loose', {
        htmlBody: 'Read <b>this</b> and <a href="https://sunvale.example/">that</a> today.<p>Bye</p>',
      }),
      messageOf('turned', {
        htmlBody: '<p>\u202E<a href="https://evil.example/">\u202Emoc.elavnus</a></p>',
      }),
    ]);
    await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
    await expect(row(page, 'no subject')).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
    const open = async (id: string, title: string) => {
      await goTo(page, `/message-center/inbox/message/${id}`);
      await expect(heading(page)).toHaveText(title);
      expect(await horizontalOverflow(page)).toBe(0);
    };
    await open('long', 'W'.repeat(200));
    await open('empty', 'no subject');
    await open('rtl', ARABIC);
    await expectAccessible(page);
    const article = page.getByRole('article');
    await expect(article.getByRole('list')).toHaveCSS('direction', 'rtl');
    await expect(page.getByRole('heading', { level: 2 })).toHaveCSS('direction', 'rtl');

    // Words without a paragraph around them run on, and links among them.
    await open('loose', 'Message loose');
    const [bold, link, last] = await Promise.all(
      [article.locator('b'), article.getByRole('link', { name: 'that' }), article.getByText('Bye')].map(
        (part) => part.boundingBox(),
      ),
    );
    expect(link?.y).toBe(bold?.y);
    expect(last?.y).toBeGreaterThan((bold?.y ?? Infinity) + 20);

    await open('turned', 'Message turned');
    const evil = article.getByRole('link', { name: 'evil.example' });
    await expect(evil).toHaveText('moc.elavnus (evil.example)');
    const [firstLetter = 0, lastLetter = 0] = await evil.evaluate((element) => {
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
    expect(firstLetter).toBeLessThan(lastLetter);
  },
);

test(
  '[MSG-2] a message about a result shows what the event saved and earned, and leads to the receipt',
  LONG,
  async ({ page }) => {
    const session = await newSession(page, 'demo');
    const { event, savedWh } = await newestResult(page, session);
    const saved = kwh(savedWh);
    await serveMessages(page, [messageOf('a', { kind: 'peak_demand', about: 'result', eventId: event.id })]);
    await openSignedIn(page, 'demo', { session, at: '/message-center/inbox/message/a' });
    const figures = page.getByRole('article').getByRole('region', { name: 'The result' });
    // To the Wh where the sum would not add up otherwise.
    const exact = (savedWh / 1_000).toFixed(3);
    await expect(figures).toContainText(new RegExp(`=(?:${saved}|${exact})kWh`));
    await expectAccessible(page);
    await page.getByRole('article').getByRole('link', { name: 'See how it was calculated' }).click();
    await expect(heading(page)).toContainText(`${saved}\u00A0kWh`);
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
