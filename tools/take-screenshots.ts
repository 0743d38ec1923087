import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DAY } from '#domain/time.ts';
import { PASSWORD, startServer, waitUntilReady } from '../e2e/server.ts';
import { captureMakerCards } from './contact-sheet.ts';

const OUT = path.resolve(import.meta.dirname, '../shots');
const WIDTHS = { 375: 812, 768: 1024, 1440: 900 } as const;
const LANGUAGES = ['en', 'es'] as const;
const THEMES = ['light', 'dark'] as const;

interface Screen {
  readonly name: string;
  readonly path: string;
  /** null: signed out. */
  readonly who: string | null;
  readonly pid?: string;
  /** With the dialog that asks for a phone number's code. */
  readonly reminder?: true;
  /** Brings the screen into the state that is captured. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const openMenu = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
};

/** A sign-in by mail, for an address without an account. */
const requestByMail = (way: number) => async (page: Page) => {
  await page.locator('input[name=email]').fill('maya@porchlight.example');
  await page.locator('main > div > button').nth(way).click();
  await page.locator('input[name=pin]').waitFor();
};

/** A tab of the demo home's device with this name, and its query. */
const openDevice =
  (name: string, rest = '') =>
  async (page: Page) => {
    const link = await page.locator(`main li a[aria-label*="${name}"]`).getAttribute('href');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `${link}${rest}`);
    await page.locator('main nav').waitFor();
    await page.waitForLoadState('networkidle');
  };

const openValveWarning = async (page: Page) => {
  await openDevice('Garage Water Heater', '/settings')(page);
  await page.locator('main form input[type=checkbox]').first().click();
  await page.locator('dialog[open]').waitFor();
};

/** The day before yesterday is over in every zone. */
const RECENT_DAY = new Date(Date.now() - 2 * DAY).toISOString().slice(0, 10);

/** On synthetic data: the plots of every kind and special maker. */
const PLOT_SHEETS: readonly Screen[] = (['day', 'week', 'month'] as const).map((range) => ({
  name: `plots-${range}`,
  path: `/dev/plots?range=${range}&date=${RECENT_DAY}`,
  who: 'demo',
}));

