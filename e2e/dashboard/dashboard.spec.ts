import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { HOUR } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { pastDayOf } from '../devices/device-screen.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { DASHBOARD_CALL, card, cards, dashboardOf, openSignedIn, heading } from '../support/signed-in.ts';

/** Answers the dashboard call with readings that had the given age at the first call, whatever the server's are. */
const readingsOfAge = (page: Page, seconds: number) => {
  let time: string | null = null;
  return page.route(DASHBOARD_CALL, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Dashboard;
    const now = Date.parse(response.headers()['date'] ?? '');
    time ??= new Date(now - seconds * 1_000).toISOString();
    const devices = answer.devices.map((device) => ({
      ...device,
      realtime: device.realtime.map((entry) => ({ ...entry, time })),
    }));
    await route.fulfill({ response, json: { ...answer, devices } });
  });
};

test('[DEV-1] [UX-9] [UX-10] one card per device: title, badge, figures with their units, words', async ({
  page,
}) => {
  await openSignedIn(page, 'demo');
  await expect(cards(page)).toHaveCount(6);
  // The homes live: the figures move, their units and words do not.
  const shown: readonly (readonly [title: string, ...texts: (string | RegExp)[]])[] = [
    [
      'Living Room',
      /Inside now\d+°F/,
      /(Heat|Cool) to/,
      /Idle|Cooling|Heating|Waiting/,
      /on its own schedule|on hold, not on its schedule|set in the app/,
    ],
    ['Bedroom Window AC', /Inside now\d+°F/, /Cool to\d+°F/, 'Energy saver'],
    ['Garage Water Heater', /Tank\d+°F/, /Heat to\d+°F/, /Idle|Heating/, 'Hybrid'],
    [
      'Home Battery',
      /Charged\d+%/,
      /\d+\.\d of 13\.5\skWh/,
      /Resting|(Charging|Powering the home) \d+\.\d\skW/,
      /Solar \d+\.\d\skW/,
      /House circuits \d+\.\d\skW/,
    ],
    [
      'Driveway Charger',
      /Power now\d\.\dkW/,
      /(?:\d\.\d of|Up to) 7\.7\skW/,
      /Cable(Plugged in|Not plugged in)/,
      'Power limitFull power',
    ],
    [
      'Family Car',
      /Charged\d+%/,
      /Range\d+\smi/,
      /\d+\.\d of \d+\.\d\skWh/,
      /Cable(Plugged in|Not plugged in)/,
    ],
  ];
  for (const [title, ...texts] of shown) {
    const deviceCard = card(page, title);
    await expect(deviceCard.getByRole('heading', { level: 3 })).toHaveText(title);
    await expect(deviceCard.getByText('Online', { exact: true })).toBeVisible();
    for (const text of texts) await expect(deviceCard).toContainText(text);
    await expect(deviceCard.getByText(/^\d+\s(s|min|h) ago$/)).toBeVisible();
  }
  const level = card(page, 'Home Battery').getByRole('img', { name: /^Charge level: \d+%$/ });
  await expect(level).toBeVisible();
});

test(
  '[DEV-1] in the house of every maker each device has its card, and those without a name are named',
  LONG,
  async ({ page }) => {
    const session = await openSignedIn(page, 'makers');
    const { devices } = await dashboardOf(page, session);
    expect(devices.length).toBeGreaterThan(35);
    await expect(cards(page)).toHaveCount(devices.length);
    const titles = ['Honeywell Device Control', 'Reliance Device Control', 'eRadio Device Status', 'Kia'];
    const headings = await page.getByRole('heading', { level: 3 }).allTextContents();
    expect(devices.filter(({ name }) => name === null)).toHaveLength(titles.length);
    expect(
      headings.filter((title) => /Device (Control|Status)$/.test(title) || title === 'Kia').toSorted(),
    ).toEqual(titles.toSorted());
    const links = await page
      .getByRole('link', { name: /^Settings of / })
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(devices.map(({ id }) => `#/device/${id}`));
  },
);

test('[DEV-2] [UX-17] a device that is offline says so, what to do, and when it was last seen', async ({
  page,
}) => {
  await openSignedIn(page, 'makers');
  const offline = card(page, 'Shed AC');
  await expect(offline.getByText('Offline', { exact: true })).toBeVisible();
  await expect(offline.getByText('Device Offline')).toBeVisible();
  await expect(offline.getByText('Reconnect your device to see control options.')).toBeVisible();
  await expect(offline.getByText(/^Last seen /)).toBeVisible();
  await expect(offline.getByText('Inside now')).toHaveCount(0);

  const mysa = card(page, 'Bathroom Baseboard');
  await expect(mysa.getByText('Offline', { exact: true })).toBeVisible();
  await expect(mysa.getByText(/^\d+°F$/).first()).toBeVisible();
  await expect(mysa.getByText('Device Offline')).toHaveCount(0);
  // What it did when it was last heard says nothing about now.
  await expect(mysa.getByText(/^(Heating|Idle)$/)).toHaveCount(0);
});

test('[UX-37] a house without devices says what to do next', LONG, async ({ page }) => {
  await openSignedIn(page, 'empty');
  await expect(heading(page)).toContainText('June');
  await expect(page.getByText('No devices yet')).toBeVisible();
  await expect(page.getByText('support@sunvale.example to add one.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'You hear about each event' })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test(
  '[UX-9] the shown age of a reading counts up; an old reading is dimmed and never blanked',
  LONG,
  async ({ page }) => {
    await installClock(page);
    await readingsOfAge(page, 5);
    await openSignedIn(page, 'demo');
    const battery = card(page, 'Home Battery');
    const level = battery.getByText(/^\d+%$/);
    const line = battery.getByText(/ ago$/);
    const colour = () => level.evaluate((element) => getComputedStyle(element).color);
    const age = async () => Number(/\d+/.exec((await line.textContent()) ?? '')?.[0]);
    await expect(line).toBeVisible();
    await pauseClock(page);
    const fresh = await colour();
    expect(fresh).toBe(await heading(page).evaluate((element) => getComputedStyle(element).color));
    const before = await age();
    expect(before).toBeLessThan(30);
    await page.clock.runFor(4_000);
    // The age is rounded, and drawn once a second.
    await expect.poll(age).toBeGreaterThanOrEqual(before + 3);
    await page.clock.resume();

    await page.unroute(DASHBOARD_CALL);
    await readingsOfAge(page, 250);
    await page.reload();
    await expect(line).toHaveText('Updated 4 min ago');
    await expect(level).toBeVisible();
    expect(await colour()).not.toBe(fresh);
  },
);

test('[DASH-1] the greeting follows the hour at the house', LONG, async ({ page }) => {
  const halfPastSeven = new Date(pastDayOf(24).start.getTime() + 7.5 * HOUR);
  await installClock(page, halfPastSeven);
  await openSignedIn(page, 'demo');
  await expect(heading(page)).toHaveText('Good morning, Maya');
});
