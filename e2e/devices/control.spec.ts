import type { Locator, Page } from '@playwright/test';
import { installClock, pauseClock } from '../support/clock.ts';
import { coolLivingRoom, lowerOf, setpointOf, progressOf, raiseOf, valueOf } from './controls.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import {
  asBearer,
  card,
  dashboardOf,
  openSignedIn,
  houseIdOf,
  waitForLateParts,
  toasts,
} from '../support/signed-in.ts';

test.beforeEach(({ page }) => coolLivingRoom(page));

/** Opens the dashboard and stops its clock: what is edited is shown, and never sent. */
const openWithoutSending = async (page: Page) => {
  await installClock(page);
  await openSignedIn(page, 'demo');
  const room = card(page, 'Living Room');
  const target = setpointOf(room);
  await expect(target).toBeVisible();
  // What comes late moves the cards, and does not come any more once the clock stands.
  await waitForLateParts(page);
  await pauseClock(page);
  return { room, target };
};

test('[REC-1] [DEV-6] [UX-11] [UX-14] [UX-16] five quick steps end in one command, which the device confirms', async ({
  page,
}) => {
  await installClock(page);
  await openSignedIn(page, 'demo');
  const room = card(page, 'Living Room');
  const target = setpointOf(room);
  const before = await valueOf(target);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/command')) sent.push(request.postDataJSON());
  });
  const less = lowerOf(room);
  await pauseClock(page);
  for (let step = 0; step < 5; step += 1) await less.click();
  await expect(target).toHaveAttribute('aria-valuenow', String(before - 5));
  await expect(room.getByText('Sending…')).toBeVisible();
  await page.clock.resume();
  // The mark goes away without a toast once the device shows the new value.
  await expect(progressOf(room)).toHaveCount(0, { timeout: 30_000 });
  await expect(target).toHaveAttribute('aria-valuenow', String(before - 5));
  expect(sent).toHaveLength(1);
  await expect(toasts(page)).toBeEmpty();
  await page.reload();
  await expect(target).toHaveAttribute('aria-valuenow', String(before - 5));
});

test('[UX-13] [UX-11] [DEV-6] the value takes keys, typing and a held button, never leaves its range, and says why it stops', async ({
  page,
}) => {
  const { room, target } = await openWithoutSending(page);
  const before = await valueOf(target);
  await target.focus();
  await target.press('ArrowDown');
  await expect(target).toHaveAttribute('aria-valuenow', String(before - 1));
  await target.press('PageUp');
  await expect(target).toHaveAttribute('aria-valuenow', String(before + 4));
  await target.pressSequentially('70');
  await target.press('Enter');
  await expect(target).toHaveAttribute('aria-valuenow', '70');
  await expect(target).toHaveAttribute('aria-valuetext', '70 degrees, Cool');
  await target.pressSequentially('999');
  await target.press('Enter');
  // A slip is not taken for the limit: it is told.
  await expect(target).toHaveAttribute('aria-valuenow', '70');
  await expect(room.getByText(/^Maximum \d+ °F$/)).toBeVisible();
  await target.press('End');
  const max = await valueOf(target);
  await expect(target).toHaveAttribute('aria-valuemax', String(max));
  const more = raiseOf(room);
  await expect(more).toHaveAttribute('aria-disabled', 'true');
  await expect(more).toHaveAccessibleDescription(`Maximum ${max} °F`);
  await expect(room.getByText(`Maximum ${max} °F`)).toBeVisible();
  await more.press('Enter');
  await more.press(' ');
  await expect(target).toHaveAttribute('aria-valuenow', String(max));
  await target.press('Home');
  const min = await valueOf(target);
  await expect(target).toHaveAttribute('aria-valuemin', String(min));
  await expect(lowerOf(room)).toHaveAccessibleDescription(`Minimum ${min} °F`);

  // A button that is held repeats.
  await more.hover();
  await page.mouse.down();
  await page.clock.runFor(450 + 2 * 120);
  await expect.poll(() => valueOf(target)).toBeGreaterThanOrEqual(min + 3);
  await page.mouse.up();
  const after = await valueOf(target);
  await page.clock.runFor(1_000);
  await expect(target).toHaveAttribute('aria-valuenow', String(after));
});

/** Scrolls to the top once the page rests: the scroll of a finger goes on after the finger was lifted. */
const scrollToTop = async (page: Page): Promise<void> => {
  let last = Number.NaN;
  const rests = async () => {
    const before = last;
    last = await page.evaluate(() => scrollY);
    return last === before;
  };
  await expect.poll(rests).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
};

/** A finger that goes down on the element and moves up 200 px. */
const swipeUp = async (page: Page, start: Locator): Promise<void> => {
  const box = await start.boundingBox();
  if (!box) throw new Error('There is nothing to touch.');
  const touch = await page.context().newCDPSession(page);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let moved = 20; moved <= 200; moved += 20) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - moved }] });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