const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/logon', who: null },
  {
    name: 'sign-in-failed',
    path: '/logon',
    who: null,
    prepare: async (page) => {
      await page.locator('input[name=email]').fill('nobody@porchlight.example');
      await page.locator('input[name=password]').fill('wrong');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'sign-in-pin', path: '/logon', who: null, prepare: requestByMail(1) },
  { name: 'sign-in-link', path: '/logon', who: null, prepare: requestByMail(0) },
  {
    name: 'sign-in-totp',
    path: '/logon',
    who: null,
    prepare: async (page) => {
      await page.locator('input[name=email]').fill('totp@porchlight.example');
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('form button[type=submit]').click();
      await page.locator('input[name=totp]').waitFor();
    },
  },
  { name: 'sign-in-elsewhere', path: '/auth?token=dummy&pin=40718', who: null },
  { name: 'sign-in-reset', path: '/logon/password-reset?token=dummy', who: null },
  { name: 'sign-in-error', path: '/logon/error?code=link_expired', who: null },
  { name: 'sign-in-locked', path: '/logon/error?code=locked_out', who: null },
  { name: 'sign-in-unreached', path: '/logon?reason=unreached', who: null },
  { name: 'sign-in-success', path: '/logon/success?what=password', who: null },
  { name: 'sign-in-harbour', path: '/logon', who: null, pid: 'harbour' },
  { name: 'sign-in-maple', path: '/logon', who: null, pid: 'maple' },
  { name: 'dashboard', path: '/user-home', who: 'demo' },
  { name: 'dashboard-house-menu', path: '/user-home', who: 'demo', prepare: openMenu(/1420 Juniper/) },
  { name: 'dashboard-user-menu', path: '/user-home', who: 'demo', prepare: openMenu(/^MR/) },
  { name: 'dashboard-makers', path: '/user-home', who: 'makers' },
  { name: 'dashboard-empty', path: '/user-home', who: 'empty' },
  { name: 'dashboard-harbour', path: '/user-home', who: 'au', pid: 'harbour' },
  { name: 'dashboard-maple', path: '/user-home', who: 'ca', pid: 'maple' },
  {
    name: 'dashboard-stale',
    path: '/user-home',
    who: 'demo',
    prepare: async (page) => {
      await page.route('**/dashboard', (route) => route.abort());
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await page.getByRole('button', { name: /Try again|Intentar de nuevo/ }).waitFor();
    },
  },
  {
    name: 'dashboard-offline',
    path: '/user-home',
    who: 'demo',
    prepare: async (page) => {
      await page.context().setOffline(true);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'device', path: '/user-home', who: 'demo', prepare: openDevice('Garage Water Heater') },
  {
    name: 'device-month',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Home Battery', '?range=month'),
  },
  {
    name: 'device-schedule',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Garage Water Heater', '/schedule'),
  },
  {
    name: 'device-settings',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Garage Water Heater', '/settings'),
  },
  { name: 'device-settings-valve', path: '/user-home', who: 'demo', prepare: openValveWarning },
  {
    name: 'device-settings-car',
    path: '/user-home',
    who: 'demo',
    prepare: openDevice('Family Car', '/settings'),
  },
  ...PLOT_SHEETS,
  { name: 'device-unknown', path: '/device/nothing', who: 'demo' },
  { name: 'account-profile', path: '/my-account/profile', who: 'demo' },
  { name: 'account-add-phone', path: '/my-account/profile?addPhoneNumber', who: 'demo' },
  { name: 'account-security', path: '/my-account/security', who: 'demo' },
  {
    name: 'account-enrol',
    path: '/my-account/security',
    who: 'ca',
    pid: 'maple',
    prepare: async (page) => {
      await page.locator('section[aria-labelledby=totp] button').click();
      await page.locator('svg[role=img]').waitFor();
    },
  },
  {
    name: 'dashboard-phone-reminder',
    path: '/user-home',
    who: 'demo',
    reminder: true,
    prepare: async (page) => {
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'account-preferences', path: '/my-account/preferences', who: 'demo' },
  { name: 'messages', path: '/message-center/inbox', who: 'demo' },
  { name: 'parts', path: '/dev/parts', who: 'demo' },
  {
    name: 'parts-dialog',
    path: '/dev/parts',
    who: 'demo',
    prepare: openMenu(/^Open dialog$/),
  },
];

const signIn = async (page: Page, who: string): Promise<void> => {
  await page.locator('input[name=email]').fill(`${who}@porchlight.example`);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.locator('nav a[aria-current=page]').first().waitFor();
};

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signing in once per person is enough: hashing a password is slow on purpose. */
const createSignIns = (browser: Browser, url: string) => {
  const known = new Map<string, Promise<StorageState>>();
  const make = async (who: string, pid: string): Promise<StorageState> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/?pid=${pid}`);
    await signIn(page, who);
    const state = await context.storageState();
    await context.close();
    return state;
  };
  return (who: string, pid: string): Promise<StorageState> => {
    const found = known.get(who) ?? make(who, pid);
    known.set(who, found);
    return found;
  };
};

interface Variant {
  readonly width: keyof typeof WIDTHS;
  readonly language: (typeof LANGUAGES)[number];
  readonly theme: (typeof THEMES)[number];
}

const capture = async (
  browser: Browser,
  url: string,
  screen: Screen,
  look: Variant,
  state: StorageState | undefined,
) => {
  const { width, language, theme } = look;
  const context = await browser.newContext({
    viewport: { width, height: WIDTHS[width] },
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(state ? { storageState: state } : {}),
  });
  const page = await context.newPage();
  // The sign-in may have stored the account's own language, which the address cannot change.
  await page.addInitScript((code) => localStorage.setItem('selectedLanguage', code), language);
  await page.addInitScript((due) => {
    localStorage.setItem('welcomeModalShown', 'true');
    if (due) localStorage.removeItem('phoneReminderAt');
    else {
      const id = localStorage.getItem('userId') ?? '';
      localStorage.setItem('phoneReminderAt', JSON.stringify({ [id]: Date.now() }));
    }
  }, screen.reminder === true);
  await page.goto(`${url}/?pid=${screen.pid ?? 'sunvale'}&lang=${language}#${screen.path}`);
  await page.locator('h1:not([aria-busy=true] h1)').waitFor();
  await page.evaluate(() => document.fonts.ready);
  await screen.prepare?.(page);
  const [content, view] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  if (content > view) console.log(`  wider than the screen: ${screen.name} ${width} ${language}`);
  await page.screenshot({
    path: path.join(OUT, `${screen.name}-${width}-${language}-${theme}.png`),
    fullPage: true,
  });
  await context.close();
};

const names = process.argv.slice(2);
const isWanted = (name: string): boolean =>
  names.length === 0 || names.some((start) => name.startsWith(start));
await mkdir(OUT, { recursive: true });
const { url, shutDownAndDelete } = await startServer();
await waitUntilReady(url);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
const signedIn = createSignIns(browser, url);
try {
  for (const screen of SCREENS.filter(({ name }) => isWanted(name))) {
    for (const width of [375, 768, 1440] as const) {
      for (const language of LANGUAGES) {
        for (const theme of THEMES) {
          const state = screen.who ? await signedIn(screen.who, screen.pid ?? 'sunvale') : undefined;
          await capture(browser, url, screen, { width, language, theme }, state);
        }
      }
    }
    console.log(`  ${screen.name}`);
  }
  if (isWanted('makers-sheet')) {
    const state = await signedIn('makers', 'sunvale');
    for (const language of LANGUAGES) {
      for (const theme of THEMES) await captureMakerCards({ browser, url, out: OUT, language, theme, state });
    }
    console.log('  makers-sheet');
  }
} finally {
  await browser.close();
  await shutDownAndDelete();
}
