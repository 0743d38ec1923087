import { installClock } from '../support/clock.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import {
  DASHBOARD_CALL,
  card,
  cards,
  dashboardOf,
  goTo,
  openSignedIn,
  heading,
  newSession,
  openScreen,
} from '../support/signed-in.ts';

test('[DEV-1] [DET-1] gear and header of a card lead to the device, and a link back to the dashboard', async ({
  page,
}) => {
  const session = await openSignedIn(page, 'demo');
  const { devices } = await dashboardOf(page, session);
  const battery = devices.find(({ name }) => name === 'Home Battery');
  await page.getByRole('link', { name: 'Settings of Home Battery' }).click();
  await expect(page).toHaveURL(new RegExp(`#/device/${battery?.id}$`));
  await expect(heading(page)).toHaveText('Home Battery');
  await expect(heading(page)).toBeFocused();
  await expect(card(page, 'Right now').getByText(/^\d+%$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Settings of/ })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/#\/user-home$/);
  await expect(cards(page)).toHaveCount(6);
  // The header of the card leads there as well, and not only its words.
  const header = card(page, 'Home Battery');
  await expect(header.getByRole('link', { name: 'Home Battery', exact: true })).toHaveAttribute(
    'href',
    `#/device/${battery?.id}`,
  );
  await header.getByText('Online', { exact: true }).click({ force: true });
  await expect(page).toHaveURL(new RegExp(`#/device/${battery?.id}$`));
});

test('[UX-37] [API-3] a device that is not in the house says so, and what to do, also where it is somebody else’s', async ({
  page,
}) => {
  await openSignedIn(page, 'demo', { at: '/device/nosuchdevice' });
  await expect(heading(page)).toHaveText('Device #nosuchdevice');
  await expect(page.getByText('This device is not in your home')).toBeVisible();
  await expect(page.getByText('Choose a device on the dashboard.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home', exact: true })).toBeVisible();
  const { devices } = await dashboardOf(page, await newSession(page, 'makers'));
  await goTo(page, `/device/${devices[0]?.id}`);
  await expect(heading(page)).toHaveText(`Device #${devices[0]?.id}`);
  await expect(page.getByText('This device is not in your home')).toBeVisible();
  await expect(page.getByText('Reception')).toHaveCount(0);
});

test('[DEV-8] a device on its own screen is refreshed every 10 s', LONG, async ({ page }) => {
  await installClock(page);
  const session = await openSignedIn(page, 'demo');
  const { devices } = await dashboardOf(page, session);
  await openScreen(page, `/device/${devices[0]?.id}`);
  for (let poll = 0; poll < 2; poll += 1) {
    const answer = page.waitForResponse(DASHBOARD_CALL);
    await page.clock.runFor(10_000);
    expect((await answer).ok()).toBe(true);
  }
});
