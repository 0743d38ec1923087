import type { Page } from '@playwright/test';
import type { SeriesByKey } from '#contract/entities/history.ts';
import { HOUR, startOfDay, wallTime } from '#domain/time/time.ts';
import { card, dashboardOf, openSignedIn, newSession } from '../support/signed-in.ts';

export const deviceId = async (page: Page, who: string, title: string): Promise<string> => {
  const { devices } = await dashboardOf(page, await newSession(page, who));
  const device = devices.find(({ name, mfg, kind }) => (name ?? `${mfg} ${kind}`) === title);
  if (!device) throw new Error(`no device ${title}`);
  return device.id;
};

export const openStatus = async (page: Page, who: string, title: string, query = '', language?: string) => {
  const id = await deviceId(page, who, title);
  await openSignedIn(page, who, { at: `/device/${id}${query}`, ...(language ? { language } : {}) });
  return id;
};

export const toolbar = (page: Page) => page.getByRole('toolbar');
export const plot = (page: Page, title: string) => card(page, title);

export const SERIES_CALL = '**/series?**';

type Points = SeriesByKey[string];

/** Replaces series in the answers of the plots' call; `start` is the begin of the period that was asked for. */
export const replaceSeries = async (
  page: Page,
  replacements: Readonly<Record<string, (start: number) => Points>>,
): Promise<void> => {
  await page.route(SERIES_CALL, async (route) => {
    const start = Date.parse(new URL(route.request().url()).searchParams.get('start') ?? '');
    const response = await route.fetch();
    const series = (await response.json()) as SeriesByKey;
    const replaced = Object.entries(replacements).map(([key, pointsFrom]) => [key, pointsFrom(start)]);
    await route.fulfill({ response, json: { ...series, ...Object.fromEntries(replaced) } });
  });
};

/** Hours since the begin of the period, and a value: two runs of readings with a gap between them. */
export const POINTS = [
  [1, 110],
  [1.1, 111],
  [1.2, 118],
  [6, 130],
  [6.1, 125],
] as const;

export const fixedPoints = (start: number): Points =>
  POINTS.map(([hours, value]) => {
    const time = new Date(start + hours * HOUR).toISOString();
    return { id: time, time, value };
  });

export const withFixedTank = (page: Page): Promise<void> =>
  replaceSeries(page, { 'hwh-tank-temperature': fixedPoints });

/** The zone of the first house of demo@. */
const ZONE = 'America/Denver';

/** The first instant of the day so many days of the house's calendar ago. */
export const startOfDayAgo = (days: number): Date => {
  const { year, month, day } = wallTime(new Date(), ZONE);
  return startOfDay(year, month, day - days, ZONE);
};

/** The latest day, at least `daysAgo` days ago, that has so many hours on the house's clock. */
export const pastDayOf = (hours: 23 | 24 | 25, daysAgo = 2) => {
  for (let ago = daysAgo; ago < 400; ago += 1) {
    const start = startOfDayAgo(ago);
    const length = startOfDayAgo(ago - 1).getTime() - start.getTime();
    if (length === hours * HOUR) {
      const { year, month, day } = wallTime(start, ZONE);
      const text = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
      return { start, text, query: `?date=${text}` };
    }
  }
  throw new Error(`no day of ${hours} hours in the last year`);
};
