import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import { MINUTE } from '#domain/time/time.ts';
import { LONG, expect } from '../support/fixtures.ts';
import { signInOperator } from '../support/operator-command.ts';
import { card, goTo, newSession, openSignedIn, region } from '../support/signed-in.ts';
import { newestReading, prepareHome, reported, test } from './any-time-server.ts';
import { untilShown } from './event-screen.ts';

/** What the water heater draws, and the house's day of that reading. */
const powerOfHeater = async (page: Page, session: SignedIn) => {
  const reading = await newestReading(page, session, 'Garage Water Heater', 'power');
  const day = new Date(reading?.time ?? 0).toLocaleDateString('sv-SE', { timeZone: 'America/Denver' });
  return { watts: Number(reading?.value), day };
};

/** Waits until the water heater draws as much, or as little; false: it did not for a minute and a half. */
const isPowerReached = (page: Page, session: SignedIn, isReached: (watts: number) => boolean) =>
  expect
    .poll(async () => isReached((await powerOfHeater(page, session)).watts), { timeout: 90_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );

/** What the table of the power plot says of a day: of each row the mean of a while, its lowest and its highest. */
const wattsOf = async (page: Page, device: string, day: string): Promise<readonly number[][]> => {
  await goTo(page, `/device/${device}?date=${day}`);
  const power = region(page, 'Power');
  await power.getByRole('button', { name: /Show table$/ }).click();
  await expect(power.getByRole('row').nth(1)).toBeVisible();
  const cells = await power.getByRole('row').locator('td:last-child').allInnerTexts();
  await goTo(page, '/user-home');
  return cells.map((cell) => (cell.match(/[\d,]+/g) ?? []).map((text) => Number(text.replaceAll(',', ''))));
};

/** The next call of this name gets no answer. */
const loseOne = (page: Page, call: string) =>
  page.route(`**/event/*/${call}`, (route) => route.abort(), { times: 1 });

test.use({ expectedError: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

test(
  '[OPT-1] [OPT-2] [OVR-1] [DET-2] [UX-20] [UX-22] [UX-24] an event of room and water that the operator’s command orders is seen coming, load drops, one device is eased, one taken out and joined again, with a reload, a second tab, a lost network and failing calls between',
  LONG,
  async ({ page, context, server }) => {
    // It waits for devices and for the server's sweeps many times.
    test.setTimeout(450_000);
    const operator = await signInOperator(server);
    await operator.run('stop-all');
    const session = await newSession(page, 'demo');
    const water = await prepareHome(page, session);
    expect(await isPowerReached(page, session, (watts) => watts > 300)).toBe(true);
    const { day: dayBefore } = await powerOfHeater(page, session);

    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const order = ['--program', 'winter-heating', '--program', 'water-heater', '--start', at(20 * MINUTE)];
    const { events } = await operator.run<{
      readonly events: readonly { readonly id: string; readonly type: string }[];
    }>('event', 'start', ...order, '--end', at(140 * MINUTE), '--cause', 'A cold evening is expected.');
    await openSignedIn(page, 'demo');
    const banner = page.getByRole('main').getByRole('region', { name: /peak event/i });
    const [room, heater] = [card(page, 'Living Room'), card(page, 'Garage Water Heater')];
    await untilShown(page, banner.getByText(/^Living Room/));
    await expect(banner).toContainText('A cold evening is expected.');
    await expect(banner).toContainText(/Living Room held at 67.°F/);
    await expect(banner).toContainText(/Garage Water Heater/);
    await expect(room.getByRole('spinbutton')).toBeVisible();

    // The air conditioner of the home is in a mode that takes no part.
    for (const { id } of events.filter(({ type }) => type !== 'rac')) {
      await operator.run('event', 'change', id, '--start', at(2_000));
    }
    await untilShown(page, room.getByText('Opt-out to make changes.'));
    await untilShown(page, heater.getByText('Opt-out to make changes.'));
    await expect(room.getByText('Inside now')).toBeVisible();

    // The load of the water heater drops where its owner looks for it; midnight may lie between. Only water that is colder
    // than what the event promises is heated on: how much the home has drawn is the simulation's.
    await expect
      .poll(() => reported(page, session, 'Garage Water Heater', 'hwh-set-temperature'), { timeout: 90_000 })
      .toBe(110);
    const hasDropped = await isPowerReached(page, session, (watts) => watts < 50);
    const { day: dayDuring, watts: drawn } = await powerOfHeater(page, session);
    const tank = Number(await reported(page, session, 'Garage Water Heater', 'hwh-tank-temperature'));
    if (!hasDropped)
      expect({ drawn: drawn > 300, isCold: tank < 120 }).toEqual({ drawn: true, isCold: true });
    await goTo(page, `/device/${water}?date=${dayDuring}`);
    await expect(card(page, 'Right now').getByText('Opt-out to make changes.')).toBeVisible();
    await expect(region(page, 'Power')).toContainText(/Peak event .* – /);
    const watts: number[][] = [];
    for (const day of new Set([dayBefore, dayDuring])) watts.push(...(await wattsOf(page, water, day)));
    expect(Math.max(...watts.slice(-8).flat())).toBeGreaterThan(300);
    if (hasDropped) expect(Math.min(...(watts.at(-1) ?? []))).toBeLessThan(50);

    const easing = page.getByRole('dialog', { name: 'Ease Living Room?' });
    await room.getByRole('button', { name: /^Ease to 6[89]/ }).click();
    await context.setOffline(true);
    await expect(easing.getByText('You are offline.', { exact: false })).toBeVisible();
    await expect(easing.getByRole('button', { name: 'Ease it' })).toBeDisabled();
    await context.setOffline(false);
    await loseOne(page, 'device/*/ease');
    await easing.getByRole('button', { name: 'Ease it' }).click();
    await expect(easing.getByRole('alert')).toBeVisible();
    await easing.getByRole('button', { name: 'Try again' }).click();
    await expect(easing).toHaveCount(0);
    await expect(banner).toContainText(/Living Room .*eased/);
    await page.reload();
    await expect(banner).toContainText(/Living Room .*eased/);
    await expect(room.getByRole('button', { name: /^Ease to/ })).toHaveCount(0);

    const other = await context.newPage();
    await other.goto('/#/user-home');
    const there = card(other, 'Garage Water Heater');
    await there.getByRole('button', { name: 'Opt out' }).click();
    const otherDialog = other.getByRole('dialog', { name: 'Opt out of the peak event?' });
    // An opt-out whose answer is lost is sent again by itself.
    await loseOne(other, 'device/*/optout');
    await otherDialog.getByRole('button', { name: 'Opt out' }).click();
    await expect(there.getByText('Opted out of the peak event')).toBeVisible();
    await other.close();

    await untilShown(page, heater.getByText('Back at your own setting', { exact: false }));
    await expect(heater.getByRole('spinbutton')).toBeVisible();
    await expect(room.getByText('Opt-out to make changes.')).toBeVisible();
    await loseOne(page, 'rejoin');
    await heater.getByRole('button', { name: /^(Join again|Undo)$/ }).click();
    await expect(heater.getByRole('alert')).toBeVisible();
    await heater.getByRole('button', { name: 'Try again' }).click();
    await expect(heater.getByText('Opt-out to make changes.')).toBeVisible();
    await page.reload();
    await expect(heater.getByText('Opt-out to make changes.')).toBeVisible();
    await expect
      .poll(() => reported(page, session, 'Garage Water Heater', 'hwh-set-temperature'), { timeout: 60_000 })
      .toBeLessThan(140);

    await operator.run('stop-all');
    await untilShown(page, page.getByRole('heading', { name: 'The peak event was cancelled' }));
    await operator.signOut();
  },
);
