import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { MINUTE } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { changeDashboard } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { coming } from '../events/event-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { openSignedIn, region } from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';

type Device = Dashboard['devices'][number];
type Values = Readonly<Record<string, number>>;

const METERS = ['power', 'evse-power', 'ev-home-power', 'battery-power', 'pv-power', 'battery-house-power'];

interface Scene {
  /** W by key; other meters stand at zero. */
  values: Values;
  readonly offline?: Device['kind'];
}

/** Readings of now, of a home whose meters say what the scene says. */
const showPower = (page: Page, scene: () => Scene) =>
  changeDashboard(page, (answer) => {
    const { values, offline } = scene();
    const devices = answer.devices.map((device): Device => ({
      ...device,
      realtime: device.realtime.map((entry) => {
        const isOffline = device.kind === offline;
        return {
          ...entry,
          ...(METERS.includes(entry.key) ? { value: values[entry.key] ?? 0 } : {}),
          ...(entry.key === 'status'
            ? { status: isOffline ? ('OFFLINE' as const) : ('ONLINE' as const) }
            : {}),
          time: new Date().toISOString(),
        };
      }),
    }));
    return { ...answer, devices };
  });

const widget = (page: Page) => page.getByRole('region', { name: 'Power now' });

test('[DASH-1] [UX-9] power now: what the home draws, makes and stores, in figures and in words, without a call of its own', async ({
  page,
}) => {
  let scene: Scene = { values: { 'battery-power': -1_000, 'pv-power': 4_200, 'battery-house-power': 2_800 } };
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await showPower(page, () => scene);
  await openSignedIn(page, 'demo');
  const power = widget(page);
  await expect(power.getByText('Home2.8 kW', { exact: true })).toBeVisible();
  await expect(power.getByText('Solar4.2 kW')).toBeVisible();
  await expect(power.getByText('Into battery1.0 kW')).toBeVisible();
  await expect(power.getByText('To grid0.4 kW')).toBeVisible();
  await expect(power).toContainText(
    'Your home runs on the sun. 1.0\u00A0kW charges the battery. 0.4\u00A0kW goes to the grid.',
  );
  await expect(power.getByText(/^Updated \d+\ss ago$/)).toBeVisible();
  await expectAccessible(page, 'section[aria-label="Power now"]');

  scene = { values: { 'battery-power': 1_500, 'battery-house-power': 2_000 } };
  await returnToTab(page);
  await expect(power).toContainText('Your home runs on the battery and the grid.');
  await expect(power.getByText('From battery1.5 kW')).toBeVisible();
  await expect(power.getByText('From grid0.5 kW')).toBeVisible();
  await expect(power.getByText('Solar')).toHaveCount(0);

  // From one place to another, at any power: the devices that are measured and the rest add up to it.
  for (const [watts, told] of [
    [300, '0.3'],
    [8_400, '8.4'],
  ] as const) {
    scene = { values: { 'battery-house-power': watts } };
    await returnToTab(page);
    await expect(power.getByText(`From grid${told} kW`)).toBeVisible();
    await expect(power.getByRole('listitem')).toHaveText([
      /0\.0\skW$/,
      /0\.0\skW$/,
      new RegExp(`(Rest of the home|and the rest)${told.replace('.', '\\.')}\\skW$`),
    ]);
  }
  await expectAccessible(page, 'section[aria-label="Power now"]');

  // Nobody tells of the whole home then, and the last words of the battery are not those of now.
  scene = {
    values: { power: 4_500, 'battery-power': 1_500, 'battery-house-power': 2_000 },
    offline: 'battery',
  };
  await returnToTab(page);
  await expect(power.getByText('Measured devices4.5 kW')).toBeVisible();
  await expect(power).toContainText('Garage Water Heater4.5\u00A0kW');
  await expect(power).toContainText('Only devices that measure their power are counted.');
  await expect(power).toContainText('Home Battery is not counted: no new readings.');
  await expect(power.getByText(/From battery|Home2/)).toHaveCount(0);
  expect(calls.filter((path) => path.includes('power'))).toEqual([]);
});

test(
  '[DASH-1] [UX-36] figures of power now are not kept when no reading comes any more, and return with the next',
  LONG,
  async ({ page, context }) => {
    await installClock(page);
    let watts = 2_800;
    await showPower(page, () => ({ values: { 'battery-house-power': watts } }));
    await openSignedIn(page, 'demo');
    const power = widget(page);
    await expect(power.getByText('Home2.8 kW', { exact: true })).toBeVisible();
    await pauseClock(page);
    await context.setOffline(true);
    await page.clock.runFor(4 * MINUTE);
    await expect(power).toContainText('No device has reported its power in the last 3 minutes.');
    await expect(power.getByText('Home2.8 kW', { exact: true })).toHaveCount(0);
    watts = 900;
    await context.setOffline(false);
    await page.clock.resume();
    // For a page that is four minutes ahead of the server all its readings would be too old.
    await page.clock.setSystemTime(new Date());
    await returnToTab(page);
    await expect(power.getByText('Home0.9 kW', { exact: true })).toBeVisible();
  },
);

test(
  '[UX-8] [DASH-1] on a phone the closed header tells the figure, and stands above the devices with an event too',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    let hasEvent = false;
    await showPower(page, () => ({
      values: { 'pv-power': 4_200, 'battery-power': -1_000, 'battery-house-power': 2_800 },
    }));
    await showEvents(page, (devices) => (hasEvent ? dispatchOf(devices, coming()) : []));
    await openSignedIn(page, 'demo');
    const header = page.getByRole('button', { name: /^Power now/ });
    const isBelowDevices = () =>
      header.evaluate((button) => {
        const devices = document.querySelector('[aria-labelledby=devices-title]');
        return devices?.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING;
      });
    await expect(header).toHaveText(/^Power now2\.8\skW\s·\sSolar 4\.2\skW$/);
    expect(await isBelowDevices()).toBe(false);
    await header.click();
    await expect(region(page, 'Power now')).toContainText('4.2 kW');
    await header.click();
    hasEvent = true;
    await returnToTab(page);
    await expect(page.getByText(/^Peak event/).first()).toBeVisible();
    expect(await isBelowDevices()).toBe(false);
  },
);
