import type { Page } from '@playwright/test';
import { LONG, expect, expectAccessible, signIn, test } from '../support/fixtures.ts';
import { afterPaint, expectVisibleFocus, horizontalOverflow } from '../support/layout-checks.ts';
import {
  card,
  cards,
  openSignedIn,
  goTo,
  heading,
  openScreen,
  region,
  screensOf,
  waitForLateParts,
} from '../support/signed-in.ts';

const phone = { width: 375, height: 812 };

test.use({ reducedMotion: 'reduce' });

const settled = async (page: Page, within?: string) => {
  await expectNoMotion(page);
  await expectAccessible(page, within);
};

/** With less motion asked for, nothing runs that does more than fade. */
const expectNoMotion = async (page: Page) => {
  await afterPaint(page);
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || Number(effect.getComputedTiming().duration) < 1) return [];
      const fading = ['offset', 'computedOffset', 'easing', 'composite', 'opacity'];
      return effect
        .getKeyframes()
        .flatMap((frame) => Object.keys(frame).filter((name) => !fading.includes(name)));
    }),
  );
  expect(moving).toEqual([]);
};

// Between them the four see every route at both widths, in both themes and both languages.
for (const { width, height, theme, language } of [
  { width: 1440, height: 900, theme: 'light', language: 'en' },
  { width: 1440, height: 900, theme: 'dark', language: 'es' },
  { ...phone, theme: 'light', language: 'es' },
  { ...phone, theme: 'dark', language: 'en' },
] as const) {
  test(
    `[UX-3] [UX-7] axe finds nothing on any route (${width} px wide, ${theme}, ${language})`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const session = await openSignedIn(page, 'demo', { theme, language });
      const screens = await screensOf(page, session);
      // Each route at both widths: the even ones in one theme and language, the odd ones in the other.
      const half = (theme === 'light') === (width === 1440) ? 0 : 1;
      for (const { path } of screens.filter((_, index) => index % 2 === half)) {
        await openScreen(page, path);
        await settled(page);
      }
    },
  );
}

for (const theme of ['light', 'dark'] as const) {
  test(
    `[UX-3] [UX-38] axe finds nothing on the sign-in screen and its failures (${theme})`,
    LONG,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      if (theme === 'dark') await page.setViewportSize(phone);
      await page.goto('/?pid=harbour');
      await expect(page.getByRole('contentinfo')).toContainText('Harbour');
      await settled(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByLabel('Email')).toBeFocused();
      await settled(page, 'main');
      await page.route('**/api/auth/login*', (route) => route.abort());
      await signIn(page, 'demo', { pid: 'harbour' });
      await expect(page.getByRole('alert')).toBeVisible();
      await settled(page, 'main');
    },
  );
}

test(
  '[UX-6] [UX-1] axe finds nothing in the open menus, and none is wider than a small phone',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo');
    for (const name of [/^Choose a home/, /language: English/, /account menu of/]) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await settled(page, 'header');
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: /account menu of/ }).click();
    await settled(page, 'header');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 640 });
    for (const name of [/^Choose a home/, /language: English/, /account menu of/]) {
      await page.getByRole('button', { name }).click();
      const menu = await page.getByRole('menu').boundingBox();
      expect(menu?.x).toBeGreaterThanOrEqual(0);
      expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(320);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
    }
  },
);

test(
  '[UX-3] axe finds nothing in an open dialog or with a toast, and the dialog keeps and returns the focus',
  LONG,
  async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/dev/parts' });
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Opt out of this event?' });
    await expect(dialog).toBeVisible();
    await settled(page, 'dialog');
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const active = document.activeElement;
        return active !== document.body && active?.closest('dialog') === null;
      });
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await page.setViewportSize(phone);
    await opener.click();
    await expect(dialog).toBeVisible();
    await settled(page, 'dialog');
    await page.getByRole('button', { name: 'Stay in' }).click();
    await page.getByRole('button', { name: 'Failure toast' }).click();
    await expect(page.getByText('The maker did not answer.')).toBeVisible();
    await settled(page, '[role=region][aria-live]');
  },
);

test(
  '[UX-36] [UX-37] axe finds nothing offline, in an empty house, nor without the device asked for',
  LONG,
  async ({ page, context }) => {
    await openSignedIn(page, 'empty');
    await expect(page.getByText('No devices yet')).toBeVisible();
    await settled(page);
    await goTo(page, '/device/nosuchdevice');
    await expect(page.getByText('This device is not in your home')).toBeVisible();
    await settled(page);
    await context.setOffline(true);
    await expect(page.getByRole('alert')).toBeVisible();
    await settled(page);
  },
);

