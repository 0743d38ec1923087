import type { Page } from '@playwright/test';
import { installClock, pauseClock } from '../support/clock.ts';
import { changeDashboard, changeDevice, progressOf, valueOf } from '../devices/controls.ts';
import type { DashboardDevice } from '../devices/controls.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { card, openSignedIn } from '../support/signed-in.ts';

const withReadings = (
  device: DashboardDevice,
  values: Readonly<Record<string, string | number | boolean>>,
) => ({
  ...device,
  realtime: [
    ...device.realtime.filter(({ key }) => !Object.hasOwn(values, key)),
    ...Object.entries(values).map(([key, value]) => ({
      key,
      value,
      status: null,
      time: new Date().toISOString(),
    })),
  ],
});

/** Refused for good: after a lost answer the page would send the command again, and the device would change. */
const refuseCommands = (page: Page) =>
  page.route('**/command', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 422,
        code: 'mode_unknown',
        title: 'This device has no such mode.',
        detail: null,
        deviceId: 'x',
      }),
    }),
  );

interface Sent {
  readonly mode?: string;
  readonly heatSetpoint?: number;
  readonly coolSetpoint?: number;
}

const commandsOf = (page: Page): Sent[] => {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/command')) {
      sent.push((request.postDataJSON() as { body: Sent }).body);
    }
  });
  return sent;
};

