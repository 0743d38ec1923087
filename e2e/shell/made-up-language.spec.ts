import type { Page } from '@playwright/test';
import { LONG, test as base, expect } from '../support/fixtures.ts';
import { codeIn, lastTo, pinIn } from '../support/outbox.ts';
import { goTo, heading, waitForIdleCalls } from '../support/signed-in.ts';
import { wordsOn } from '../support/words-on.ts';
import { CODE, NAME, marked, readEnglish, startWithMadeUpLanguage } from './made-up-language.ts';

const test = base.extend({
  server: [
    async ({ browserName: _ }, provide) => {
      const { url, close } = await startWithMadeUpLanguage();
      await provide(url);
      await close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

const EMAIL = 'demo@porchlight.example';
const PHONE = '+17205550117';
/** In the patterns of the language. */
const CARD_DATE = /^\d{4}\/m\d{1,2}\/\d\d$/;
const LONG_DATE = /, \d{4}, \p{L}+, \d{1,2}⟧$/u;

const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true });
const languages = (page: Page) => page.getByRole('button', { name: /^⟦?[A-Z]{2}, language: / });

test(
  '[LANG-1] [LANG-2] [LANG-3] [LANG-5] a language is its file and its code at a provider: pages, dates, refusals, a mail and a text',
  LONG,
  async ({ page }) => {
    // Units are the same in every language.
    const english = new Set(Object.values(await readEnglish()).filter((text) => !/\{|^kWh?$/.test(text)));
    const expectNoEnglish = async () => {
      const words = await wordsOn(page);
      expect(words.filter((word) => word.includes('⟦')).length).toBeGreaterThan(5);
      expect(words.filter((word) => english.has(word))).toEqual([]);
    };
    const html = page.locator('html');

    await page.goto(`/?lang=${CODE}`);
    await expect(heading(page)).toHaveText(marked('Welcome home'));
    await expect(html).toHaveAttribute('lang', CODE);
    await page.goto('/');
    await expect(heading(page)).toHaveText('Welcome home');
    await languages(page).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['English', NAME, 'Español']);
    await page.getByRole('menuitemradio', { name: NAME }).click();
    await expect(heading(page)).toHaveText(marked('Welcome home'));
    await expect(languages(page)).toHaveAccessibleName(marked(`XX, language: ${NAME}`));
    await expectNoEnglish();

    // The server's words.
    await page.getByLabel(marked('Email'), { exact: true }).fill(EMAIL);
    await page.getByLabel(marked('Password'), { exact: true }).fill('not this one');
    await button(page, marked('Sign in')).click();
    await expect(page.getByRole('alert')).toContainText(marked('Your login attempt failed.'));
    await button(page, marked('Send me a 5-digit PIN')).click();
    await expect(heading(page)).toHaveText(marked('Check your email'));
    const mail = await lastTo(page, EMAIL);
    expect(mail.subject).toBe(marked('Your sign-in PIN for Sunvale Energy'));
    await page.getByLabel(marked('PIN from the email')).pressSequentially(pinIn(mail));

    await expect(heading(page)).toHaveText(/^⟦Good (morning|afternoon|evening), Maya⟧$/);
    await expect(page.getByText(CARD_DATE).first()).toBeVisible();
    await waitForIdleCalls(page);
    await expectNoEnglish();
    await expect(html).toHaveAttribute('lang', CODE);

    await page.getByRole('link', { name: 'Garage Water Heater', exact: true }).click();
    await expect(page.getByRole('application', { name: LONG_DATE }).first()).toBeVisible();

    await goTo(page, '/my-account/profile');
    await page.getByRole('button', { name: /^⟦Verify /u }).click();
    const text = await lastTo(page, PHONE);
    expect([text.channel, text.text]).toEqual(['sms', expect.stringMatching(/^⟦Sunvale: \d{6} .*⟧$/)]);
    await page.getByLabel(marked('6-digit code')).fill(codeIn(text));

    await page.reload();
    await expect(heading(page)).toHaveText(marked('My account'));
    await languages(page).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(heading(page)).toHaveText('My account');
    await goTo(page, '/my-account/settings');
    await page.getByRole('radio', { name: NAME }).click();
    await expect(html).toHaveAttribute('lang', CODE);
  },
);
