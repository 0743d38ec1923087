import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { User } from '#contract/entities/account.ts';
import { ALLOWED_TAGS } from '#domain/text/html-policy.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { messageOf, serveMessages } from './message-data.ts';
import { openSignedIn } from '../support/signed-in.ts';

const read = (name: string): readonly string[] =>
  JSON.parse(
    readFileSync(
      new URL(`../../server/src/testing/messages/hostile-html/${name}.json`, import.meta.url),
      'utf8',
    ),
  ) as string[];
const HOSTILE = [...read('own'), ...read('dompurify')];

// The sanitizer parses the bodies in a document of its own, whose refused parts are reported.
test.use({ expectedError: /violates the following Content Security Policy directive/ });

/** Requests to other origins, of this page from now on. */
const foreignRequests = (page: Page, origin: string): readonly string[] => {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) addresses.push(url.href);
  });
  return addresses;
};

/** Counts calls of what the bodies call. */
const countScripts = (page: Page) =>
  page.addInitScript(() => {
    const counted = { ran: 0 };
    const count = () => {
      counted.ran += 1;
    };
    Object.assign(globalThis, {
      counted,
      x: count,
      alert: count,
      confirm: count,
      prompt: count,
      print: count,
    });
  });
const ran = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { counted: { ran: number } }).counted.ran);

/** Tags and attributes in the element that the policy does not allow; runs in the page. */
const defineForbidden = (tags: readonly string[]) => {
  const attributes = new Set(['href', 'target', 'rel']);
  const forbiddenIn = (element: Element): string[] =>
    [...element.querySelectorAll('*')].flatMap((child) => [
      ...(tags.includes(child.localName) ? [] : [child.localName]),
      ...child.getAttributeNames().filter((name) => !attributes.has(name)),
      ...(/^(?:https:|mailto:|tel:|null$)/.test(String(child.getAttribute('href'))) ? [] : ['href']),
    ]);
  Object.assign(globalThis, { forbiddenIn });
};

/** In the page. */
interface Tools {
  readonly forbiddenIn: (element: Element) => string[];
}

test(
  '[T-21] [T-22] [MSG-2] hostile bodies of messages run nothing, load nothing foreign, and leave only what is allowed',
  LONG,
  async ({ page, server }) => {
    const foreign = foreignRequests(page, new URL(server).origin);
    await countScripts(page);
    // The page itself isolates the names of where links lead.
    await page.addInitScript(defineForbidden, [...ALLOWED_TAGS, 'bdi']);
    const bodies = HOSTILE.map((body, index) => `<p>Body ${index}.</p>${body}`);
    await serveMessages(
      page,
      bodies.map((htmlBody, index) => messageOf(`h${index}`, { htmlBody, plainTextBody: htmlBody })),
    );
    await openSignedIn(page, 'demo', { at: '/message-center/inbox/message/h0' });
    await expect(page.getByRole('article')).toContainText('Body 0.');
    // In one call: hundreds of calls from outside would take minutes.
    const forbidden = await page.evaluate(async (count) => {
      const { forbiddenIn } = globalThis as unknown as Tools;
      const bodyOf = () => document.querySelector('#message-subject + div');
      const faults: string[] = [];
      for (let index = 0; index < count; index += 1) {
        location.hash = `#/message-center/inbox/message/h${index}`;
        const isShown = () => bodyOf()?.textContent.startsWith(`Body ${index}.`) ?? false;
        while (!isShown()) await new Promise(requestAnimationFrame);
        const body = bodyOf();
        if (body) faults.push(...forbiddenIn(body).map((what) => `${index} ${what}`));
      }
      return faults;
    }, bodies.length);
    expect([forbidden, await ran(page), foreign]).toEqual([[], 0, []]);
    expect(bodies.length).toBeGreaterThan(250);
  },
);

/** Puts all hostile bodies into a text of the provider's, whose name in the document's data the expression finds. */
const serveHostileText = (page: Page, name: RegExp) =>
  page.route('**/', async (route) => {
    // Each in an element of its own, so that one that is not closed takes no other with it.
    const text = `<p>Begin</p>${HOSTILE.map((body) => `<p>${body}</p>`).join('')}`;
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      new RegExp(String.raw`(${name.source})"(?:[^"\\]|\\.)*"`),
      (_, field: string) => `${field}${JSON.stringify(text).replaceAll('<', '\\u003c')}`,
    );
    await route.fulfill({ response: answer, body: html });
  });

test('[T-21] [T-22] [BRAND-3] the same in the footer of a provider, signed out and signed in', async ({
  page,
  server,
}) => {
  const foreign = foreignRequests(page, new URL(server).origin);
  await countScripts(page);
  await page.addInitScript(defineForbidden, ALLOWED_TAGS);
  await serveHostileText(page, /"homeAppFooter":\{"text":/);
  const forbiddenInFooter = async () => {
    await expect(page.getByRole('contentinfo')).toContainText('Begin');
    return page
      .locator('footer > div')
      .evaluate((element) => (globalThis as unknown as Tools).forbiddenIn(element));
  };
  await page.goto('/');
  expect([await forbiddenInFooter(), await ran(page), foreign]).toEqual([[], 0, []]);
  await openSignedIn(page, 'demo', { at: '/message-center/inbox', language: 'en' });
  expect([await forbiddenInFooter(), await ran(page), foreign]).toEqual([[], 0, []]);
});

test.describe('the first visit', () => {
  test.use({ welcome: true });

  test('[T-21] [T-22] [WELC-1] the same in the welcome of a provider', LONG, async ({ page, server }) => {
    const foreign = foreignRequests(page, new URL(server).origin);
    await countScripts(page);
    await page.addInitScript(defineForbidden, ALLOWED_TAGS);
    await serveHostileText(page, /"welcomeModalBody":/);
    await page.route('**/api/account/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as User), sessionCount: 0 } });
    });
    await openSignedIn(page, 'demo', { language: 'en' });
    const dialog = page.getByRole('dialog', { name: 'Welcome to Sunvale at home' });
    await expect(dialog).toContainText('Begin');
    const forbidden = await dialog
      .locator('div[dir=auto]')
      .evaluate((element) => (globalThis as unknown as Tools).forbiddenIn(element));
    expect([forbidden, await ran(page), foreign]).toEqual([[], 0, []]);
  });
});
