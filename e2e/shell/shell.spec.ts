import type { Page } from '@playwright/test';
import { HOUR } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { changeDashboard } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { expectVisibleFocus, horizontalOverflow } from '../support/layout-checks.ts';
import { card, goTo, heading, newSession, openSignedIn } from '../support/signed-in.ts';

const JUNIPER = '1420 Juniper Lane, Boulder';
const CABIN = '88 Mesa Verde Drive, Durango';
const phone = { width: 375, height: 812 };

const mainMenu = (page: Page) => page.getByRole('navigation', { name: /^(Main menu|Menú principal)$/ });
const houseButton = (page: Page) => page.getByRole('button', { name: /^Choose a home/ });
const userButton = (page: Page) => page.getByRole('button', { name: /account menu of/ });

test('[UX-3] the first Tab stop is a visible link that skips to the content', LONG, async ({ page }) => {
  const start = Date.now() + 2 * HOUR;
  await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
  await openSignedIn(page, 'demo');
  const first = page.getByRole('main').getByRole('button', { name: 'Opt out' }).first();
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/#\/user-home$/);
  await page.keyboard.press('Tab');
  // The event stands first.
  await expect(first).toBeFocused();
});

test.describe('the house', () => {
  test(
    '[SHELL-2] [UX-6] the menu opens by Enter, Space and Arrow-Down, Escape gives the focus back, arrows go round, Home and End jump, letters find, Tab leaves',
    LONG,
    async ({ page }) => {
      await installClock(page);
      await openSignedIn(page, 'demo');
      const menu = page.getByRole('menu', { name: /^Choose a home/ });
      for (const key of ['Enter', 'Space', 'ArrowDown']) {
        await houseButton(page).focus();
        await page.keyboard.press(key);
        await expect(menu).toBeVisible();
        await expect(houseButton(page)).toHaveAttribute('aria-expanded', 'true');
        await expect(page.getByRole('menuitemradio', { name: JUNIPER })).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
        await expect(houseButton(page)).toBeFocused();
      }

      await page.keyboard.press('Enter');
      const [home, cabin] = [JUNIPER, CABIN].map((name) => page.getByRole('menuitemradio', { name }));
      if (!home || !cabin) throw new Error('two houses');
      await expect(cabin).toBeVisible();
      await expect(home).toBeFocused();
      await expect(home).toHaveAttribute('aria-checked', 'true');
      await expect(cabin).toHaveAttribute('aria-checked', 'false');
      for (const [key, target] of [
        ['ArrowDown', cabin],
        ['ArrowDown', home],
        ['ArrowUp', cabin],
        ['Home', home],
        ['End', cabin],
        ['1', home],
      ] as const) {
        await page.keyboard.press(key);
        await expect(target).toBeFocused();
      }
      await page.keyboard.press('Tab');
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(page.getByRole('button', { name: /language: English/ })).toBeFocused();

      // Letters typed quickly are one word.
      await userButton(page).click();
      await expect(page.getByRole('menuitem', { name: 'Account profile' })).toBeFocused();
      await pauseClock(page);
      await page.keyboard.type('da');
      await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
    },
  );

  test('[SHELL-6] [SHELL-8] switching stores the house, goes to the dashboard and is kept for the next visit', async ({
    page,
  }) => {
    const { user } = await openSignedIn(page, 'demo', { at: '/my-account/security' });
    await houseButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: CABIN }).click();
    await expect(page).toHaveURL(/#\/user-home$/);
    await expect(card(page, 'Cabin Water Heater')).toBeVisible();
    await expect(houseButton(page)).toHaveAccessibleName(`Choose a home. Selected: ${CABIN}`);
    expect(await page.evaluate(() => localStorage.getItem('houseId'))).toBe(user.roles[1]?.houseId);
    await page.reload();
    await expect(card(page, 'Cabin Water Heater')).toBeVisible();
  });

  test(
    '[SHELL-2] [UX-6] on phones the label is cut at 32 characters and keeps its full name',
    LONG,
    async ({ page }) => {
      const address = '26 Lighthouse Parade, Newcastle NSW';
      await page.setViewportSize(phone);
      await openSignedIn(page, 'au');
      const top = page.getByRole('banner');
      const cut = top.getByText('26 Lighthouse Parade, Newcastle…');
      await expect(cut).toBeVisible();
      expect((await cut.textContent())?.length).toBeLessThanOrEqual(32);
      // No part of it is clipped.
      const clipped = await cut.evaluate(({ parentElement: box }) =>
        box ? box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight : true,
      );
      expect(clipped).toBe(false);
      await expect(top.getByText(`Your home: ${address}`)).toHaveCount(1);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(top.getByText(address, { exact: true })).toBeVisible();
      await expect(cut).toBeHidden();
    },
  );

  test(
    '[SHELL-2] [UX-6] a long address has two lines on phones, next to its arrow, and covers no other part of the bar',
    LONG,
    async ({ page }) => {
      const address = '12345 Northwest Rolling Meadows Boulevard, Colorado Springs';
      await changeDashboard(page, (answer) => ({ ...answer, house: { ...answer.house, address } }));
      await openSignedIn(page, 'demo');
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 812 });
        const label = houseButton(page).getByText('12345 Northwest Rolling Meadows…');
        await expect(label).toBeVisible();
        const places = await label.evaluate((text) => {
          const boxes = [...text.getClientRects()];
          const [box, button] = [text.parentElement, text.closest('button')];
          const arrow = button?.querySelector('svg:last-of-type')?.getBoundingClientRect();
          const next = button?.closest('header')?.querySelector('[aria-label*="language"]');
          return {
            lines: boxes.length,
            isClipped: !box || box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight,
            toArrow: (arrow?.left ?? Infinity) - Math.max(...boxes.map(({ right }) => right)),
            toNext: (next?.getBoundingClientRect().left ?? -Infinity) - (arrow?.right ?? Infinity),
          };
        });
        expect(places, `${width} px`).toMatchObject({ lines: 2, isClipped: false });
        // As much as the next word needs, which did not fit any more.
        expect(places.toArrow, `${width} px`).toBeLessThan(60);
        expect(places.toArrow, `${width} px`).toBeGreaterThanOrEqual(0);
        expect(places.toNext, `${width} px`).toBeGreaterThanOrEqual(0);
      }
    },
  );

  test('[SHELL-8] [SHELL-6] an admin sees the houses of the admin roles', LONG, async ({ page }) => {
    const { user } = await openSignedIn(page, 'admin');
    expect(user.roles.map(({ role }) => role)).toEqual(['admin', 'admin']);
    await houseButton(page).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(2);
    await page.getByRole('menuitemradio', { name: '7 Workshop Way, Longmont' }).click();
    await expect(card(page, 'Reception')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('houseId'))).toBe(user.roles[1]?.houseId);
  });

  test(
    '[UX-35] a house whose address cannot be loaded says so instead of loading for ever',
    LONG,
    async ({ page }) => {
      await page.route(/\/api\/house\/[^/]+\?includePrograms=true$/, (route) =>
        route.fulfill({ status: 500 }),
      );
      await openSignedIn(page, 'demo');
      await houseButton(page).click();
      await expect(page.getByRole('menuitemradio')).toHaveCount(2);
      await expect(page.getByRole('menuitemradio', { name: 'Address not available' })).toBeVisible();
    },
  );
});

