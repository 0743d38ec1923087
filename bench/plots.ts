import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { fillStorage, launchBrowser, storageOfDemo } from './browser.ts';
import { server } from './demo-session.ts';
import { median } from './load.ts';

/**
 * How long a month of 5-minute data takes from the last answer to the drawn plot, as a ratio to a plot without a point:
 * three plots of a water heater, 8,640 points for each of their four lines, twice as many as the server ever sends.
 */
const ROUNDS = 7;
const MONTH = 30 * DAY;
const STEP = 5 * MINUTE;

/** The last month that is over, as YYYY-MM: of a month that goes on there are fewer points. */
const month = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);

const valueAt = (key: string, index: number): number | string => {
  if (key === 'hwh-set-mode') return index % 300 < 200 ? 'HYBRID' : 'E_HEAT';
  return key === 'power' ? (index % 18 < 3 ? 480 : 3) : 118 + 4 * Math.sin(index / 40);
};

const answerFor = (url: URL, isFull: boolean): string => {
  const keys = (url.searchParams.get('keys') ?? '').split(',');
  const start = Date.parse(url.searchParams.get('start') ?? '');
  const count = isFull ? MONTH / STEP : 0;
  const pointsOf = (key: string) =>
    Array.from({ length: count }, (_, index) => {
      const time = new Date(start + index * STEP).toISOString();
      return { id: time, time, value: valueAt(key, index) };
    });
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, pointsOf(key)])));
};

/** Notes in the page when the last answer was read and when the plots were next painted. */
const recordPaintTimes = (shownMonth: string) => {
  const times = { answered: 0, painted: 0 };
  Object.assign(window, { benchTimes: times });
  // oxlint-disable-next-line unbound-method -- called on the answer it belongs to, below
  const read = Response.prototype.json;
  Response.prototype.json = async function json(this: Response) {
    const body: unknown = await read.call(this);
    // Those of the month that is shown; those of the month before are only for the sentence.
    const { pathname, searchParams } = new URL(this.url);
    const isOfMonth = searchParams.get('start')?.startsWith(shownMonth) ?? false;
    if (pathname.endsWith('/series') && isOfMonth) times.answered = performance.now();
    return body;
  };
  const isDrawn = () => {
    const plots = document.querySelectorAll('[role=application]');
    return plots.length === 3 && document.querySelector('[aria-busy=true]') === null;
  };
  const look = () => {
    if (times.painted === 0 && times.answered > 0 && isDrawn()) {
      // Two frames on, what was changed has reached the screen.
      requestAnimationFrame(() => {
        times.painted = performance.now();
      });
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const measure = async (page: Page, address: string): Promise<number> => {
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(
    () => (window as unknown as { benchTimes: { painted: number } }).benchTimes.painted > 0,
  );
  return page.evaluate(() => {
    const { answered, painted } = (window as unknown as { benchTimes: { answered: number; painted: number } })
      .benchTimes;
    return painted - answered;
  });
};

const stored = await storageOfDemo();
const dashboard = (await (
  await fetch(`${server}/api/house/${stored.houseId}/dashboard`, {
    headers: { authorization: `Bearer ${stored.token}` },
  })
).json()) as { devices: { id: string; kind: string }[] };
const heater = dashboard.devices.find(({ kind }) => kind === 'hwh')?.id ?? '';
const address = `${server}/?pid=sunvale#/device/${heater}?range=month&date=${month}-15`;

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
let isFull = false;
await page.route('**/series?**', (route) =>
  route.fulfill({ contentType: 'application/json', body: answerFor(new URL(route.request().url()), isFull) }),
);
await fillStorage(page, stored);
await page.addInitScript(recordPaintTimes, month);

const full: number[] = [];
const empty: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  isFull = true;
  const drawn = await measure(page, address);
  isFull = false;
  const bare = await measure(page, address);
  // The first round warms both up.
  if (round === 0) continue;
  full.push(drawn);
  empty.push(bare);
}
await browser.close();

const assets = path.resolve(import.meta.dirname, '../build/web/assets');
const plotChunks = readdirSync(assets).filter((name) => /^(Plot|DeviceDetail)-.*\.js\.br$/.test(name));
const bytes = plotChunks.reduce((sum, name) => sum + statSync(path.join(assets, name)).size, 0);
const source = plotChunks.reduce(
  (sum, name) => sum + readFileSync(path.join(assets, name.replace(/\.br$/, ''))).length,
  0,
);
console.log(
  `month of 5-minute data, answer to drawn ÷ empty plots: ${(median(full) / median(empty)).toFixed(1)} (${median(full).toFixed(0)} ms ÷ ${median(empty).toFixed(0)} ms)`,
);
console.log(
  `device screen with plots: ${(bytes / 1_000).toFixed(1)} kB brotli, ${(source / 1_000).toFixed(0)} kB source (${plotChunks.join(', ')})`,
);
