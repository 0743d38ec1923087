import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';

interface Tile {
  readonly caption: string;
  readonly picture: string;
}

/** A screenshot of each card, with its maker, type and kind. */
const captureCards = async (page: Page): Promise<readonly Tile[]> => {
  const answer = await page.waitForResponse('**/dashboard');
  const { devices } = (await answer.json()) as Dashboard;
  const cards = page.locator('main li > section');
  await cards.nth(devices.length - 1).waitFor();
  const tiles: Tile[] = [];
  for (const [index, { mfg, type, kind }] of devices.entries()) {
    const picture = await cards.nth(index).screenshot();
    tiles.push({
      caption: [kind, mfg, type].filter(Boolean).join(' · '),
      picture: picture.toString('base64'),
    });
  }
  return tiles.toSorted((one, other) => one.caption.localeCompare(other.caption));
};

const sheetOf = (tiles: readonly Tile[], layout: string): string => `<!doctype html>
  <style>
    body { margin: 0; padding: 24px; font: 14px sans-serif; background: #888; }
    ${layout}
    figure { margin: 0 0 24px; break-inside: avoid; }
    figcaption { padding: 4px 0; color: #fff; }
  </style>
  ${tiles
    .map(
      ({ caption, picture }) =>
        `<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${picture}"></figure>`,
    )
    .join('')}`;

const IN_COLUMNS = 'body { columns: 4; column-gap: 24px; } img { inline-size: 100%; }';
const AT_HALF_SIZE = 'body { display: flex; flex-wrap: wrap; gap: 0 24px; } img { zoom: 0.5; }';

interface Sheet {
  readonly browser: Browser;
  readonly url: string;
  readonly out: string;
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** One image with the cards of every maker and kind. */
export const captureMakerCards = async ({
  browser,
  url,
  out,
  language,
  theme,
  state,
}: Sheet): Promise<void> => {
  // The account's own language, stored at the sign-in, would count for more than the address.
  const stored = {
    ...state,
    origins: state.origins.map(({ origin, localStorage: entries }) => ({
      origin,
      localStorage: [
        ...entries.filter(({ name }) => name !== 'selectedLanguage'),
        { name: 'selectedLanguage', value: language },
      ],
    })),
  };
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: stored,
  });
  const page = await context.newPage();
  // Neither the welcome nor the reminder of a phone number covers the cards.
  await page.addInitScript(() => {
    const id = localStorage.getItem('userId') ?? '';
    localStorage.setItem('welcomeModalShown', 'true');
    localStorage.setItem('phoneReminderAt', JSON.stringify({ [id]: Date.now() }));
  });
  const tiles = captureCards(page);
  await page.goto(`${url}/?pid=sunvale&lang=${language}#/user-home`);
  const sheet = sheetOf(await tiles, IN_COLUMNS);
  await page.goto('about:blank');
  await page.setContent(sheet);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.screenshot({ path: path.join(out, `makers-sheet-${language}-${theme}.png`), fullPage: true });
  await context.close();
};

/** One image with the pictures of these names. */
export const joinPictures = async (
  browser: Browser,
  out: string,
  sheet: string,
  names: readonly string[],
): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 2400, height: 900 } });
  const tiles = names.map(async (caption) => ({
    caption,
    picture: (await readFile(path.join(out, `${caption}.png`))).toString('base64'),
  }));
  await page.setContent(sheetOf(await Promise.all(tiles), AT_HALF_SIZE));
  await page.screenshot({ path: path.join(out, `${sheet}.png`), fullPage: true });
  await page.close();
};