test('[UX-17] axe finds nothing on the cards of every maker', LONG, async ({ page }) => {
  await openSignedIn(page, 'makers', { theme: 'dark' });
  await expect(cards(page).first()).toBeVisible();
  // Among the first fifteen: each notice, a device that is offline and one that never reported.
  await settled(page, 'main li:nth-child(-n + 15)');
});

test(
  '[UX-5] [DASH-1] an accordion has a header that opens it below 1024 px, and none that could take the focus from there on',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1023, height: 800 });
    await openSignedIn(page, 'demo', { at: '/dev/parts' });
    const header = page.getByRole('button', { name: /^November so far/ });
    const content = page.getByText('Events joined');
    await expect(header).toHaveAttribute('aria-expanded', 'false');
    await expect(content).toBeHidden();
    await header.click();
    await expect(header).toHaveAttribute('aria-expanded', 'true');
    await expect(content).toBeVisible();
    await header.click();
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(content).toBeVisible();
    await expect(header).toHaveCount(0);
  },
);

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('[UX-39] keep the focus, the borders and the current entry visible', LONG, async ({ page }) => {
    await page.goto('/');
    await expect(heading(page)).toBeVisible();
    await page.getByLabel('Email').focus();
    await expectVisibleFocus(page);
    const edge = (element: Element) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
      return (
        borderTopStyle !== 'none' &&
        Number.parseFloat(borderTopWidth) > 0 &&
        borderTopColor !== backgroundColor
      );
    };
    expect(await page.getByLabel('Email').locator('..').evaluate(edge)).toBe(true);
    expect(await page.getByRole('button', { name: 'Sign in' }).evaluate(edge)).toBe(true);

    await openSignedIn(page, 'demo');
    // A part that takes the place of its skeleton would take the focus with it.
    await waitForLateParts(page);
    for (let step = 0; step < 9; step += 1) {
      await page.keyboard.press('Tab');
      await expectVisibleFocus(page);
    }
    expect(await cards(page).first().evaluate(edge)).toBe(true);
    // Of the segments of a choice only the selected one is marked.
    const marked = await card(page, 'Living Room')
      .locator('fieldset span')
      .evaluateAll((segments) => {
        const usual = getComputedStyle(document.body).backgroundColor;
        return segments.filter((segment) => {
          const { borderTopColor, backgroundColor } = getComputedStyle(segment);
          return borderTopColor !== usual || backgroundColor === borderTopColor;
        }).length;
      });
    expect(marked).toBe(1);
    const current = page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-current=page]');
    expect(await current.evaluate((entry) => getComputedStyle(entry).outlineStyle)).toBe('solid');
    const look = (element: Element) => {
      const { color, backgroundColor, borderBottom, outline } = getComputedStyle(element);
      return [color, backgroundColor, borderBottom, outline].join();
    };
    const days = region(page, 'Event Day Results');
    const [chosen, other] = [days.getByRole('listitem').first(), days.getByRole('listitem').nth(1)];
    expect(await chosen.evaluate(look)).not.toBe(await other.evaluate(look));
    for (const isSelected of [true, false]) {
      const tab = chosen.getByRole('tab', { selected: isSelected });
      expect(await tab.evaluate((element) => getComputedStyle(element).borderBottomStyle === 'solid')).toBe(
        isSelected,
      );
    }
    await days.getByRole('button', { name: /choose an event day$/ }).click();
    const calendar = page.getByRole('grid');
    const [day, otherDay] = [
      calendar.locator('td[aria-selected=true] button'),
      calendar.locator('td:not([aria-selected=true]) button:enabled').first(),
    ];
    expect(await day.evaluate(look)).not.toBe(await otherDay.evaluate(look));
    await page.keyboard.press('Escape');

    await goTo(page, '/my-account/settings');
    await page.getByRole('radio', { name: 'Dark' }).focus();
    await expectVisibleFocus(page);
    // Nothing is changed yet.
    const [save, tab] = [
      page.getByRole('button', { name: 'Save changes' }),
      page.getByRole('link', { name: 'Security' }),
    ];
    const gray = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'GrayText';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await expect(save).toHaveCSS('color', gray);
    await expect(tab).toHaveCSS('border-bottom-style', 'none');
  });
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('[UX-40] the check for motion finds motion', LONG, async ({ page }) => {
    await openSignedIn(page, 'demo', { at: '/dev/parts' });
    await expect(page.getByRole('button', { name: 'Busy' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  });
});
