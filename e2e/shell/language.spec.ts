import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { LONG, expect, signIn, test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/server.ts';
import { cards, openSignedIn, heading, openScreen, screensOf } from '../support/signed-in.ts';
import { wordsOn } from '../support/words-on.ts';

const catalogue = (language: string) =>
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, `../../locales/${language}.json`), 'utf8'),
  ) as Record<string, string>;

const english = catalogue('en');
const spanish = catalogue('es');
const saidInSpanish = new Set(Object.values(spanish));
/** English texts that no Spanish text equals, and that stand alone on a screen. */
const onlyEnglish = new Set(
  Object.entries(english)
    .filter(([key, text]) => spanish[key] !== text && !saidInSpanish.has(text) && !text.includes('{'))
    .map(([, text]) => text),
);

const language = (page: Page) => page.locator('html').getAttribute('lang');
const button = (page: Page) => page.getByRole('button', { name: /(language: English|idioma: Español)/ });
const welcome = { en: 'Welcome home', es: spanish['signIn.welcome'] ?? '' };

test.describe('the toggle', () => {
  test(
    '[LANG-2] is there where the provider offers several languages, with those it offers',
    LONG,
    async ({ page }) => {
      await page.goto('/');
      await button(page).click();
      await expect(page.getByRole('menuitemradio')).toHaveText(['English', 'Español']);
      await expect(page.getByRole('menuitemradio', { name: 'Español' })).toHaveAttribute('lang', 'es');
      await openSignedIn(page, 'demo');
      await expect(button(page)).toBeVisible();
    },
  );

  test('[LANG-2] is not there where the provider offers one', LONG, async ({ page }) => {
    for (const [who, pid] of [
      ['au', 'harbour'],
      ['ca', 'maple'],
    ] as const) {
      await page.goto(`/?pid=${pid}`);
      await expect(heading(page)).toHaveText(welcome.en);
      await expect(button(page)).toHaveCount(0);
      await openSignedIn(page, who, { at: '/my-account/settings' });
      await expect(page.getByRole('group', { name: 'Appearance' })).toBeVisible();
      await expect(page.getByRole('group', { name: 'Language' })).toHaveCount(0);
      await page.getByRole('button', { name: /account menu of/ }).click();
      await expect(page.getByRole('menuitemradio')).toHaveText(['Match my device', 'Light', 'Dark']);
    }
  });
});

test.describe('the first language of a visit', () => {
  test(
    '[LANG-3] [BRAND-2] the stored choice if it is offered, else a supported parameter on either side of the #, else English',
    LONG,
    async ({ page }) => {
      const first = async (address: string) => {
        await page.goto('about:blank');
        await page.goto(address);
        await expect(heading(page)).toBeVisible();
        return [await language(page), await heading(page).textContent()];
      };
      expect(await first('/')).toEqual(['en', welcome.en]);
      expect(await first('/?lang=es')).toEqual(['es', welcome.es]);
      expect(await first('/#/logon?lang=es')).toEqual(['es', welcome.es]);
      expect(await first('/?lang=fr')).toEqual(['en', welcome.en]);
      await page.evaluate(() => localStorage.setItem('selectedLanguage', 'es'));
      expect(await first('/?lang=en')).toEqual(['es', welcome.es]);
      expect(await first('/?pid=maple')).toEqual(['en', welcome.en]);
      expect(await first('/?pid=sunvale')).toEqual(['es', welcome.es]);
      await page.evaluate(() => localStorage.setItem('selectedLanguage', 'en'));
      expect(await first('/?lang=es')).toEqual(['en', welcome.en]);
      // A parameter before the # is kept when the provider is named after it.
      await page.goto('about:blank');
      await page.goto('/?lang=es#/logon?pid=harbour');
      await expect(page).toHaveTitle('Sign in · Harbour Power');
      expect(new URL(page.url()).searchParams.get('lang')).toBe('es');
    },
  );

  test.describe('of a Spanish browser', () => {
    test.use({ locale: 'es-MX' });

    test(
      '[LANG-3] [LANG-6] is Spanish where it is offered, with the answers of the server, and English where it is not',
      LONG,
      async ({ page }) => {
        await page.goto('/');
        await expect(heading(page)).toHaveText(welcome.es);
        expect(await language(page)).toBe('es');
        await signIn(page, 'nobody-at-all');
        await expect(page.getByRole('alert')).toContainText(spanish['error.login_failed'] ?? '');
        await expect(page.getByRole('alert')).toContainText('support@sunvale.example');
        await page.goto('/?pid=maple');
        await expect(heading(page)).toHaveText(welcome.en);
        expect(await language(page)).toBe('en');
      },
    );
  });
});

