import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { givePassword } from '../support/outbox.ts';
import { goTo, openSignedIn, toasts } from '../support/signed-in.ts';

const SETTINGS_CALL = '**/messageSettings/*';

test(
  '[NOTIF-1] [NOTIF-2] [UX-38] a choice is kept, locked with the focus while it is saved, and goes back when that fails',
  LONG,
  async ({ page }) => {
    await givePassword(page, 'neighbour-16');
    await openSignedIn(page, 'neighbour-16', { at: '/my-account/preferences' });
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await expect(page.getByRole('row')).toHaveCount(6);
    await expect(page.getByRole('columnheader')).toHaveText(['Message', 'Email', 'Text', 'Call']);
    await expect(box('Incentives and rewards by Email')).toBeChecked();
    await expect(box('Incentives and rewards by Email')).toBeDisabled();
    await expect(box('Incentives and rewards by Email')).toHaveAccessibleDescription('Always by email');
    await expectAccessible(page, 'main');

    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    let saves = 0;
    await page.route(SETTINGS_CALL, async (route) => {
      saves += 1;
      await isReleased;
      await route.continue();
    });
    const sms = box('Peak demand events by Text');
    await sms.focus();
    await page.keyboard.press('Space');
    await expect(sms).toBeChecked();
    await expect(sms).toHaveAttribute('aria-disabled', 'true');
    await expect(box('Peak demand events by Call')).toBeEnabled();
    // A second press while it is saved changes nothing.
    await page.keyboard.press('Space');
    await expect(sms).toBeChecked();
    await expect(sms).toBeFocused();
    release();
    await expect(sms).not.toHaveAttribute('aria-disabled');
    await expect(sms).toBeFocused();
    expect(saves).toBe(1);
    await page.reload();
    await expect(sms).toBeChecked();

    await page.unroute(SETTINGS_CALL);
    await page.route(SETTINGS_CALL, (route) => route.fulfill({ status: 500 }));
    await sms.click();
    await expect(toasts(page)).toContainText('This choice could not be saved');
    await expect(sms).toBeChecked();
  },
);

test('[NOTIF-1] the columns are those that the provider has', LONG, async ({ page }) => {
  await openSignedIn(page, 'ca', { at: '/my-account/preferences' });
  await expect(page.getByRole('columnheader')).toHaveText(['Message', 'Email']);
  await openSignedIn(page, 'au', { at: '/my-account/preferences' });
  await expect(page.getByRole('columnheader')).toHaveText(['Message', 'Email', 'Text']);
});

test(
  '[DEV-6] [BRAND-5] who chooses Celsius reads every temperature so, in every browser; a choice that cannot be saved goes back',
  LONG,
  async ({ page, browser }) => {
    await givePassword(page, 'neighbour-33');
    const session = await openSignedIn(page, 'neighbour-33', { at: '/my-account/settings' });
    const unit = (name: RegExp) => page.getByRole('radio', { name });
    await expect(unit(/°F/)).toBeChecked();
    const saved = page.waitForResponse('**/preferences');
    await unit(/°C/).click();
    expect((await saved).status()).toBe(200);
    await expect(unit(/°C/)).toBeChecked();
    await goTo(page, '/user-home');
    await expect(page.getByRole('main')).toContainText('°C');
    await expect(page.getByRole('main')).not.toContainText('°F');

    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await openSignedIn(elsewhere, 'neighbour-33', { session });
    await expect(elsewhere.getByRole('main')).toContainText('°C');
    await context.close();

    await goTo(page, '/my-account/settings');
    await page.route('**/preferences', (route) => route.fulfill({ status: 500 }));
    await unit(/°F/).click();
    await expect(toasts(page)).toContainText('This choice could not be saved');
    await expect(unit(/°C/)).toBeChecked();
  },
);
