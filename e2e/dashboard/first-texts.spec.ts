import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { EventChange } from '../events/event-data.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { cards, dashboardOf, openSignedIn } from '../support/signed-in.ts';

/**
 * The texts of first views come in a file of their own (`firstTexts` in domain/src/apps). Here the file with the others is held
 * back: a text that is asked for and is not in the list would stand on the screen as its key until that file has come.
 */
const textKeys = new Set(
  Object.keys(JSON.parse(readFileSync(new URL('../../locales/en.json', import.meta.url), 'utf8')) as object),
);

const holdOtherTexts = (page: Page) => holdAnswers(page, /\/assets\/(en|es)-[^/]+\.json$/);

/** Labels that no language has are shown as they are. */
const missedTexts = async (page: Page): Promise<string[]> => {
  const keys = await page.evaluate(() => [
    ...(window as unknown as { porchlight: { missedTexts: Set<string> } }).porchlight.missedTexts,
  ]);
  return keys.filter((key) => textKeys.has(key));
};

/** The list of keys is the same in every language: with another one only what is chosen by language could differ. */
const LANGUAGES = [
  { language: 'en', details: {} },
  { language: 'es', details: LONG },
] as const;

const FAILURES = [
  'link_expired',
  'reset_expired',
  'invitation_expired',
  'too_late',
  'magic_link',
  'account_inactive',
  'locked_out',
  'login_failed',
  'login',
  'session_expired',
  'too_many_requests',
  'sign_on_expired',
  'sign_on_unavailable',
  'sign_on_clock',
  'sign_on_failed',
  'sign_on_refused',
  'unknown',
];
/** Of visitors who are not signed in, besides the form of the sign-in. */
const OTHER_SCREENS = [
  ...FAILURES.map((code) => `/logon/error?code=${code}`),
  '/logon/success',
  '/logon/password-reset',
  '/totp',
  '/auth',
  '/auth-proxy',
  '/link-house',
];

/** Resolves when the screen of the path has been drawn. */
const goTo = (page: Page, hash: string) =>
  page.evaluate(
    (target) =>
      new Promise((resolve) => {
        const afterNextFrame = () => requestAnimationFrame(() => requestAnimationFrame(resolve));
        addEventListener('hashchange', afterNextFrame, { once: true });
        location.hash = target;
      }),
    hash,
  );

for (const { language, details } of LANGUAGES) {
  test(
    `[LANG-1] the sign-in has its texts before the others are loaded: ${language}`,
    details,
    async ({ page }) => {
      await holdOtherTexts(page);
      await page.goto(`/?lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      // Not by their words: a missing one is to be named by the last line.
      const submit = page.locator('form button[type=submit]');
      await submit.click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      await page.locator('input[name=email]').fill('nobody@porchlight.example');
      await page.locator('input[name=password]').fill('wrong');
      await submit.click();
      await expect(page.getByRole('alert')).not.toBeEmpty();
      for (const path of OTHER_SCREENS) await goTo(page, path);
      expect(await missedTexts(page)).toEqual([]);
      await page.route('**/auth/password-reset/check?*', (route) => route.fulfill({ status: 204 }));
      // The token of a mailed link is taken from the address when the document is loaded.
      await page.goto('about:blank');
      await page.goto(`/?lang=${language}#/logon/password-reset?token=any`);
      await page.locator('input[autocomplete=new-password]').first().fill('short');
      await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '1');
      expect(await missedTexts(page)).toEqual([]);
    },
  );

  test(`[LANG-1] the cards of every maker and kind have theirs: ${language}`, details, async ({ page }) => {
    await holdOtherTexts(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const session = await openSignedIn(page, 'makers', { language });
    const { devices } = await dashboardOf(page, session);
    expect(new Set(devices.map(({ kind }) => kind)).size).toBe(6);
    await expect(cards(page)).toHaveCount(devices.length);
    expect(await missedTexts(page)).toEqual([]);
  });
}

const leftByPerson: EventChange = {
  device: {
    optOut: { at: new Date(Date.now() - MINUTE).toISOString(), cause: 'person', counted: true },
    outcome: 'optedOut',
    mayEase: false,
    easesTo: null,
  },
};
const EVENTS: readonly [name: string, start: number, change: EventChange][] = [
  ['comes', 2 * HOUR, {}],
  ['runs', -HOUR / 2, {}],
  ['was left', -HOUR / 2, leftByPerson],
];

for (const [name, begins, change] of EVENTS) {
  for (const { language, details } of LANGUAGES) {
    test(
      `[LANG-1] so has the dashboard of a phone while an event ${name}: ${language}`,
      details,
      async ({ page }) => {
        await holdOtherTexts(page);
        await page.setViewportSize({ width: 375, height: 812 });
        const start = Date.now() + begins;
        await showEvents(page, (devices) =>
          dispatchOf(devices, { start, end: start + 2 * HOUR }, () => change),
        );
        await openSignedIn(page, 'demo', { language });
        // Joining again comes with the other texts.
        await expect(
          page
            .getByRole('button', { name: /^(Opt out|Excluirse)/ })
            .or(page.getByRole('heading', { name: /^(You opted out|Se excluyó) / }))
            .first(),
        ).toBeVisible();
        await expect(cards(page).first()).toBeVisible();
        expect(await missedTexts(page)).toEqual([]);
      },
    );
  }
}
