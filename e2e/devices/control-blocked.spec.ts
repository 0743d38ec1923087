import { installClock, pauseClock } from '../support/clock.ts';
import {
  changeDashboard,
  freezeReadings,
  lowerOf,
  setpointOf,
  progressOf,
  raiseOf,
  valueOf,
} from './controls.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { lowContrastTexts } from '../support/layout-checks.ts';
import { DASHBOARD_CALL, card, cards, openSignedIn, toasts } from '../support/signed-in.ts';

test('[REC-2] [UX-16] a refused change shows the reported value again, says why and can be retried', async ({
  page,
}) => {
  await openSignedIn(page, 'makers');
  const heater = card(page, 'Basement Tank');
  const target = setpointOf(heater);
  const before = await target.getAttribute('aria-valuenow');
  await page.route('**/command', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 422,
        code: 'setpoint_out_of_range',
        title: 'That temperature is outside the safe range of this device.',
        detail: null,
        deviceId: 'x',
      }),
    }),
  );
  await lowerOf(heater).click();
  // It goes by itself; what the card says stays.
  await expect(toasts(page)).toContainText('Failed to make change to device');
  await expect(heater.getByRole('alert')).toContainText('outside the safe range');
  await expect(target).toHaveAttribute('aria-valuenow', before ?? '');
  await page.unroute('**/command');
  await heater.getByRole('button', { name: 'Try again' }).click();
  await expect(progressOf(heater)).toHaveCount(0, { timeout: 30_000 });
  await expect(target).toHaveAttribute('aria-valuenow', String(Number(before) - 1));
});

test('[UX-15] [REC-1] a stale reading does not move the value; from 15 s the card says it waits, at 120 s the command expires', async ({
  page,
}) => {
  await installClock(page);
  await freezeReadings(page, () => null);
  await openSignedIn(page, 'ca');
  const room = card(page, 'Condo Thermostat');
  const target = setpointOf(room);
  const before = await valueOf(target);
  const accepted = page.waitForResponse('**/command');
  await pauseClock(page);
  await raiseOf(room).click();
  await expect(target).toHaveAttribute('aria-valuenow', String(before + 1));
  await page.clock.runFor(3_000);
  expect((await accepted).status()).toBe(202);
  await expect(room.getByText('Sent. Waiting for confirmation…')).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(room.getByText('Waiting for the device')).toBeVisible();
  await expect(target).toHaveAttribute('aria-valuenow', String(before + 1));
  await page.clock.runFor(105_000);
  await expect(
    room.getByText('The device did not confirm this in time. Check its values in a moment.'),
  ).toBeVisible();
  await expect(target).toHaveAttribute('aria-valuenow', String(before));
  await expect(toasts(page)).toContainText('Failed to make change to device');
  await page.clock.resume();
  await expectAccessible(page, 'main');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test(
  '[UX-17] [DEV-3] [DEV-5] [DEV-1] [UX-37] offline, unknown, view-only, notice-only and locked are told apart, each with what to do',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'makers');
    const viewOnly = card(page, 'Reception');
    await expect(viewOnly.getByText('View only: change it in the Amazon app.')).toBeVisible();
    for (const setpoint of await setpointOf(viewOnly).all())
      await expect(setpoint).toHaveAttribute('aria-disabled', 'true');
    await expect(viewOnly.getByRole('radio', { name: 'Auto' })).toBeDisabled();
    for (const [title, maker] of [
      ['Main Hall', 'ecobee'],
      ['Upstairs', 'Nest'],
    ] as const) {
      const room = card(page, title);
      await expect(room).toContainText(/Inside now\d+°F/);
      await expect(room).toContainText(/Set to[\d–]+°F/);
      await expect(room.getByText(`This device is controlled in the ${maker} app.`)).toBeVisible();
      await expect(room.getByRole('spinbutton')).toHaveCount(0);
      await expect(room.getByRole('combobox')).toHaveCount(0);
    }
    // In eco it keeps the room between two setpoints: the one for cooling alone would contradict "Heating".
    await expect(card(page, 'Upstairs')).toContainText(/Set to\d+–\d+°F/);
    const locked = card(page, 'Reliance Device Control');
    await expect(locked.getByRole('combobox', { name: 'Mode' })).toBeDisabled();
    await expect(locked.getByRole('combobox', { name: 'Schedule' })).toBeDisabled();
    await expect(setpointOf(locked)).toBeVisible();
    await expect(
      card(page, 'Shed AC').getByText('Reconnect your device to see control options.'),
    ).toBeVisible();
    const silent = card(page, 'Guest Wing');
    await expect(silent.getByText('Unknown', { exact: true })).toBeVisible();
    await expect(silent.getByText('Waiting for its first report')).toBeVisible();
    await expect(silent.getByText('No data yet')).toBeVisible();

    // What cannot be used looks so by its line, not by paler letters alone, which stay readable.
    const track = setpointOf(viewOnly).first().locator('..');
    await expect(track).toHaveCSS('border-top-style', 'dashed');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Colours change within a moment.
      await expect.poll(async () => (await lowContrastTexts(page)).weak).toEqual([]);
    }
  },
);

