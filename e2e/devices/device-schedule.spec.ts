import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import { card, dashboardOf, openSignedIn, newSession } from '../support/signed-in.ts';

const openSchedules = async (page: Page, language: 'en' | 'es' = 'en') => {
  const { devices } = await dashboardOf(page, await newSession(page, 'demo'));
  const heater = devices.find(({ name }) => name === 'Garage Water Heater');
  await openSignedIn(page, 'demo', { at: `/device/${heater?.id}/schedule`, language });
};

const names = (page: Page) =>
  page.getByRole('table').locator('tbody > tr:first-child > th > span:first-child > span:first-child');

test(
  '[SCHED-1] the table: complex schedules open into numbered changes, the active one is marked and open, an incomplete one says so; it sorts by any header, both ways',
  LONG,
  async ({ page }) => {
    await openSchedules(page);
    const table = page.getByRole('table', { name: 'Schedules of this water heater' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Name',
      'Days',
      'Start time',
      'Device mode',
      'Target',
    ]);
    await expect(
      table.getByRole('row', { name: /^Always warm Every day 12:00\sAM Hybrid 120 °F$/ }),
    ).toBeVisible();
    await expect(table.locator('tr[aria-current]')).toContainText('Weekday mornings');
    await expect(table.locator('tr[aria-current]')).toContainText('Active');
    await expect(table.getByText("This schedule doesn't have enough information to run.")).toHaveCount(1);
    const expander = table.getByRole('button', { name: 'Weekday mornings: 3 changes' });
    await expect(expander).toHaveAttribute('aria-expanded', 'true');
    for (const row of [
      'Change 1 Mon–Fri 5:30\\sAM',
      'Change 2 Mon–Fri 9:00\\sAM',
      'Change 3 Sat, Sun 7:30\\sAM',
    ]) {
      await expect(table.getByRole('row', { name: new RegExp(`^${row}`) })).toBeVisible();
    }
    await expander.click();
    await expect(expander).toHaveAttribute('aria-expanded', 'false');
    await expect(table.getByRole('row', { name: /^Change 1/ })).toHaveCount(0);
    await expectAccessible(page);

    await expect(names(page)).toHaveText(['Always warm', 'Holiday draft', 'Weekday mornings']);
    const header = (name: string) => table.getByRole('columnheader', { name });
    await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
    await header('Name').getByRole('button').click();
    await expect(header('Name')).toHaveAttribute('aria-sort', 'descending');
    await expect(names(page)).toHaveText(['Weekday mornings', 'Holiday draft', 'Always warm']);
    await header('Start time').getByRole('button').click();
    await expect(header('Start time')).toHaveAttribute('aria-sort', 'ascending');
    await expect(header('Name')).toHaveAttribute('aria-sort', 'none');
    await expect(names(page)).toHaveText(['Always warm', 'Weekday mornings', 'Holiday draft']);
  },
);

test(
  '[SCHED-1] [UX-1] [UX-40] schedules fit in Spanish at every width, as cards on a phone',
  LONG,
  async ({ page }) => {
    await openSchedules(page, 'es');
    for (const width of [1440, 834, 375]) {
      await page.setViewportSize({ width, height: 900 });
      const isPhone = width < 768;
      await expect(page.getByRole('table')).toHaveCount(isPhone ? 0 : 1);
      await expect(page.getByText('Todos los días')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Mañanas entre semana: 3 cambios/ })).toBeVisible();
      await expect(page.getByText(/^Cambio 3$/)).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
      if (!isPhone) {
        const hidden = await page
          .getByRole('table')
          .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
        expect(hidden).toBeLessThanOrEqual(0);
      }
      // What lies half under the bar at the top counts as too small.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(page);
    }
  },
);

test(
  '[SCHED-1] the active schedule is chosen on the tab, first of all, and what it does next is said',
  LONG,
  async ({ page }) => {
    await openSchedules(page);
    const choice = card(page, 'Active schedule');
    const select = choice.getByLabel('Schedule');
    await expect(select.locator('option:checked')).toHaveText('Weekday mornings');
    await expect(choice.getByText(/^Next: \d+ °F at /)).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      'Active schedule',
    );
    const active = page.getByRole('table').locator('tr[aria-current]');
    await select.selectOption('Always warm');
    await expect(active).toContainText('Always warm');
    await select.selectOption('Weekday mornings');
    await expect(active).toContainText('Weekday mornings');
  },
);

test('[SCHED-1] on a phone the cards can be sorted too', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await openSchedules(page);
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 });
  await expect(titles.first()).toContainText('Always warm');
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect(titles.first()).toContainText('Weekday mornings');
  await page.getByLabel('Sort by').selectOption('Target');
  await expect(titles.last()).toContainText('Holiday draft');
  const draft = card(page, 'Holiday draft');
  await expect(draft).toContainText(/Holiday draft.*enough information/);
  await expect(draft.getByText('--')).toHaveCount(0);
});
