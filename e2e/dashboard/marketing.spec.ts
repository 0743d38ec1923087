import type { Page } from '@playwright/test';
import type { MarketingMessage } from '#contract/entities/marketing.ts';
import { changeDashboard } from '../devices/controls.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import {
  asBearer,
  heading,
  houseIdOf,
  newSession,
  openSignedIn,
  waitForLateParts,
} from '../support/signed-in.ts';

const MARKETING_CALL = '**/api/house/*/marketing/in-app';

const offers = (page: Page) => page.getByRole('group', { name: /^(From your utility|De su compañía)$/ });
const dismissals = (page: Page) => offers(page).getByRole('button', { name: /^(Dismiss|Descartar): / });

const publish = async (page: Page, houseId: string, title: string): Promise<void> => {
  const operator = await newSession(page, 'operator');
  const answer = await page.request.post('/api/operator/marketing', {
    ...asBearer(operator),
    data: {
      houseId,
      link: 'https://sunvale.example/pool',
      words: {
        en: { title, html: '<p>Earn <b>$25</b>.</p>', linkTitle: 'See if you qualify' },
        es: { title: `${title} (es)`, html: '<p>Gane <b>$25</b>.</p>', linkTitle: 'Vea si califica' },
      },
    },
  });
  expect(answer.status()).toBe(201);
};

const answerWith = (page: Page, ...messages: readonly Partial<MarketingMessage>[]) =>
  page.route(MARKETING_CALL, (route) =>
    route.fulfill({
      json: messages.map((message, index) => ({
        id: `offer${index}`,
        title: 'Offer',
        body: '<p>Words</p>',
        linkTitle: 'Go',
        link: 'https://sunvale.example/',
        ...message,
      })),
    }),
  );

test('[MKT-1] what the operator publishes is a card with its words and a button that says where it leads, until it is dismissed', async ({
  page,
}) => {
  const title = `Add your pool pump ${Date.now()}`;
  const session = await newSession(page, 'empty');
  await publish(page, houseIdOf(session), title);
  await openSignedIn(page, 'empty', { session });
  const card = offers(page).getByRole('region', { name: title });
  await expect(card).toContainText('Earn $25.');
  const link = card.getByRole('link', { name: 'See if you qualify' });
  await expect(link).toHaveAttribute('href', 'https://sunvale.example/pool');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(card).toContainText('Opens sunvale.example');
  await expectAccessible(page, '[role=group][aria-label="From your utility"]');

  await page.getByRole('button', { name: /language: English/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(offers(page).getByRole('region', { name: `${title} (es)` })).toContainText('Gane $25.');
  await offers(page)
    .getByRole('button', { name: `Descartar: ${title}` })
    .click();
  await expect(offers(page).getByText(title)).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  const answer = page.waitForResponse(MARKETING_CALL);
  await page.reload();
  expect(JSON.stringify(await (await answer).json())).not.toContain(title);
});

test.describe('what others send', () => {
  // The browser says that it refuses the handler of an image while the words are cleaned.
  test.use({ expectedError: /500|Content Security Policy/ });

  test(
    '[MKT-1] [T-21] [T-22] [UX-35] hostile words and links are inert, a failure stands alone and can be tried again, and where the switch is off nothing is asked',
    LONG,
    async ({ page }) => {
      await answerWith(
        page,
        {
          title: '<img src=x onerror=alert(1)>',
          body: '<p>Body<script>alert(1)</script><img src=x onerror=alert(1)></p>',
          link: 'javascript:alert(1)',
        },
        { title: 'Profile', link: '#/my-account/profile', linkTitle: 'Your profile' },
        { title: 'Call', link: 'tel:+15550100', linkTitle: 'Call us' },
      );
      await openSignedIn(page, 'demo');
      await expect(offers(page).getByRole('region')).toHaveCount(3);
      await expect(offers(page).getByRole('link')).toHaveCount(2);
      await expect(offers(page).locator('img, script')).toHaveCount(0);
      await expect(offers(page)).toContainText('Calls +15550100');
      await page.route('**/marketing/in-app/*', (route) => route.fulfill({ status: 204 }));
      await dismissals(page).last().click();
      await expect(dismissals(page)).toHaveCount(2);
      await expect(dismissals(page).last()).toBeFocused();
      await dismissals(page).first().click();
      await expect(dismissals(page)).toHaveCount(1);
      await expect(dismissals(page)).toBeFocused();
      await offers(page).getByRole('link', { name: 'Your profile' }).click();
      await expect(page).toHaveURL(/#\/my-account\/profile$/);

      await page.unroute(MARKETING_CALL);
      await page.route(MARKETING_CALL, (route) => route.fulfill({ status: 500, json: {} }));
      await openSignedIn(page, 'demo');
      await expect(page.getByText('Offers from your utility could not be loaded.')).toBeVisible();
      await page.unroute(MARKETING_CALL);
      await answerWith(page, {});
      await page.getByRole('button', { name: 'From your utility: Try again' }).click();
      await expect(offers(page).getByRole('region', { name: 'Offer' })).toBeVisible();

      // The server refuses: the offer comes back.
      await page.route('**/marketing/in-app/*', (route) => route.fulfill({ status: 500, json: {} }));
      await dismissals(page).click();
      await expect(page.getByText('The offer could not be dismissed')).toBeVisible();
      await expect(offers(page).getByRole('region', { name: 'Offer' })).toBeVisible();

      // Who may only read is not offered to dismiss.
      await openSignedIn(page, 'admin');
      await expect(offers(page).getByRole('region', { name: 'Offer' })).toBeVisible();
      await expect(dismissals(page)).toHaveCount(0);

      let calls = 0;
      page.on('request', (request) => {
        if (request.url().includes('/marketing/')) calls += 1;
      });
      await changeDashboard(page, (answer) => ({
        ...answer,
        settings: { ...answer.settings, enableHomeMarketing: false },
      }));
      await openSignedIn(page, 'demo');
      await waitForLateParts(page);
      await expect(offers(page)).toHaveCount(0);
      expect(calls).toBe(0);
    },
  );
});