test('[UX-15] after a reload a change in progress is still shown', LONG, async ({ page }) => {
  await freezeReadings(page, (command) => command && { ...command, state: 'sent' });
  await openSignedIn(page, 'au');
  const heater = cards(page)
    .filter({ has: page.getByRole('spinbutton') })
    .first();
  const before = await valueOf(setpointOf(heater));
  const accepted = page.waitForResponse('**/command');
  await raiseOf(heater).click();
  expect((await accepted).status()).toBe(202);
  await page.reload();
  await expect(progressOf(heater)).toBeVisible();
  await expect(setpointOf(heater)).toHaveAttribute('aria-valuenow', String(before + 1));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[UX-14] a change made just before the page is closed is sent', LONG, async ({ page }) => {
  await openSignedIn(page, 'makers');
  const room = card(page, 'Meeting Room');
  const before = await valueOf(setpointOf(room));
  await raiseOf(room).click();
  await page.goto('about:blank');
  await openSignedIn(page, 'makers');
  await expect(progressOf(room)).toHaveCount(0, { timeout: 30_000 });
  await expect(setpointOf(room)).toHaveAttribute('aria-valuenow', String(before + 1), { timeout: 30_000 });
});

test(
  '[T-31] an edit that could not be sent for minutes is not sent any more, and says so',
  LONG,
  async ({ page }) => {
    await installClock(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/command')) sent.push(request.url());
    });
    await openSignedIn(page, 'demo');
    const heater = card(page, 'Garage Water Heater');
    await expect(setpointOf(heater)).toBeVisible();
    await pauseClock(page);
    await raiseOf(heater).click();
    await page.clock.fastForward('08:00:00');
    await expect(
      heater.getByText('This was not sent in time. Check the values and try again.'),
    ).toBeVisible();
    expect(sent).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test(
  '[REC-2] [UX-16] a failure reason is shown in the person’s language, never as a code',
  LONG,
  async ({ page }) => {
    let reason = 'superseded';
    await freezeReadings(page, (command) => command && { ...command, state: 'failed', reason });
    await openSignedIn(page, 'makers', { language: 'es' });
    const room = card(page, 'Meeting Room');
    await lowerOf(room).click();
    await expect(room.getByRole('alert')).toContainText('Un cambio más reciente lo reemplazó.', {
      timeout: 40_000,
    });
    reason = 'maker says no';
    await lowerOf(room).click();
    await expect(room.getByRole('alert')).toContainText('El dispositivo rechazó el cambio.', {
      timeout: 40_000,
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test(
  '[SHELL-8] an admin of a house sees the controls disabled, with one sentence why',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'admin');
    const room = card(page, 'Living Room');
    await expect(page.getByText('Only owners and members of this home can make changes.')).toHaveCount(1);
    await expect(setpointOf(room)).toHaveAttribute('aria-disabled', 'true');
    const before = await valueOf(setpointOf(room));
    await raiseOf(room).press('Enter');
    await setpointOf(room).press('ArrowUp');
    await expect(setpointOf(room)).toHaveAttribute('aria-valuenow', String(before));
    await expect(room.getByRole('radio', { name: 'Cool' })).toBeDisabled();
    await expect(card(page, 'Home Battery').getByRole('combobox', { name: 'Mode' })).toBeDisabled();
  },
);

test('[T-31] [UX-9] with readings older than 3 minutes nothing can be changed', LONG, async ({ page }) => {
  await changeDashboard(page, (answer) => ({
    ...answer,
    devices: answer.devices.map((device) => ({
      ...device,
      realtime: device.realtime.map((entry) => ({
        ...entry,
        time: new Date(Date.parse(entry.time) - 240_000).toISOString(),
      })),
    })),
  }));
  await openSignedIn(page, 'demo');
  const room = card(page, 'Living Room');
  await expect(room.getByText(/^This device’s latest data is more than 3 minutes old\./)).toBeVisible();
  await expect(room.getByRole('spinbutton')).toHaveCount(0);
  await expect(room.getByText('Inside now')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test(
  '[UX-36] without a connection nothing can be changed: one sentence for the page, cards show what was last known',
  LONG,
  async ({ page, context }) => {
    await openSignedIn(page, 'demo');
    const room = card(page, 'Living Room');
    await expect(setpointOf(room)).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/until then nothing can be changed/i)).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1);
    await expect(setpointOf(room)).toHaveAttribute('aria-disabled', 'true');
    await expect(room.getByText('No internet', { exact: true })).toBeVisible();
    await expect(room.getByText('Online', { exact: true })).toHaveCount(0);
    await expect(room.getByText('Inside now')).toBeVisible();
    await context.setOffline(false);
    await expect(setpointOf(room)).not.toHaveAttribute('aria-disabled', 'true');
    await expect(room.getByText('Online', { exact: true })).toBeVisible();
  },
);

test(
  '[OVR-1] [UX-17] a refresh that fails marks the controls as unreachable, the next good one clears it',
  LONG,
  async ({ page }) => {
    await installClock(page);
    await openSignedIn(page, 'demo');
    const room = card(page, 'Living Room');
    await expect(setpointOf(room)).toBeVisible();
    await page.route(DASHBOARD_CALL, (route) => route.abort());
    await page.clock.runFor(10_000);
    await expect(room.getByText('Device Unreachable')).toBeVisible();
    await expect(setpointOf(room)).toHaveCount(0);
    // Cards without controls say it as well.
    for (const title of ['Driveway Charger', 'Family Car']) {
      await expect(card(page, title).getByText('Device Unreachable')).toBeVisible();
      await expect(card(page, title).getByText('Last known', { exact: true })).toBeVisible();
    }
    await expect(card(page, 'Family Car').getByText(/^full by about /)).toHaveCount(0);
    await page.unroute(DASHBOARD_CALL);
    await page.clock.runFor(10_000);
    await expect(setpointOf(room)).toBeVisible();
  },
);
