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
      table.getByRole('row', {
        name: /^Always warm Every day 12:00\sAM Hybrid 120 °F Actions for “Always warm”$/,
      }),
    ).toBeVisible();
    await expect(table.locator('tr[aria-current]')).toContainText('Weekday mornings');
    await expect(table.locator('tr[aria-current]')).toContainText('Active');
    await expect(table.getByText("This schedule doesn't have enough information to run.")).toHaveCount(1);
    const expander = table.getByRole('button', { name: 'Weekday mornings: 3 changes' });
    await expect(expander).toHaveAttribute('aria-expanded', 'true');
    for (const row of [
      '1\\. Weekdays, early morning Mon–Fri 5:30\\sAM',
      '2\\. Weekdays, morning Mon–Fri 9:00\\sAM',
      '3\\. Weekends, early morning Sat, Sun 7:30\\sAM',
    ]) {
      await expect(table.getByRole('row', { name: new RegExp(`^${row}`) })).toBeVisible();
    }
    await expander.click();
    await expect(expander).toHaveAttribute('aria-expanded', 'false');
    await expect(table.getByRole('row', { name: /^1\. Weekdays/ })).toHaveCount(0);
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
  '[SCHED-1] [UX-1] [UX-40] schedules fit in Spanish at every width, as cards on phones and tablets',
  LONG,
  async ({ page }) => {
    await openSchedules(page, 'es');
    for (const width of [1440, 834, 375]) {
      await page.setViewportSize({ width, height: 900 });
      const isPhone = width < 1024;
      await expect(page.getByRole('table')).toHaveCount(isPhone ? 0 : 1);
      await expect(page.getByText(/^Todos los días/)).toBeVisible();
      await expect(page.getByRole('button', { name: /^Mañanas entre semana: 3 cambios/ })).toBeVisible();
      await expect(
        page.getByText(isPhone ? /^3\. 7:30\sa\.m\. sáb, dom$/ : /^3\. Fines de semana, temprano$/),
      ).toBeVisible();
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
  await draft.getByRole('link', { name: 'Finish it to use it' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Holiday draft');
});

test(
  '[SCHED-1] [UX-37] a schedule is written, kept as a draft, completed, copied, chosen, refused to be deleted while it is followed, and deleted',
  LONG,
  async ({ page }) => {
    await openSchedules(page);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'New schedule' }).click();
    await expectAccessible(page);
    await main.getByRole('button', { name: 'Save as draft' }).click();
    const name = main.getByLabel('Name');
    await expect(name).toBeFocused();
    await expect(main.getByText('Give the schedule a name.')).toBeVisible();
    const title = `Guests ${Date.now()}`;
    await name.fill(title);
    await main.getByRole('button', { name: 'Save as draft' }).click();
    const table = page.getByRole('table');
    const rowOf = (text: string) => table.locator('tbody', { hasText: text }).first();
    await expect(rowOf(title)).toContainText('enough information');
    const choice = card(page, 'Active schedule').getByLabel('Schedule');
    await expect(choice.locator('option', { hasText: title })).toBeDisabled();

    const act = async (schedule: string, item: string) => {
      await table.getByRole('button', { name: `Actions for “${schedule}”`, exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act(title, 'Edit');
    const step = (part: string) => main.getByRole('group', { name: part, exact: true });
    await main.getByLabel('Start time').fill('06:15');
    await step('1. Every day, early morning').getByLabel('Target').selectOption('118 °F');
    await step('1. Every day, early morning').getByRole('checkbox', { name: 'Sunday' }).uncheck();
    await main.getByRole('button', { name: 'Add a change' }).click();
    await main.getByLabel('Start time').last().fill('06:15');
    await expect(main.getByRole('alert')).toHaveText(/Another change is at the same time/);
    await main.getByLabel('Start time').last().fill('22:00');
    await step('2. Some days, late evening').getByLabel('Target').selectOption('112 °F');
    await expectAccessible(page);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(rowOf(title)).toContainText('2 changes');
    await rowOf(title)
      .getByRole('button', { name: `${title}: 2 changes` })
      .click();
    await expect(
      table.getByRole('row', { name: /^1\. Some days, early morning Mon–Sat 6:15\sAM -- 118 °F/ }),
    ).toBeVisible();

    // Somebody else changes it while the form is open.
    await act(title, 'Edit');
    await name.fill(`${title} mine`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Name').fill(`${title} too`);
    await other.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByRole('table')).toContainText(`${title} too`);
    await other.close();
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(main.getByRole('alert')).toContainText('This schedule was changed elsewhere meanwhile.');
    await main.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await act(`${title} too`, 'Edit');
    await name.fill(title);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(rowOf(title)).toContainText('2 changes');

    // The answer to the first save is lost; what is changed then is another attempt.
    await act(title, 'Copy');
    await expect(name).toHaveValue(`${title} (copy)`);
    await name.fill(`${title} (lost)`);
    const CALL = '**/api/house/*/device-schedule';
    await page.route(CALL, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(main.getByRole('alert')).toBeVisible();
    await page.unroute(CALL);
    await name.fill(`${title} (found)`);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(rowOf(`${title} (found)`)).toContainText('2 changes');

    await act(title, 'Copy');
    await expect(name).toHaveValue(`${title} (copy)`);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(rowOf(`${title} (copy)`)).toContainText('2 changes');

    await choice.selectOption(title);
    await expect(table.locator('tr[aria-current]')).toContainText(title);
    await act(title, 'Delete');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('This device follows the schedule.');
    await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await choice.selectOption('Weekday mornings');
    await expect(table.locator('tr[aria-current]')).toContainText('Weekday mornings');
    for (const schedule of [`${title} (copy)`, `${title} (lost)`, `${title} (found)`, title]) {
      await act(schedule, 'Delete');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(table.getByText(schedule, { exact: true })).toHaveCount(0);
    }
  },
);

test(
  '[SCHED-1] [UX-1] [UX-40] the form of a schedule fits in Spanish at every width, and asks before it loses what was written',
  LONG,
  async ({ page }) => {
    await openSchedules(page, 'es');
    await page.getByRole('button', { name: 'Acciones para «Mañanas entre semana»' }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    await expect(page.getByLabel('Nombre')).toHaveValue('Mañanas entre semana');
    for (const width of [1440, 768, 375, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('group', { name: '1. Entre semana, temprano', exact: true })).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Quitar 3. Fines de semana, temprano' }).click();
    await page.getByRole('link', { name: 'Inicio' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button').last().click();
    await expect(page).toHaveURL(/#\/user-home$/);
  },
);

test(
  '[SCHED-1] [T-34] a schedule is copied to another tank of the home that takes one, where what that tank cannot do is said before it is saved',
  LONG,
  async ({ page }) => {
    const session = await newSession(page, 'makers');
    const { devices } = await dashboardOf(page, session);
    const idOf = (name: string) => devices.find((device) => device.name === name)?.id;
    const open = () => openSignedIn(page, 'makers', { at: `/device/${idOf('Rheem Gen 4')}/schedule` });
    const table = page.getByRole('table');
    const menuOf = (schedule: string) =>
      table.getByRole('button', { name: `Actions for “${schedule}”`, exact: true });
    const main = page.getByRole('main');
    await open();
    await menuOf('Weekday mornings').click();
    const targets = await page.getByRole('menuitem', { name: /^Copy to / }).allInnerTexts();
    expect(targets).toContain('Copy to Rheem Gen 5');
    expect(targets.join()).not.toMatch(/Gen 4|Smith|eradio/i);
    await page.getByRole('menuitem', { name: 'Copy to Rheem Gen 5' }).click();
    await expect(page).toHaveURL(new RegExp(`#/device/${idOf('Rheem Gen 5')}/schedule\\?new=`));
    await expect(main.getByRole('heading', { name: 'New schedule' })).toBeVisible();
    const name = main.getByLabel('Name');
    await expect(name).toHaveValue('Weekday mornings');
    const title = `From upstairs ${Date.now()}`;
    await name.fill(title);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(table.getByRole('button', { name: `${title}: 3 changes` })).toBeVisible();
    await menuOf(title).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(table.getByText(title, { exact: true })).toHaveCount(0);

    await open();
    await menuOf('Weekday mornings').click();
    await page.getByRole('menuitem', { name: 'Copy to Staff Kitchen Tank' }).click();
    await expect(main.getByRole('alert')).toHaveCount(3);
    await expect(
      main
        .getByLabel(/^Device mode/)
        .first()
        .locator('option:checked'),
    ).toHaveText('--');
  },
);