test.describe('modes', () => {
  test('[DEV-5] a mode that switches the battery off asks first, with the focus on Cancel', async ({
    page,
  }) => {
    await refuseCommands(page);
    const sent = commandsOf(page);
    await installClock(page);
    await openSignedIn(page, 'demo');
    const mode = card(page, 'Home Battery').getByRole('combobox', { name: 'Mode' });
    const before = await mode.inputValue();
    await mode.selectOption('Safety shutdown');
    const dialog = page.getByRole('dialog', { name: 'Switch to “Safety shutdown”?' });
    await expect(dialog).toContainText('Your home has no backup power');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(mode).toHaveValue(before);
    await page.clock.runFor(7_000);
    expect(sent).toEqual([]);
    await mode.selectOption('Safety shutdown');
    await pauseClock(page);
    await dialog.getByRole('button', { name: 'Start anyway' }).click();
    await expect(mode).toHaveValue('SAFETY_SHUTDOWN');
    await page.clock.runFor(4_000);
    await expect.poll(() => sent).toEqual([{ mode: 'SAFETY_SHUTDOWN' }]);
    await page.clock.resume();
    await expect(mode).toHaveValue(before);
  });

  test('[CMD-2] leaving the grid asks after its form; cancelled, nothing is sent', LONG, async ({ page }) => {
    await refuseCommands(page);
    const sent = commandsOf(page);
    await installClock(page);
    await openSignedIn(page, 'makers');
    const battery = card(page, 'North Wall');
    const mode = battery.getByRole('combobox', { name: 'Mode' });
    const before = await mode.inputValue();
    await mode.selectOption('Disconnect from the grid');
    await battery.getByRole('button', { name: 'Start' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch to “Disconnect from the grid”?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(mode).toHaveValue(before);
    await page.clock.runFor(7_000);
    expect(sent).toEqual([]);
  });
});

test.describe('schedules', () => {
  test(
    '[SCHED-1] a schedule outside the limits says so where it is chosen; a draft cannot be chosen',
    LONG,
    async ({ page }) => {
      const name = 'Staff Kitchen Tank';
      await changeDashboard(page, (answer) => {
        const device = answer.devices.find((candidate) => candidate.name === name);
        const warm = answer.schedules.find(
          (schedule) => schedule.deviceId === device?.id && schedule.name === 'Always warm',
        );
        if (!device || !warm) throw new Error('The demo lacks the schedule.');
        const changed = {
          ...device,
          deviceSettings: [{ key: 'hwh-min-set-temperature' as const, value: 125 }],
          activeSchedule: { name: warm.name, uid: warm.uid, deviceId: device.id },
        };
        return { ...answer, devices: answer.devices.map((other) => (other === device ? changed : other)) };
      });
      await openSignedIn(page, 'makers');
      const heater = card(page, name);
      const schedule = heater.getByRole('combobox', { name: 'Schedule' });
      await expect(schedule.locator('option:checked')).toHaveText('Always warm (outside your limits)');
      await expect(
        heater.getByText(
          'This schedule asks for 120 °F. Your limits allow 125 °F at least, so that step is not sent.',
        ),
      ).toBeVisible();
      await expect(schedule.locator('option', { hasText: 'Holiday draft' })).toHaveAttribute('disabled', '');
    },
  );
});

test.describe('setpoints', () => {
  test(
    '[DEV-7] [REC-1] in auto mode both setpoints can be changed, apart by the dead band',
    LONG,
    async ({ page }) => {
      const sent = commandsOf(page);
      await openSignedIn(page, 'makers');
      const room = card(page, 'Library');
      await room.getByRole('combobox', { name: 'Mode' }).selectOption('Auto');
      await expect(progressOf(room)).toHaveCount(0, { timeout: 30_000 });
      sent.length = 0;
      const heat = room.getByRole('spinbutton', { name: 'Heat to' });
      const cool = room.getByRole('spinbutton', { name: 'Cool to' });
      const heatBefore = await valueOf(heat);
      await expect(cool).toHaveAttribute('aria-valuemin', String(heatBefore + 3));
      await room.getByRole('button', { name: 'Lower Library heating temperature' }).click();
      await expect(heat).toHaveAttribute('aria-valuenow', String(heatBefore - 1));
      await expect(cool).toHaveAttribute('aria-valuemin', String(heatBefore + 2));
      await expect(progressOf(room)).toHaveCount(0, { timeout: 30_000 });
      expect(sent).toEqual([{ heatSetpoint: heatBefore - 1 }]);
      await cool.focus();
      await cool.press('Home');
      await expect(cool).toHaveAttribute('aria-valuenow', String(heatBefore + 2));
      await expect(room.getByText(`Minimum ${heatBefore + 2} °F`)).toBeVisible();
      await expect(progressOf(room)).toHaveCount(0, { timeout: 30_000 });
      expect(sent.slice(1)).toEqual([{ coolSetpoint: heatBefore + 2 }]);
      await expect(heat).toHaveAttribute('aria-valuenow', String(heatBefore - 1));
    },
  );
});

test(
  '[DEV-5] [UX-10] what a device does: the delay of a compressor, the next step of a schedule, a car that charges and one that is full',
  LONG,
  async ({ page }) => {
    let level = 0.5;
    await changeDevice(page, 'Living Room', (device) =>
      withReadings(device, {
        'thermostat-mode': 'cool',
        'thermostat-cool-setpoint': 72,
        'thermostat-actual-temperature': 79,
        'hvac-equipment-status': 'off',
        'thermostat-hold': true,
      }),
    );
    await changeDevice(page, 'Family Car', (device) =>
      withReadings(device, {
        'ev-battery-level': level,
        'ev-battery-capacity': 75_000,
        'ev-home-power': 7_500,
        'ev-away-power': 0,
        'ev-charging-status': 'CHARGING',
      }),
    );
    await openSignedIn(page, 'demo');
    const room = card(page, 'Living Room');
    await expect(room.getByText('Waiting to start (compressor delay)')).toBeVisible();
    await expect(room.getByText('on hold, not on its schedule')).toBeVisible();
    await expect(
      card(page, 'Garage Water Heater').getByText(/^\d+\s°F until \d+:\d\d\s[AP]M · Weekday mornings$/),
    ).toBeVisible();
    const car = card(page, 'Family Car');
    await expect(car.getByText('7.5 kW')).toBeVisible();
    await expect(car.getByText(/^full by about \d+:\d\d\s[AP]M$/)).toBeVisible();
    level = 1;
    await page.reload();
    await expect(car.getByText('Fully charged')).toBeVisible();
    await expect(car.getByText('ready to go')).toBeVisible();
  },
);