test(
  '[LANG-4] [AUTH-1] after the sign-in the preferred language is preselected where none is stored; a stored choice stays',
  LONG,
  async ({ page }) => {
    const stored = () => page.evaluate(() => localStorage.getItem('selectedLanguage'));
    await signIn(page, 'es');
    await expect(heading(page)).toHaveText(/^Buen[oa]s (días|tardes|noches), Lucía$/);
    expect(await language(page)).toBe('es');
    expect(await stored()).toBe('es');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/?another-visit');
    await page.evaluate(() => localStorage.setItem('selectedLanguage', 'en'));
    await signIn(page, 'es');
    await expect(heading(page)).toHaveText(/^Good (morning|afternoon|evening), Lucía$/);
    expect(await stored()).toBe('en');
  },
);

test('[LANG-2] switching keeps the page, loads that one file, and is kept', async ({ page }) => {
  await openSignedIn(page, 'demo', { at: '/my-account/security' });
  await page.evaluate(() => {
    document.documentElement.dataset['mark'] = 'same document';
  });
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await button(page).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(heading(page)).toHaveText('Mi cuenta');
  await expect(page).toHaveTitle('Seguridad · Sunvale Energy');
  await expect(page).toHaveURL(/#\/my-account\/security$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'same document');
  await expect(button(page)).toBeFocused();
  // Screens fetched ahead while the browser is idle may come in between: they are scripts and styles.
  const words = paths.filter((name) => name.endsWith('.json') && !name.startsWith('/api/'));
  expect(words).toEqual([expect.stringMatching(/^\/assets\/es-.*\.json$/)]);
  await page.reload();
  await expect(heading(page)).toHaveText('Mi cuenta');
});

test(
  '[LANG-2] [LANG-4] a language chosen on the sign-in screen is that of the app',
  LONG,
  async ({ page }) => {
    await page.goto('/');
    await button(page).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await expect(heading(page)).toHaveText(welcome.es);
    await page.getByLabel('Correo electrónico').fill('demo@porchlight.example');
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(cards(page)).toHaveCount(6);
    await expect(heading(page)).toHaveText(/^Buen[oa]s (días|tardes|noches), Maya$/);
    expect(await language(page)).toBe('es');
  },
);

test(
  '[LANG-2] [UX-40] the language button is in the top bar of the smallest phone, and numbers in Spanish are written as the country of the provider writes them',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 812 });
    await openSignedIn(page, 'demo');
    await button(page).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await expect(heading(page)).toHaveText(/^Buen/);
    await expect(page.getByText(/^\d+\.\d de 13\.5\skWh$/)).toBeVisible();
  },
);

test(
  '[UX-35] a language that cannot be loaded leaves the page as it is and says so',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/my-account/settings' });
    await page.route('**/assets/es-*.json', (route) => route.abort());
    await page.getByRole('radio', { name: 'Español' }).click();
    await expect(page.getByText('We cannot reach the service')).toBeVisible();
    await expect(heading(page)).toHaveText('My account');
    expect(await language(page)).toBe('en');
    expect(await page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBeNull();
  },
);

test('[LANG-1] [UX-40] in Spanish no screen has English left', LONG, async ({ page }) => {
  const left: string[] = [];
  const look = async (where: string) => {
    const words = await wordsOn(page);
    expect(words.length).toBeGreaterThan(5);
    // Each language is named in itself.
    left.push(
      ...words
        .filter((word) => onlyEnglish.has(word) && word !== english['language.name'])
        .map((word) => `${where}: ${word}`),
    );
  };
  // The check finds English where there is some.
  await page.goto('/?lang=en');
  await expect(heading(page)).toHaveText(welcome.en);
  expect((await wordsOn(page)).filter((word) => onlyEnglish.has(word)).length).toBeGreaterThan(3);
  expect(onlyEnglish.size).toBeGreaterThan(150);
  await page.goto('/?lang=es');
  await expect(heading(page)).toHaveText(welcome.es);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await look('sign-in');

  const session = await openSignedIn(page, 'es', { language: 'es' });
  for (const { path: at } of await screensOf(page, session)) {
    // The page for developers is in English.
    if (at === '/dev/parts') continue;
    await openScreen(page, at);
    await look(at);
  }
  await page.getByRole('button', { name: /menú de la cuenta/i }).click();
  await look('user menu');

  await openSignedIn(page, 'makers', { language: 'es' });
  await expect(cards(page).first()).toBeVisible();
  await look('makers');
  await openSignedIn(page, 'empty', { language: 'es' });
  await expect(page.getByText('Aún no hay dispositivos', { exact: true })).toBeVisible();
  await look('empty');
  expect(left).toEqual([]);
});
