import type { Page } from '@playwright/test';
import type { EventDay } from '#contract/entities/result.ts';
import { changeDashboard } from '../devices/controls.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { openSignedIn, region } from '../support/signed-in.ts';

const DAY_MS = 86_400_000;
const COUNT = 200;
const START = '2020-01-01T00:00:00Z';
const iso = (time: number) => new Date(time).toISOString();

/** Every third day back from the day before yesterday, at noon: that is the same date in all zones of the demo. */
const TIMES = Array.from({ length: COUNT }, (_, index) => {
  const noon = new Date(Date.now() - (2 + 3 * index) * DAY_MS).setUTCHours(18, 0, 0, 0);
  return noon;
});

const dayOf = (time: number): EventDay => {
  const id = iso(time).slice(0, 10);
  const span = { startTime: iso(time), endTime: iso(time + 7_200_000) };
  const counts = { devicesContactedCount: 2, respondedCount: 2, noResponseCount: 0, optOutCount: 0 };
  const event = (part: string) => ({
    id: `${id}-${part}`,
    dispatchId: `${id}-${part}`,
    category: 'event' as const,
    type: 'tstat' as const,
    ...span,
    ...counts,
  });
  return {
    id,
    eventDay: id,
    ...span,
    weather: { description: 'clear sky', avgTemperature: 50, eventTemperature: 50 },
    performance: { eventEnergy: 900, reductionEnergy: 1_100 },
    reason: null,
    // The newest day had two orders.
    events: time === TIMES[0] ? [event('a'), event('b')] : [event('a')],
  };
};

/** A home with 200 event days in several years, answered as the server does: by month. */
const showManyDays = async (page: Page): Promise<void> => {
  await changeDashboard(page, (answer) => ({
    ...answer,
    settings: { ...answer.settings, leaderboardStart: START },
  }));
  await page.route('**/api/house/*/event-log?**', (route) =>
    route.fulfill({
      json: TIMES.map((time) => ({ startTime: iso(time), endTime: iso(time + 7_200_000) })),
    }),
  );
  await page.route('**/api/house/*/event-day?**', (route) => {
    const { searchParams } = new URL(route.request().url());
    const [from, to] = [searchParams.get('start') ?? '', searchParams.get('end') ?? ''];
    const within = TIMES.filter((time) => time >= Date.parse(from) && time < Date.parse(to));
    return route.fulfill({ json: within.map(dayOf) });
  });
};

test(
  '[UX-31] [CAL-1] [CAL-3] 200 event days load to the last one and keep the focus; cards out of view are not drawn, and the row follows keys, swipes and calendar',
  LONG,
  async ({ page }) => {
    await showManyDays(page);
    await openSignedIn(page, 'demo');
    const days = region(page, 'Event Day Results');
    const row = days.getByRole('group', { name: /Event days/ });
    const position = (index: number, count: number) =>
      days.getByText(`Event day ${index} of ${count}`, { exact: true });
    // All are counted, also those that are not loaded yet.
    await expect(position(1, COUNT)).toBeVisible();
    await expect(days.getByRole('link', { name: /^How the event at/ })).toHaveCount(2);

    // A day of the year before, whose month is not loaded yet: Shift and Page Up go back by a year.
    const old = TIMES.findLast((time) => time > Date.now() - 400 * DAY_MS) ?? 0;
    await days.getByRole('button', { name: /choose an event day$/ }).click();
    await page.keyboard.press('Shift+PageUp');
    const calendar = page.getByRole('dialog', { name: 'Choose a date' });
    const name = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(old);
    const wanted = calendar.getByRole('button', { name });
    while ((await wanted.count()) === 0)
      await calendar.getByRole('button', { name: 'Previous month' }).click();
    await wanted.click();
    const text = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: '2-digit',
      year: 'numeric',
      timeZone: 'UTC',
    });
    await expect(
      days.getByRole('button', { name: `${text.format(old)}, choose an event day` }),
    ).toBeVisible();
    await expect(row.getByRole('listitem').filter({ hasText: text.format(old) })).toBeInViewport();

    const more = days.getByRole('button', { name: 'Load More' });
    while (await more.isVisible()) {
      const before = await row.getByRole('listitem').count();
      await more.click();
      await expect(days.getByText(/event days? (was|were) added$/)).toBeAttached();
      expect(await row.getByRole('listitem').count()).toBeGreaterThan(before - 1);
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    }
    await expect(row.getByRole('listitem')).toHaveCount(COUNT);
    await row.focus();
    await page.keyboard.press('End');
    await expect(position(COUNT, COUNT)).toBeVisible();
    await page.keyboard.press('Home');
    await expect(position(1, COUNT)).toBeVisible();
    const drawn = await row
      .getByRole('listitem')
      .evaluateAll(
        (items) =>
          items.filter((item) => item.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
            .length,
      );
    expect(drawn).toBeLessThan(30);

    // After a swipe the buttons still move the row.
    const scrolled = () => row.evaluate((element) => element.scrollLeft);
    await row.hover();
    await page.mouse.wheel(2_000, 0);
    await expect.poll(scrolled).toBeGreaterThan(1_000);
    await expect(position(1, COUNT)).toBeHidden();
    const swipedTo = await scrolled();
    await days.getByRole('button', { name: 'Earlier event day' }).click();
    await expect.poll(scrolled).toBeGreaterThan(swipedTo);
  },
);