test('[SHELL-3] [LANG-2] the user menu says who is signed in, and has every tab of the account, appearance and logout, and Enter lands on its first entry', async ({
  page,
}) => {
  await openSignedIn(page, 'demo', { at: '/message-center/inbox' });
  await userButton(page).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account profile',
    'Household',
    'Security',
    'Notification preferences',
    'Settings',
    'Sign out',
  ]);
  await expect(page.getByRole('menu')).toHaveAccessibleDescription(/^Maya Reyes.*demo@porchlight\.example$/);
  await expect(page.getByRole('menuitemradio')).toHaveText(['Match my device', 'Light', 'Dark']);
  await page.getByRole('menuitem', { name: 'Account profile' }).click();
  await expect(page).toHaveURL(/#\/my-account\/profile$/);
  await userButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account profile' })).toBeFocused();
  await page.getByRole('menuitem', { name: 'Notification preferences' }).click();
  await expect(page).toHaveURL(/#\/my-account\/preferences$/);
  await expect(heading(page)).toBeFocused();
});

test('the appearance is chosen in the user menu or on the settings tab, and kept', LONG, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openSignedIn(page, 'demo', { at: '/my-account/settings' });
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe('light');
  await userButton(page).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await page.reload();
  await expect(heading(page)).toBeVisible();
  expect(await scheme()).toBe('dark');
  await page.getByRole('radio', { name: 'Match my device' }).click();
  await expect.poll(scheme).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(scheme).toBe('dark');
});

test('[SHELL-1] [UX-5] a left menu from 768 px on, a bottom menu below, the current entry marked', async ({
  page,
}) => {
  await openSignedIn(page, 'demo');
  // What is unread is part of the name.
  const entry = (name: string) => mainMenu(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
  const place = async () => {
    const box = await entry('Home').boundingBox();
    return { x: box?.x ?? -1, y: box?.y ?? -1 };
  };
  for (const width of [320, 767]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(mainMenu(page)).toHaveCount(1);
    await expect(mainMenu(page).getByRole('link')).toHaveText(['Home', /^Messages/, 'Profile']);
    expect((await place()).y).toBeGreaterThan(700);
  }
  await entry('Messages').click();
  await expect(entry('Messages')).toHaveAttribute('aria-current', 'page');
  await expect(entry('Home')).not.toHaveAttribute('aria-current');
  await entry('Profile').click();
  await expect(entry('Profile')).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/#\/my-account\/profile$/);

  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(mainMenu(page)).toHaveCount(1);
    await expect(mainMenu(page).locator('ul').getByRole('link')).toHaveText(['Home', /^Messages/]);
    expect((await place()).x).toBeLessThan(100);
  }
  await entry('Messages').click();
  await expect(entry('Messages')).toHaveAttribute('aria-current', 'page');
  await goTo(page, '/device/anyone');
  await expect(mainMenu(page).locator('[aria-current=page]')).toHaveText('Home');
});

test(
  '[SHELL-3] [SHELL-4] [UX-7] every account tab is in view at every width, and below 1024 px a logout entry joins them',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/my-account/profile', session: await newSession(page, 'demo') });
    const links = page.getByRole('navigation', { name: 'My account' }).getByRole('link');
    const tabs = ['Profile', 'Household', 'Security', 'Notifications', 'Settings'];
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(links.filter({ visible: true })).toHaveText(tabs);
    }
    for (const width of [1023, 640, 639, 375, 320]) {
      await page.setViewportSize({ width, height: 667 });
      await expect(links).toHaveText([...tabs, 'Sign out']);
      for (const link of await links.all()) {
        await expect(link).toBeInViewport({ ratio: 1 });
        const { width: across = 0, height = 0 } = (await link.boundingBox()) ?? {};
        expect(Math.min(across, height), `${width}`).toBeGreaterThanOrEqual(44);
      }
      expect(await horizontalOverflow(page)).toBe(0);
    }
    await links.filter({ hasText: 'Household' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/my-account\/household$/);
    await links.filter({ hasText: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  },
);
