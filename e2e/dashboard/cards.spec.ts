import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { changeDashboard, progressOf, setpointOf, valueOf } from '../devices/controls.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, contrastsOf } from '../support/layout-checks.ts';
import { card, openSignedIn, waitForLateParts } from '../support/signed-in.ts';

type DashboardDevice = Dashboard['devices'][number];

/** Changes one device in every dashboard answer. */
const changeDevice = (page: Page, name: string, change: (device: DashboardDevice) => DashboardDevice) =>
  changeDashboard(page, (answer) => ({
    ...answer,
    devices: answer.devices.map((device) => (device.name === name ? change(device) : device)),
  }));

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
    await mode.selectOption('Off');
    const dialog = page.getByRole('dialog', { name: 'Switch to “Off”?' });
    await expect(dialog).toContainText('There is no backup power');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(mode).toHaveValue(before);
    await page.clock.runFor(7_000);
    expect(sent).toEqual([]);
    await mode.selectOption('Off');
    await pauseClock(page);
    await dialog.getByRole('button', { name: 'Start anyway' }).click();
    await expect(mode).toHaveValue('off');
    await page.clock.runFor(4_000);
    await expect.poll(() => sent).toEqual([{ mode: 'off' }]);
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

  test(
    '[DEV-5] a water heater that heats by its heat pump says so in both languages',
    LONG,
    async ({ page }) => {
      for (const [language, label] of [
        ['en', 'Heat pump only'],
        ['es', 'Solo bomba de calor'],
      ] as const) {
        await openSignedIn(page, 'makers', { language });
        const mode = card(page, 'Staff Kitchen Tank').locator('option[value="E_HEAT"]');
        await expect(mode).toHaveText(label);
      }
    },
  );
});

