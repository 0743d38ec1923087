import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { brandCss } from '#domain/brand/tokens.ts';
import { LONG, expect, longIf, test } from '../support/fixtures.ts';
import { afterPaint, contrastsOf, lowContrastTexts } from '../support/layout-checks.ts';
import { card, cards, openSignedIn, heading, storeSession } from '../support/signed-in.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A small logo stands in the document, so that no request is needed for it. */
const inlineLogo = (pid: string, name: string): string =>
  `data:image/svg+xml;base64,${readFileSync(path.join(ROOT, 'providers', pid, name)).toString('base64')}`;

const token = (page: Page, name: string) =>
  page.evaluate(
    (colour) => getComputedStyle(document.documentElement).getPropertyValue(`--color-${colour}`),
    name,
  );

const BRANDS = [
  { pid: 'sunvale', name: 'Sunvale Energy', color: '#0f6b5c' },
  { pid: 'harbour', name: 'Harbour Power', color: '#b8e0ef' },
  { pid: 'maple', name: 'Maple Grid', color: '#000000' },
] as const;

test.describe('the provider of a visit', () => {
  const places = [
    ['before', (pid: string) => `/?pid=${pid}`],
    ['after', (pid: string) => `/#/logon?pid=${pid}`],
  ] as const;
  for (const [where, addressOf] of places) {
    test(
      `[BRAND-2] [ROUTE-6] is named by pid ${where} the '#'`,
      longIf(where === 'after'),
      async ({ page }) => {
        for (const { pid, name, color } of BRANDS) {
          await page.goto('about:blank');
          await page.goto(addressOf(pid));
          await expect(page).toHaveTitle(`Sign in · ${name}`);
          await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
          const logo = page.getByRole('main').locator('img');
          await expect(logo).toHaveAttribute('src', inlineLogo(pid, 'logo-light.svg'));
          expect(brandCss(color)).toContain(`--color-brand-solid:${await token(page, 'brand-solid')};`);
          expect(await page.evaluate(() => localStorage.getItem('pid'))).toBe(pid);
        }
      },
    );
  }

  test('[BRAND-2] is the default where pid names nobody', LONG, async ({ page }) => {
    for (const address of ['/?pid=nobody', '/#/logon?pid=nobody', '/?pid=', '/?pid=../../x']) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page).toHaveTitle('Sign in · Sunvale Energy');
    }
  });
});

test(
  '[BRAND-4] the brand is there before anything is painted, without waiting for another file',
  LONG,
  async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const { documentElement: root } = document;
        const seen = [
          getComputedStyle(root).getPropertyValue('--color-brand-solid'),
          getComputedStyle(document.body).backgroundColor,
          String(document.styleSheets.length),
          String(document.querySelectorAll('link[rel=stylesheet]:not([disabled])').length),
        ];
        root.dataset['seen'] = JSON.stringify(seen);
      });
    });
    await page.goto('/?pid=harbour');
    await expect(heading(page)).toBeVisible();
    const [solid, ground, sheets, links] = JSON.parse(
      (await page.locator('html').getAttribute('data-seen')) ?? '[]',
    ) as string[];
    expect(brandCss('#b8e0ef')).toContain(`--color-brand-solid:${solid};`);
    expect(ground).toBe('rgb(246, 245, 242)');
    expect([sheets, links]).toEqual(['1', '0']);
  },
);

test('[BRAND-3] the full logo on wide screens, the small one on narrow ones', LONG, async ({ page }) => {
  await page.goto('/?pid=harbour');
  const logo = page.getByRole('main').locator('img');
  const shown = () => logo.evaluate((image) => (image as HTMLImageElement).currentSrc);
  await expect.poll(shown).toBe(inlineLogo('harbour', 'logo-light.svg'));
  await page.setViewportSize({ width: 375, height: 812 });
  await expect.poll(shown).toBe(inlineLogo('harbour', 'logo-light-small.svg'));
  expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  // Signed in it leads home.
  await openSignedIn(page, 'au', { at: '/my-account/profile' });
  for (const { width, file } of [
    { width: 1440, file: 'logo-light.svg' },
    { width: 768, file: 'logo-light.svg' },
    { width: 375, file: 'logo-light-small.svg' },
  ]) {
    await page.setViewportSize({ width, height: 812 });
    const home = page.locator('a[href="#/user-home"]:has(img):visible');
    await expect(home).toHaveCount(1);
    const image = home.locator('img');
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).currentSrc))
      .toBe(inlineLogo('harbour', file));
  }
});

test.describe('the footer', () => {
  test('[BRAND-3] shows what is configured, signed out and signed in', LONG, async ({ page }) => {
    await page.goto('/?pid=harbour');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Life support at home?');
    const privacy = footer.getByRole('link', { name: 'Privacy' });
    await expect(privacy).toHaveAttribute('href', 'https://harbour.example/privacy');
    await expect(privacy).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(footer.getByRole('link', { name: '02 5550 1234' })).toHaveAttribute(
      'href',
      'tel:+61255501234',
    );
    await openSignedIn(page, 'au');
    await expect(footer).toContainText('Life support at home?');
  });
});

