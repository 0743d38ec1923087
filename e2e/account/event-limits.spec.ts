import type { Page } from '@playwright/test';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { running } from '../events/event-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { dashboardOf, goTo, heading, openSignedIn, region } from '../support/signed-in.ts';

const limits = (page: Page) => region(page, 'Limits in events');
const floor = (page: Page) => limits(page).getByRole('spinbutton', { name: 'Never cooler than' });

test(
  '[T-28] own limits are set in the account: with the program’s default, kept after a reload, and asked for before they are lost',
  LONG,
  async ({ page }) => {
    // The address of the limits before they had a tab.
    const session = await openSignedIn(page, 'demo', { at: '/my-account/preferences?limits' });
    await expect(page).toHaveURL(/#\/my-account\/settings\?limits$/);
    await expect(floor(page)).toHaveAttribute('aria-valuenow', '64');
    await expect(limits(page)).toContainText('The program’s default. In an event, heating is held at');
    await limits(page).getByRole('button', { name: 'Raise the coolest temperature' }).click();
    await expect(floor(page)).toHaveAttribute('aria-valuenow', '65');
    await expectAccessible(page);

    await goTo(page, '/user-home');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(heading(page)).toHaveText('My account');

    await limits(page).getByRole('button', { name: 'Save limits' }).click();
    await expect(page.getByText('Your limits are saved')).toBeVisible();
    await page.reload();
    await expect(floor(page)).toHaveAttribute('aria-valuenow', '65');
    await limits(page)
      .getByRole('button', { name: /^Use 64/ })
      .click();
    await limits(page).getByRole('button', { name: 'Save limits' }).click();
    await expect(page.getByText('Your limits are saved')).toBeVisible();
    await expect(floor(page)).toHaveAttribute('aria-valuenow', '64');

    const { devices } = await dashboardOf(page, session);
    const thermostat = devices.find(({ kind }) => kind === 'tstat');
    await goTo(page, `/device/${thermostat?.id}`);
    await page.getByRole('link', { name: /^Limits in events/ }).click();
    await expect(page).toHaveURL(/#\/my-account\/settings\?limits$/);
    await expect(limits(page)).toBeInViewport();
    const battery = devices.find(({ kind }) => kind === 'battery');
    await goTo(page, `/device/${battery?.id}`);
    await expect(heading(page)).toHaveText(battery?.name ?? '');
    await expect(page.getByRole('link', { name: /^Limits in events/ })).toHaveCount(0);
  },
);

test(
  '[ERR-1] limits that contradict each other are refused with the reason, and those that end an event say so before',
  LONG,
  async ({ page }) => {
    await showEvents(page, (devices) => dispatchOf(devices, running()));
    await openSignedIn(page, 'demo', { at: '/my-account/settings' });
    await floor(page).press('End');
    await expect(limits(page)).toContainText('Living Room opts out of the event that is running now');
    await limits(page).getByRole('spinbutton', { name: 'Never warmer than' }).press('Home');
    await limits(page).getByRole('button', { name: 'Save limits' }).click();
    await expect(limits(page).getByRole('alert')).toHaveText(
      '“Never warmer than” must be above “Never cooler than”.',
    );
  },
);
