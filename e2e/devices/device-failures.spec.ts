import { installClock, pauseClock } from '../support/clock.ts';
import { refuse } from '../support/failing-calls.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { DASHBOARD_CALL, cards, goTo, heading, openSignedIn, toasts } from '../support/signed-in.ts';
import { changeDevice } from './controls.ts';
import { deviceId } from './device-screen.ts';

const HEATER = 'Garage Water Heater';

for (const [tab, call, text] of [
  ['schedule', '**/api/house/*/device-schedule', 'The schedules could not be loaded'],
  ['settings', '**/api/house/*/device/*/setting', 'The settings could not be loaded'],
] as const) {
  test(
    `[SET-4] [UX-35] [ERR-1] what cannot be loaded is told by one toast with its details, and comes when it is tried again (${tab})`,
    LONG,
    async ({ page }) => {
      const id = await deviceId(page, 'demo', HEATER);
      await installClock(page);
      let asked = 0;
      await page.route(call, (route) => {
        asked += 1;
        return route.abort();
      });
      await openSignedIn(page, 'demo', { at: `/device/${id}/${tab}` });
      await pauseClock(page);
      const toast = toasts(page).getByText(text);
      // The call is tried once more after a second; the answers take as long as the machine does.
      await expect
        .poll(async () => {
          await page.clock.runFor(1_000);
          return toast.count();
        })
        .toBe(1);
      // In the words of the page, not those of the call.
      const failure = page.getByRole('main').getByText('We cannot reach the service');
      await expect(failure).toBeVisible();
      // What the dashboard knew of it stays.
      if (tab === 'schedule') {
        await expect(page.getByRole('table')).toContainText('Weekday mornings');
        await expect(
          page.getByText(/^The schedules could not be refreshed\. .* from \d+:\d\d\s[AP]M\.$/),
        ).toBeVisible();
      }
      await toasts(page).getByText('Details').click();
      await expect(toasts(page).getByText('ApiError: No answer from the server.')).toBeVisible();
      await page.clock.runFor(12_000);
      await expect(toast).toHaveCount(0);
      for (let time = 0; time < 3; time += 1) {
        const before = asked;
        await expect
          .poll(async () => {
            await page.clock.runFor(1_000);
            return asked;
          })
          .toBeGreaterThan(before);
        await expect(toast).toHaveCount(0);
      }
      // While it is asked for once more there is nothing to tell.
      await expect
        .poll(async () => {
          await page.clock.runFor(1_000);
          return failure.count();
        })
        .toBe(1);
      await page.unroute(call);
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await page.clock.resume();
      await expect(failure).toHaveCount(0);
    },
  );
}

test(
  '[REC-2] [UX-35] without an answer a device says so instead of showing an empty page, and comes by itself',
  LONG,
  async ({ page }) => {
    const id = await deviceId(page, 'demo', HEATER);
    await installClock(page);
    await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    await refuse(page, DASHBOARD_CALL);
    await page.goto(`/#/device/${id}`);
    await page.reload();
    await page.clock.runFor(3_000);
    await expect(heading(page)).toHaveText('Device');
    const main = page.getByRole('main');
    await expect(main.getByText('Failed to fetch device data')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    await goTo(page, '/user-home');
    await expect(main.getByText('Failed to fetch device data')).toBeVisible();
    const told = page.getByRole('region', { name: 'Alerts' });
    await expect(told).toContainText('Failed to fetch device data');
    await expect(told).toContainText('Something went wrong on our side. Please try again.');
    await told.getByText('Details').click();
    await expect(told).toContainText(/\w+Error: ./);
    await expect(page.getByText(/last refresh failed|Check your internet connection/)).toHaveCount(0);
    await goTo(page, `/device/${id}`);
    await page.unrouteAll();
    await page.clock.runFor(11_000);
    await expect(heading(page)).not.toHaveText('Device');
    await expect(page.getByRole('link', { name: 'Status' })).toBeVisible();
  },
);

test.describe('a device that cannot be drawn', () => {
  test.use({ expectedError: /./ });

  test(
    '[UX-35] [OVR-1] of an unknown kind or without readings keeps its heading, says so, and comes with the next good data',
    LONG,
    async ({ page }) => {
      const id = await deviceId(page, 'demo', 'Living Room');
      // Neither is a device that the contract knows.
      const faults: readonly (readonly [change: object, text: string])[] = [
        [{ kind: 'toaster', type: null }, 'Unknown deviceKind: toaster'],
        [{ realtime: null }, 'Failed to render device controls.'],
      ];
      let fault: object = {};
      await installClock(page);
      await changeDevice(page, 'Living Room', (device) => ({ ...device, ...fault }));
      for (const [change, text] of faults) {
        fault = change;
        await openSignedIn(page, 'demo', { at: `/device/${id}` });
        await expect(page.getByText(text)).toBeVisible();
        await expect(page.getByText('This page could not be shown')).toHaveCount(0);
        await expect(page.getByRole('main').getByRole('link', { name: 'Home', exact: true })).toBeVisible();
        // It is drawn anew, and fails again.
        const again = page.getByRole('button', { name: 'Try again' });
        await again.click();
        await expect(again).toBeFocused();
        fault = {};
        await page.clock.runFor(10_000);
        await expect(page.getByText(text)).toHaveCount(0);
        await expect(page.getByRole('link', { name: 'Status' })).toBeVisible();
      }
    },
  );
});