test(
  '[BRAND-3] [BRAND-5] [DEV-9] [UX-40] Australia and Canada read degrees Celsius, Canada kilometres',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'au');
    const lounge = card(page, 'Lounge Split System');
    await expect(lounge).toContainText(/Inside now\d\d°C/);
    await expect(lounge).toContainText(/(Set|Heat|Cool) to.*2\d°C/);
    await expect(page.getByText(/°F(?![a-z])/)).toHaveCount(0);
    await openSignedIn(page, 'ca');
    await expect(card(page, 'Condo Thermostat')).toContainText(/Inside now\d\d°C/);
    await expect(card(page, 'Hatchback')).toContainText(/Range\d+\skm/);
    await expect(page.getByText(/°F(?![a-z])/)).toHaveCount(0);
    // Nor is there a footer where none is configured.
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  },
);

test.describe('any colour', () => {
  test.use({ reducedMotion: 'reduce' });

  const AWKWARD = [
    '#ffffff',
    '#000000',
    '#ffff00',
    '#ff0000',
    '#00ff00',
    '#0000ff',
    '#ff00ff',
    '#00ffff',
    '#808080',
    '#fffbe6',
    '#0f6b5c',
    '#7a7a00',
  ];
  const sheets = AWKWARD.map(brandCss);

  const applyTheme = async (page: Page, css: string, theme: 'light' | 'dark') => {
    await page.evaluate(
      ([text, choice]) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text ?? '');
        document.adoptedStyleSheets = [sheet];
        document.documentElement.dataset['theme'] = choice;
      },
      [css, theme],
    );
    await afterPaint(page);
    // One that is removed meanwhile, with its element, does not finish.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  };

  const faultsOf = async (page: Page, what: string): Promise<string[]> => {
    const { seen, weak } = await lowContrastTexts(page);
    expect(seen).toBeGreaterThan(8);
    return weak.map((text) => `${what} ${text}`);
  };

  const everyBrand = async (page: Page, look: (what: string) => Promise<string[]>): Promise<string[]> => {
    const faults: string[] = [];
    for (const [index, css] of sheets.entries()) {
      for (const theme of ['light', 'dark'] as const) {
        await applyTheme(page, css, theme);
        faults.push(...(await look(`${AWKWARD[index]} ${theme}`)));
      }
    }
    return faults;
  };

  test('[BRAND-4] [UX-39] the measure itself finds text that cannot be read', LONG, async ({ page }) => {
    await page.goto('/');
    await expect(heading(page)).toBeVisible();
    const [css = ''] = sheets;
    await applyTheme(page, css.replace(/--color-text:[^;]+/, '--color-text:#fefefe'), 'light');
    expect(await faultsOf(page, '')).toContainEqual(expect.stringMatching(/^ Welcome home: 1\.0/));
  });

  test('[BRAND-4] [UX-39] can be read on the sign-in screen, in light and dark', LONG, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('contentinfo')).toContainText('Sunvale');
    const button = page.getByRole('button', { name: 'Sign in' });
    const box = page.getByLabel('Email').locator('..');
    await button.click();
    await expect(page.getByText('Enter your email address.')).toBeVisible();
    const faults = await everyBrand(page, async (what) => {
      const [primary, field] = [await contrastsOf(button), await contrastsOf(box)];
      const parts = { button: primary.ground, field: field.border, ring: primary.ring };
      const weak = Object.entries(parts).filter(([, ratio]) => ratio < 3);
      return [...(await faultsOf(page, what)), ...weak.map(([part, ratio]) => `${what} ${part}: ${ratio}`)];
    });
    expect(faults).toEqual([]);
  });

  test('[BRAND-4] [UX-39] can be read on the dashboard, in light and dark', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    const gear = page.getByRole('link', { name: 'Settings of Living Room' });
    const bar = page.getByRole('img', { name: /^Charge level/ }).first();
    const segment = card(page, 'Living Room').locator('input:checked + span');
    const faults = await everyBrand(page, async (what) => {
      const parts = {
        ring: (await contrastsOf(gear)).ring,
        bar: (await contrastsOf(bar)).border,
        segment: (await contrastsOf(segment)).border,
      };
      const weak = Object.entries(parts).filter(([, ratio]) => ratio < 3);
      return [...(await faultsOf(page, what)), ...weak.map(([part, ratio]) => `${what} ${part}: ${ratio}`)];
    });
    expect(faults).toEqual([]);
  });

  test(
    '[BRAND-4] [UX-39] other providers can be read as they are served, in light and dark',
    LONG,
    async ({ page }) => {
      for (const [who, pid] of [
        ['au', 'harbour'],
        ['ca', 'maple'],
      ] as const) {
        for (const colorScheme of ['light', 'dark'] as const) {
          // Loaded anew: a colour on its way to another is not what is read.
          await page.goto('about:blank');
          await page.emulateMedia({ colorScheme });
          await storeSession(page, who);
          await page.goto(`/?pid=${pid}#/user-home`);
          await expect(cards(page)).toHaveCount(3);
          expect(await faultsOf(page, `${pid} ${colorScheme}`)).toEqual([]);
        }
      }
    },
  );
});
