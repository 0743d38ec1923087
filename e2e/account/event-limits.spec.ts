import type { Page } from '@playwright/test';
import type { Comfort } from '#contract/entities/event.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { running } from '../events/event-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import {
  asBearer,
  dashboardOf,
  goTo,
  heading,
  houseIdOf,
  openSignedIn,
  region,
} from '../support/signed-in.ts';

const limits = (page: Page) => region(page, 'Limits in events');
const floor = (page: Page) => limits(page).getByRole('spinbutton', { name: 'Never cooler than' });
const hotWater = (page: Page) => limits(page).getByRole('spinbutton', { name: 'Hot water at least' });

test(
  '[T-28] own limits are set in the account: with the program’s default, kept after a reload, and asked for before they are lost',
  LONG,
  async ({ page }) => {
    // The address of the limits before they had a tab.
    const session = await openSignedIn(page, 'demo', { at: '/my-account/preferences?limits' });
    await expect(page).toHaveURL(/#\/my-account\/settings\?limits$/);
    await expect(floor(page)).toHaveAttribute('aria-valuenow', '64');
    await expect(limits(page)).toContainText(/Applies to heating\. Program default: 64\s°F\./);
    await limits(page).getByRole('button', { name: 'Raise the coolest temperature' }).click();
    await expect(floor(page)).toHaveAttribute('aria-valuenow', '65');
    await expectAccessible(page);
    // What somebody else saves meanwhile stays theirs.
    const bearer = asBearer(session);
    const place = `/api/house/${houseIdOf(session)}/comfort`;
    const saved = (await (await page.request.get(place, bearer)).json()) as Comfort;
    const theirs = { ...saved, coolCeiling: 81, hotWaterMinimum: 115 };
    expect((await page.request.put(place, { ...bearer, data: theirs })).status()).toBe(200);

    await goTo(page, '/user-home');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(heading(page)).toHaveText('My account');

    await limits(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Your limits are saved')).toBeVisible();
    expect(await (await page.request.get(place, bearer)).json()).toEqual({ ...theirs, heatFloor: 65 });
    expect((await page.request.put(place, { ...bearer, data: { ...saved, heatFloor: 65 } })).status()).toBe(
      200,
    );
    await page.reload();
    await expect(floor(page)).toHaveAttribute('aria-valuenow', '65');
    await limits(page)
      .getByRole('button', { name: /^Use 64/ })
      .click();
    await limits(page).getByRole('button', { name: 'Save changes' }).click();
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
    await expect(page.getByRole('link', { name: /^Limits in events/ })).toBeVisible();
    const charger = devices.find(({ kind }) => kind === 'evse');
    await goTo(page, `/device/${charger?.id}`);
    await expect(heading(page)).toHaveText(charger?.name ?? '');
    await expect(page.getByRole('link', { name: /^Limits in events/ })).toHaveCount(0);
  },
);

test(
  '[T-28] how hot the water stays is set beside the rooms, in the person’s unit, and the event page keeps it',
  LONG,
  async ({ page }) => {
    await showEvents(page, (devices) => dispatchOf(devices, running()));
    const session = await openSignedIn(page, 'demo', { at: '/my-account/settings?limits' });
    await expect(hotWater(page)).toHaveAttribute('aria-valuenow', '110');
    await hotWater(page).press('Home');
    await expect(limits(page).getByRole('button', { name: 'Save changes' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await hotWater(page).press('End');
    await expect(hotWater(page)).toHaveAttribute('aria-valuenow', '120');
    await expect(limits(page)).toContainText('Garage Water Heater opts out of the event that is running now');
    await expect(limits(page)).toContainText('Saving them counts as an opt-out.');
    await limits(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Your limits are saved')).toBeVisible();
    await page.reload();
    await expect(hotWater(page)).toHaveAttribute('aria-valuenow', '120');
    await page.getByRole('radio', { name: 'Celsius (°C)' }).click();
    await expect(hotWater(page)).toHaveAttribute('aria-valuenow', '49');
    await page.getByRole('radio', { name: 'Fahrenheit (°F)' }).click();

    await goTo(page, '/event/event-tstat');
    const shown = region(page, 'Your limits');
    await expect(shown).toContainText(/Hot water is heated to at least\s*Set by you\s*120.°F/);
    await shown.getByRole('link', { name: 'Change' }).click();
    await expect(limits(page)).toBeInViewport();
    await limits(page)
      .getByRole('button', { name: /^Use 110/ })
      .click();
    await limits(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Your limits are saved')).toBeVisible();
    await expect(hotWater(page)).toHaveAttribute('aria-valuenow', '110');
    const { devices } = await dashboardOf(page, session);
    await goTo(page, `/device/${devices.find(({ kind }) => kind === 'hwh')?.id}`);
    await page.getByRole('link', { name: /^Limits in events/ }).click();
    await expect(hotWater(page)).toBeInViewport();
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
    await limits(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(limits(page).getByRole('alert')).toHaveText(
      '“Never warmer than” must be above “Never cooler than”.',
    );
  },
);
