import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { horizontalOverflow, rgbOf } from '../support/layout-checks.ts';
import { givePassword } from '../support/outbox.ts';
import { newSession, openSignedIn, region } from '../support/signed-in.ts';

// Homes that no other journey uses: a program that was left cannot be joined again.
const HOMES = ['neighbour-29', 'neighbour-59', 'neighbour-60'] as const;

test('[API-3] [UX-37] an owner reads what the programs of the home ask and pay, and leaves one from the next event on', async ({
  page,
}) => {
  const owner = HOMES[test.info().repeatEachIndex % HOMES.length] ?? HOMES[0];
  await givePassword(page, owner);
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, owner, { at: '/my-account/household', session: await newSession(page, owner) });
  const card = region(page, 'Programs of this home');
  const program = card.getByRole('listitem').filter({ hasText: 'Winter Heating' });
  await expect(program).toContainText('Rooms may get up to 3 °F cooler during an event.');
  await expect(program).toContainText('At most 30 events a season, November 1 to March 31, each up to 4 h.');
  await expect(program).toContainText('Pays $0.55 for each kWh you save.');
  await expect(program).toContainText('2 opt-outs a season are free, then each costs that event’s reward.');
  await expect(program).toContainText(/Since \w{3} \d/);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'main');

  const leave = program.getByRole('button', { name: 'Leave this program: Winter Heating' });
  const danger = await page.evaluate(() =>
    getComputedStyle(document.body).getPropertyValue('--color-danger'),
  );
  await expect(leave).toHaveCSS('border-top-color', rgbOf(danger));
  // Neither the facts above it nor the line below are close to it.
  const distances = await leave.evaluate((button) => {
    const [box, row] = [button, button.closest('li')].map((one) => one?.getBoundingClientRect());
    const facts = button.closest('li')?.querySelector('ul')?.getBoundingClientRect();
    return [(box?.top ?? 0) - (facts?.bottom ?? 0), (row?.bottom ?? 0) - (box?.bottom ?? 0)];
  });
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(8);
  expect(distances[1]).toBeGreaterThanOrEqual(16);
  await leave.click();
  const dialog = page.getByRole('dialog', { name: 'Leave Winter Heating?' });
  await expect(dialog).toContainText('What you have earned stays yours.');
  await expectAccessible(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(program).toBeVisible();
  await program.getByRole('button', { name: 'Leave this program: Winter Heating' }).click();
  await dialog.getByRole('button', { name: 'Leave this program' }).click();
  await expect(page.getByText('You left Winter Heating')).toBeVisible();
  await expect(program).toHaveCount(0);
  await page.reload();
  await expect(card.getByRole('listitem').first()).toBeVisible();
  await expect(program).toHaveCount(0);
});
