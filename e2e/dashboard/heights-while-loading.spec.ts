import type { Page } from '@playwright/test';
import { showEvents } from '../events/event-data.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { cards, openSignedIn, region, waitForLateParts } from '../support/signed-in.ts';

/** px from the top of the row of event days, leaderboard and rewards to the end of each. */
const endsOfResults = (page: Page): Promise<number[]> =>
  page.locator('[data-area=results]').evaluateAll((places) =>
    places.map((place) => {
      const top = places[0]?.getBoundingClientRect().top ?? 0;
      return Math.round((place.firstElementChild?.getBoundingClientRect().bottom ?? 0) - top);
    }),
  );

const shapesThatLeaveRoom = (page: Page): Promise<number> =>
  page.locator('[data-area=results] [role=status] > [aria-hidden]').evaluateAll(
    (shapes) =>
      shapes.filter((shape) => {
        const card = shape.closest('section');
        if (!card) return true;
        const end = card.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(card).padding);
        return Math.abs(shape.getBoundingClientRect().bottom - end) > 2;
      }).length,
  );

for (const { width, height } of [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
]) {
  test(
    `[UX-33] [UX-34] at ${width} px results are as high while their code and their data are awaited as with them`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const sendCode = await holdAnswers(page, /\/assets\/dashboard-[^/]*\.js/);
      const sendData = await holdAnswers(page, /\/(reward|program-leaderboard|event-log\?[^/]*)$/);
      await openSignedIn(page, 'demo');
      await expect(cards(page)).toHaveCount(6);
      await expect(page.locator('[data-area=results]').getByRole('status')).toHaveCount(3);
      const withoutCode = await endsOfResults(page);
      expect(await shapesThatLeaveRoom(page)).toBe(0);
      sendCode();
      for (const name of ['Event Day Results', 'Leaderboard', 'Your rewards'])
        await expect(region(page, name).getByRole('status')).toBeVisible();
      const withoutData = await endsOfResults(page);
      expect(await shapesThatLeaveRoom(page)).toBe(0);
      sendData();
      await waitForLateParts(page);
      const complete = await endsOfResults(page);
      expect(complete).toHaveLength(3);
      // Two days after the newest event nothing of the rewards may change any more: a line less is told.
      const lines = region(page, 'Your rewards').getByRole('list').first().getByRole('listitem');
      const missing = 27 * (3 - (await lines.count()));
      for (const [index, end] of complete.entries()) {
        // Words that wrap differently are a line.
        const most = 20 + (index === 2 ? missing : 0);
        expect(Math.abs((withoutCode[index] ?? 0) - end), `card ${index} without code`).toBeLessThanOrEqual(
          most,
        );
        expect(Math.abs((withoutData[index] ?? 0) - end), `card ${index} without data`).toBeLessThanOrEqual(
          most,
        );
      }
    },
  );
}

test(
  '[UX-33] [UX-34] the result of the last event is as high while its code is awaited as with it, in Spanish',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await showEvents(page, () => []);
    const sendCode = await holdAnswers(page, /\/assets\/dashboard-[^/]*\.js/);
    await openSignedIn(page, 'demo', { language: 'es' });
    const news = page.locator('[data-widget=news] > *');
    const height = async () => (await news.boundingBox())?.height;
    await expect(news).toHaveAttribute('aria-busy', 'true');
    const awaited = await height();
    sendCode();
    await waitForLateParts(page);
    await expect(news.getByRole('heading')).toHaveText(/^Ahorró /);
    expect(await height()).toBe(awaited);
  },
);
