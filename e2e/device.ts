import type { Page } from '@playwright/test';
import { card, dashboardOf, enter, newSession } from './visit.ts';

export const deviceId = async (page: Page, who: string, title: string): Promise<string> => {
  const { devices } = await dashboardOf(page, await newSession(page, who));
  const device = devices.find(({ name, mfg, kind }) => (name ?? `${mfg} ${kind}`) === title);
  if (!device) throw new Error(`no device ${title}`);
  return device.id;
};

export const openStatus = async (
  page: Page,
  who: string,
  title: string,
  query = '',
  language?: 'en' | 'es',
) => {
  const id = await deviceId(page, who, title);
  await enter(page, who, { at: `/device/${id}${query}`, ...(language ? { language } : {}) });
  return id;
};

export const toolbar = (page: Page) => page.getByRole('toolbar');
export const plot = (page: Page, title: string) => card(page, title);

/** A line of a day with a silence in it; everything else of the device is left as it is. */
export const POINTS = [
  [1, 110],
  [1.1, 111],
  [1.2, 118],
  [6, 130],
  [6.1, 125],
] as const;

export const withFixedTank = async (page: Page, key = 'hwh-tank-temperature'): Promise<void> => {
  await page.route(`**/data/${key}?**`, async (route) => {
    const start = Date.parse(new URL(route.request().url()).searchParams.get('start') ?? '');
    await route.fulfill({
      json: POINTS.map(([hours, value]) => {
        const time = new Date(start + hours * 3_600_000).toISOString();
        return { id: time, time, value };
      }),
    });
  });
};