test.describe('schedules', () => {
  test(
    '[SCHED-1] a schedule outside the limits says so where it is chosen; a draft cannot be chosen',
    LONG,
    async ({ page }) => {
      const name = 'Staff Kitchen Tank';
      await changeDashboard(page, (answer) => {
        const device = answer.devices.find((one) => one.name === name);
        const warm = answer.schedules.find(
          (one) => one.deviceId === device?.id && one.name === 'Always warm',
        );
        if (!device || !warm) throw new Error('The demo lacks the schedule.');
        const changed = {
          ...device,
          deviceSettings: [{ key: 'hwh-min-set-temperature' as const, value: 125 }],
          activeSchedule: { name: warm.name, uid: warm.uid, deviceId: device.id },
        };
        return { ...answer, devices: answer.devices.map((one) => (one === device ? changed : one)) };
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

  test('[UX-10] a water heater on a schedule tells the next step', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo');
    await expect(
      card(page, 'Garage Water Heater').getByText(/^Next: \d+ °F at \d+:\d\d\s[AP]M$/),
    ).toBeVisible();
  });
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

  test(
    '[DEV-7] switched off, a thermostat still shows and takes its cooling setpoint',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await changeDevice(page, 'Office', (device) => withReadings(device, { 'thermostat-mode': 'off' }));
      await openSignedIn(page, 'makers');
      const target = setpointOf(card(page, 'Office'));
      const before = await valueOf(target);
      // The edit is never sent.
      await pauseClock(page);
      await card(page, 'Office').getByRole('button', { name: 'Lower Office temperature' }).click();
      await expect(target).toHaveAttribute('aria-valuenow', String(before - 1));
    },
  );

  test(
    '[DEV-3] [DEV-5] thermostats that another app controls show their temperature beside the notice',
    LONG,
    async ({ page }) => {
      await openSignedIn(page, 'makers');
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
    },
  );
});

test.describe('what a device does', () => {
  test(
    '[DEV-5] a room far from its setpoint whose equipment rests: compressor delay',
    LONG,
    async ({ page }) => {
      await changeDevice(page, 'Living Room', (device) =>
        withReadings(device, {
          'thermostat-mode': 'cool',
          'thermostat-cool-setpoint': 72,
          'thermostat-actual-temperature': 79,
          'hvac-equipment-status': 'off',
          'thermostat-hold': true,
        }),
      );
      await openSignedIn(page, 'demo');
      const room = card(page, 'Living Room');
      await expect(room.getByText('Waiting to start (compressor delay)')).toBeVisible();
      await expect(room.getByText('on hold')).toBeVisible();
    },
  );

  test(
    '[DEV-5] a car that charges shows its power and when it is full; a full one is ready',
    LONG,
    async ({ page }) => {
      let level = 0.5;
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
      const car = card(page, 'Family Car');
      await expect(car.getByText('7.5 kW')).toBeVisible();
      await expect(car.getByText(/^full by about \d+:\d\d\s[AP]M$/)).toBeVisible();
      level = 1;
      await page.reload();
      await expect(car.getByText('Fully charged')).toBeVisible();
      await expect(car.getByText('ready to go')).toBeVisible();
    },
  );
});

test.describe('layout', () => {
  test(
    '[UX-10] cards of a line share their rows, also where one title takes two lines',
    LONG,
    async ({ page }) => {
      await changeDevice(page, 'Bedroom Window AC', (device) => ({
        ...device,
        name: 'Guest Bedroom Window Air Conditioner upstairs',
      }));
      await openSignedIn(page, 'demo');
      const titles = ['Living Room', 'Guest Bedroom Window Air Conditioner upstairs', 'Garage Water Heater'];
      const rowsOf = async (title: string) => {
        const one = card(page, title);
        const parts = [
          one.getByText(/^(Inside now|Tank)$/),
          one.getByRole('spinbutton'),
          one.getByRole('combobox').first(),
          one.getByText(/^Updated /),
        ];
        const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
        return boxes.map((box) => Math.round(box?.y ?? -1));
      };
      /** Parts that stand higher or lower than those of the first card. */
      const misplaced = async () => {
        const [first = [], ...others] = await Promise.all(titles.map(rowsOf));
        return others.flatMap((rows) => rows.filter((row, index) => row !== first[index]));
      };
      await expect(card(page, 'Living Room').getByRole('spinbutton')).toBeVisible();
      await expect.poll(misplaced).toEqual([]);
    },
  );

  test('[DEV-1] the header of a card leads to the device, as the gear does', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo');
    const room = card(page, 'Living Room');
    const address = await room.getByRole('link', { name: 'Settings of Living Room' }).getAttribute('href');
    await expect(room.getByRole('link', { name: 'Living Room', exact: true })).toHaveAttribute(
      'href',
      address ?? '',
    );
    // Not only the words: the status below them as well.
    const online = room.getByText('Online', { exact: true });
    // What comes late stands above the cards.
    await waitForLateParts(page);
    await online.scrollIntoViewIfNeeded();
    const status = await online.boundingBox();
    if (!status) throw new Error('The card has no status.');
    await page.mouse.click(status.x + status.width / 2, status.y + status.height / 2);
    await expect(page).toHaveURL(new RegExp(`${address ?? 'none'}$`));
  });

  test('[UX-18] selects carry their label and are not zoomed into on a phone', LONG, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openSignedIn(page, 'demo');
    const heater = card(page, 'Garage Water Heater');
    await expect(heater.getByText('Mode', { exact: true })).toBeVisible();
    await expect(heater.getByText('Schedule', { exact: true })).toBeVisible();
    const size = await heater
      .getByRole('combobox', { name: 'Mode' })
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(16);
  });

  test('[UX-40] no value of a card is cut, at any width', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo', { language: 'es' });
    await expect(card(page, 'Garage Water Heater').getByRole('combobox', { name: 'Horario' })).toBeVisible();
    await waitForLateParts(page);
    for (const width of [320, 375, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
    }
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`[UX-39] in the ${theme} theme the selected segment stands out`, LONG, async ({ page }) => {
      await openSignedIn(page, 'demo', { theme });
      const selected = card(page, 'Living Room').locator('input:checked + span');
      const { border } = await contrastsOf(selected);
      expect(border).toBeGreaterThanOrEqual(3);
    });
  }

  test('[UX-39] forced colours mark only the selected segment', LONG, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openSignedIn(page, 'demo');
    const segments = card(page, 'Living Room').locator('fieldset span');
    await expect(segments.first()).toBeVisible();
    const marked = await segments.evaluateAll((all) => {
      const grounds = all.map((one) => getComputedStyle(one).backgroundColor);
      const usual = getComputedStyle(document.body).backgroundColor;
      const borders = all.map((one) => getComputedStyle(one).borderTopColor);
      return all.filter((_, index) => borders[index] !== usual || grounds[index] === borders[index]).length;
    });
    expect(marked).toBe(1);
  });
});
