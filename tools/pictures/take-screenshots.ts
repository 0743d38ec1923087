import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { PASSWORD, startServer, waitUntilReady } from '../../e2e/support/server.ts';
import { captureMakerCards, joinPictures } from './contact-sheet.ts';
import type { Look, Screen } from './screens/screen.ts';
import { SCREENS } from './screens/screens.ts';

const OUT = path.resolve(import.meta.dirname, '../../shots');
const HEIGHTS = { 320: 640, 375: 812, 768: 1024, 1024: 768, 1440: 900, 1920: 1080 } as const;
const WIDTHS = [320, 375, 768, 1024, 1440, 1920] as const;
const LANGUAGES = readdirSync(path.resolve(import.meta.dirname, '../../locales')).map((file) =>
  path.basename(file, '.json'),
);
const THEMES = ['light', 'dark'] as const;

interface Variant extends Look {
  readonly width: (typeof WIDTHS)[number];
}

const nameOf = ({ width, language, theme }: Look): string => `${width}-${language}-${theme}`;

const VARIANTS: readonly Variant[] = WIDTHS.flatMap((width) =>
  LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ width, language, theme }))),
);

/** Every width, language and theme, in some of their combinations: each picture is in another language than the one before. */
const FEW = (
  [
    [320, 'light'],
    [375, 'light'],
    [375, 'dark'],
    [768, 'dark'],
    [1024, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
    [1920, 'dark'],
  ] as const
).map(([width, theme], index) =>
  nameOf({ width, language: LANGUAGES[index % LANGUAGES.length] ?? '', theme }),
);

const signIn = async (page: Page, who: string): Promise<void> => {
  await page.locator('input[name=email]').fill(`${who}@porchlight.example`);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.locator('nav a[aria-current=page]').first().waitFor();
};

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signing in once per person is enough: hashing a password is slow on purpose. */
const createSignIns = (browser: Browser, url: string) => {
  const states = new Map<string, Promise<StorageState>>();
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
    const state = states.get(who) ?? make(who, pid);
    states.set(who, state);
    return state;
  };
};

/** The menus keep to the edges of the screen: in a picture of the whole page they would end or lie in the middle of it. */
const growView = async (page: Page): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const content = await page.evaluate(() =>
    document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight,
  );
  if (content <= height) return;
  await page.setViewportSize({ width, height: content });
};

const waitUntilLoaded = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'), undefined, {
    timeout: 10_000,
  });

const capture = async (
  browser: Browser,
  url: string,
  screen: Screen,
  look: Variant,
  state: StorageState | undefined,
) => {
  const { width, language, theme } = look;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: HEIGHTS[width] },
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
  await screen.answer?.(page);
  if (screen.open) await screen.open(page, look);
  else await page.goto(`${url}/?pid=${screen.pid ?? 'sunvale'}&lang=${language}#${screen.path}`);
  if (!screen.isMail) await page.locator('h1:not([aria-busy=true] h1)').waitFor();
  await page.evaluate(() => document.fonts.ready);
  await screen.prepare?.(page);
  if (!screen.loading) {
    await page.waitForLoadState('networkidle');
    await waitUntilLoaded(page).catch(() => console.log(`  still loading: ${screen.name} ${nameOf(look)}`));
  }
  if (!screen.isScreenOnly) await growView(page);
  // What is drawn once it is on the screen.
  if (!screen.loading) await waitUntilLoaded(page).catch(() => {});
  const [content, view] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  if (content > view) console.log(`  wider than the screen: ${screen.name} ${width} ${language}`);
  await page.screenshot({
    path: path.join(OUT, `${screen.name}-${nameOf(look)}.png`),
    fullPage: !screen.isScreenOnly,
  });
  // An answer that is still under way would end the program.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
};

// Beginnings of screens' names, of looks (375-en), and --few.
const args = process.argv.slice(2);
const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--few');
if (unknown !== undefined) {
  console.error(`${unknown}: unknown. Use: npm run shots -- [screen…] [look, such as 375-en…] [--few]`);
  process.exit(1);
}
const isLook = (arg: string): boolean => /^\d/.test(arg);
const starts = args.filter((arg) => !arg.startsWith('--') && !isLook(arg));
const looks = args.includes('--few') ? FEW : args.filter(isLook);
const startsWithAny = (name: string, wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((start) => name.startsWith(start));
const isWanted = (name: string): boolean => startsWithAny(name, starts);
const variants = VARIANTS.filter((look) => startsWithAny(nameOf(look), looks));
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
    const taken: string[] = [];
    for (const look of variants) {
      const state = screen.who ? await signedIn(screen.who, screen.pid ?? 'sunvale') : undefined;
      try {
        await capture(browser, url, screen, look, state);
        taken.push(`${screen.name}-${nameOf(look)}`);
      } catch (error) {
        // The other pictures are wanted all the same.
        console.log(`  FAILED ${screen.name} ${nameOf(look)}: ${String(error)}`);
        process.exitCode = 1;
      }
    }
    await joinPictures(browser, OUT, `sheet-${screen.name}`, taken);
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