test.describe('by touch', () => {
  test.use({
    hasTouch: true,
    viewport: { width: 375, height: 700 },
    // The browser's word on a finger that comes down while the page still scrolls.
    expectedError: /^Ignored attempt to cancel a touch(start|end) event/,
  });

  test(
    '[UX-12] a scroll that starts on a control changes nothing, and a tap on + and - does',
    LONG,
    async ({ page }) => {
      const { room, target } = await openWithoutSending(page);
      const before = await valueOf(target);
      const more = raiseOf(room);
      for (const start of [more, target, room.getByRole('radio', { name: 'Heat' })]) {
        await scrollToTop(page);
        await swipeUp(page, start);
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
        await expect(target).toHaveAttribute('aria-valuenow', String(before));
        await expect(room.getByRole('radio', { name: 'Cool' })).toBeChecked();
      }
      await scrollToTop(page);
      await more.tap();
      await expect(target).toHaveAttribute('aria-valuenow', String(before + 1));
      await lowerOf(room).tap();
      await expect(target).toHaveAttribute('aria-valuenow', String(before));
    },
  );
});

test(
  '[UX-18] [DEV-7] mode and fan have names and a checked state, and the shown setpoint follows the mode',
  LONG,
  async ({ page }) => {
    const { room } = await openWithoutSending(page);
    const modes = room.getByRole('group', { name: 'Mode' });
    await expect(modes.getByRole('radio', { name: 'Cool' })).toBeChecked();
    await expect(room.getByRole('combobox', { name: 'Fan' })).toHaveValue('auto');
    const cool = await valueOf(setpointOf(room));
    await modes.getByRole('radio', { name: 'Heat' }).click();
    await expect(modes.getByRole('radio', { name: 'Heat' })).toBeChecked();
    await expect(setpointOf(room)).not.toHaveAttribute('aria-valuenow', String(cool));
    await modes.getByRole('radio', { name: 'Heat' }).press('ArrowLeft');
    await expect(modes.getByRole('radio', { name: 'Cool' })).toBeChecked();
    await expect(setpointOf(room)).toHaveAttribute('aria-valuenow', String(cool));

    // Vacation pauses the schedule.
    const heater = card(page, 'Garage Water Heater');
    await heater.getByRole('combobox', { name: 'Mode' }).selectOption('Vacation');
    const schedule = heater.getByRole('combobox', { name: 'Schedule' });
    await expect(schedule).toBeDisabled();
    await expect(schedule.locator('option:checked')).toHaveText('Paused');
  },
);

test('[DEV-4] [REC-3] a water heater follows the schedule chosen for it; "No schedule" takes it away', async ({
  page,
}) => {
  const session = await openSignedIn(page, 'makers');
  const heater = card(page, 'Staff Kitchen Tank');
  const schedule = heater.getByRole('combobox', { name: 'Schedule' });
  const { devices } = await dashboardOf(page, session);
  const device = devices.find(({ name }) => name === 'Staff Kitchen Tank');
  const active = async () => {
    const address = `/api/house/${houseIdOf(session)}/device/${device?.id}/active-schedule`;
    const answer = await page.request.get(address, asBearer(session));
    return ((await answer.json()) as { name: string }).name;
  };
  await schedule.selectOption('Always warm');
  await expect(schedule).toBeEnabled();
  await expect.poll(active).toBe('Always warm');
  await page.reload();
  await expect(schedule.locator('option:checked')).toHaveText('Always warm');
  await schedule.selectOption('No schedule');
  await expect(schedule).toBeEnabled();
  await expect.poll(active).toBe('--');
});

test(
  '[CMD-2] [DEV-5] a mode that takes parameters opens its form, refuses what does not fit and sends what does',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'makers');
    const battery = card(page, 'North Wall');
    const sent: { body: { mode: string; parameters: Record<string, unknown> } }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/command')) {
        sent.push(request.postDataJSON() as (typeof sent)[number]);
      }
    });
    await battery.getByRole('combobox', { name: 'Mode' }).selectOption('Charge from grid at a set power');
    await expect(battery.getByText('Not started yet.')).toBeVisible();
    const power = battery.getByLabel('Power (W)');
    const startButton = battery.getByRole('button', { name: 'Start' });
    // Without a rate it would run at the full one.
    await startButton.click();
    await expect(power).toHaveAccessibleDescription(/Enter one of these values\.$/);
    await power.fill('20000');
    await power.blur();
    await expect(power).toHaveAccessibleDescription('Not accepted: enter a number from 0 to 10,000.');
    await expect(power).toHaveAttribute('aria-invalid', 'true');
    await startButton.click();
    await expect(battery.getByText('Not started yet.')).toBeVisible();
    const accepted = page.waitForResponse('**/command');
    await power.fill('2500');
    // The two say the same in different measures: only the one that was named is in force.
    await expect(battery.getByLabel('Share of the maximum (%)')).toHaveValue('');
    await expectAccessible(page, 'main li:nth-child(-n + 3)');
    await power.press('Enter');
    expect((await accepted).status()).toBe(202);
    await expect(progressOf(battery)).toHaveCount(0, { timeout: 30_000 });
    const last = sent.at(-1)?.body;
    expect(sent).toHaveLength(1);
    expect(last?.mode).toBe('CHARGEFROMGRID_BYPOWER');
    expect(last?.parameters).toMatchObject({ watts: 2500, loadSupportEnabled: true });
    expect(last?.parameters).not.toHaveProperty('percent');
  },
);
