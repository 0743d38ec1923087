import type { Page } from '@playwright/test';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { installClock } from '../support/clock.ts';
import { dispatchOf, showEvents } from './event-data.ts';
import type { EventChange } from './event-data.ts';
import { coming, running } from './event-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow, smallTargets } from '../support/layout-checks.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { card, openSignedIn, waitForLateParts } from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';

const outSince = (ms: number): EventChange['device'] => ({
  optOut: { at: new Date(Date.now() - ms).toISOString(), cause: 'person', counted: true },
  outcome: 'optedOut',
  mayEase: false,
  easesTo: null,
});

const out = (kind: 'tstat' | 'hwh', ms: number, device: EventChange['device'] = {}): EventChange => ({
  device: { ...outSince(ms), ...device },
  deviceEventLogs: [{ deviceId: kind, optout: true, eventEnergy: null }],
});

/** The dispatch of both devices, whose state the journey sets; calls answer with that state. */
const openWith = async (
  page: Page,
  window: { readonly start: number; readonly end: number },
  options: { readonly language?: 'en' | 'es'; readonly theme?: 'light' | 'dark' } = {},
) => {
  const changes: Record<'tstat' | 'hwh', EventChange> = { tstat: {}, hwh: {} };
  await showEvents(page, (devices) => dispatchOf(devices, window, (kind) => changes[kind]));
  await openSignedIn(page, 'demo', options);
  return {
    /** What the events are from now on; the page shows it with its next refresh. */
    become: (next: Partial<typeof changes>) => Object.assign(changes, next),
    dialog: page.getByRole('dialog', {
      name: /^(Opt out of the peak event|¿Excluirse del evento|Ease |¿Suavizar)/,
    }),
    banner: page
      .getByRole('main')
      .getByRole('region', { name: /peak event|evento de máxima demanda|evento en curso/i }),
  };
};

const answerTo = async (page: Page, call: string, status: number, body: unknown) =>
  page.route(`**/event/*/${call}`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );

const problem = (status: number, code: string, title: string) => ({ status, code, title });

test(
  '[OPT-1] [UX-22] [UX-23] a room is eased from its card: the dialog says to what, what it costs, and keeps people in by default',
  LONG,
  async ({ page }) => {
    const { become, banner } = await openWith(page, running());
    const room = card(page, 'Living Room');
    await expect(room.getByText('Opt-out to make changes.')).toBeVisible();
    await expect(room.getByText('Inside now')).toBeVisible();
    await expect(room.getByText(/1 h 4\d min left\./)).toBeVisible();
    await expect(room.getByText(/event holds 66.°F until /)).toBeVisible();
    await expect(room.getByText(/^yours: 70.°F$/)).toBeVisible();
    await room.getByRole('button', { name: /^Ease to 68.°F$/ }).click();
    const easing = page.getByRole('dialog', { name: 'Ease Living Room?' });
    await expect(easing.getByRole('row', { name: /^Held at/ })).toHaveText(/66.°F68.°F$/);
    await expect(easing.getByRole('button', { name: 'Keep as planned' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(easing).toHaveCount(0);
    await room.getByRole('button', { name: /^Ease to 68.°F$/ }).click();
    await page.route('**/event/*/device/*/ease', (route) => {
      become({ tstat: { device: { eased: true, mayEase: false, easesTo: null } } });
      return route.fulfill({ status: 202, json: {} });
    });
    await easing.getByRole('button', { name: 'Ease it' }).click();
    await expect(page.getByText('Living Room is eased.')).toBeVisible();
    await expect(banner).toContainText('eased');
    await expect(room.getByRole('button', { name: /^Ease to/ })).toHaveCount(0);
  },
);

test(
  '[UX-23] [UX-40] the dialog of leaving is worked by the keys alone, moves nothing for those who want less motion, and gives the focus back',
  LONG,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { dialog } = await openWith(page, running());
    const opener = card(page, 'Garage Water Heater').getByRole('button', { name: 'Opt out' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Stay in' })).toBeFocused();
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .flatMap(({ effect }) => (effect as KeyframeEffect | null)?.getKeyframes() ?? [])
          .flatMap((frame) => Object.keys(frame))
          .filter((name) => !['offset', 'easing', 'composite', 'computedOffset', 'opacity'].includes(name)),
      );
    expect(await moving()).toEqual([]);
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('radio', { name: /^Opt out with Garage Water Heater only/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: /^Opt out with both devices/ })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Opt out' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  },
);

test(
  '[OPT-1] [UX-24] [UX-25] [ERR-1] opting out that fails says so and can be tried again; a refusal is a sentence; without a connection it waits',
  LONG,
  async ({ page, context }) => {
    const { dialog, banner, become } = await openWith(page, coming());
    await banner.getByRole('button', { name: 'Opt out' }).click();
    await dialog.getByRole('radio', { name: /^Opt out with both devices/ }).check();
    await answerTo(page, 'optout', 500, problem(500, 'internal', 'Something went wrong.'));
    await dialog.getByRole('button', { name: 'Opt out' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(page.getByText('Failed to opt out of event.')).toBeVisible();
    await answerTo(page, 'optout', 409, problem(409, 'event_over', 'This event is over.'));
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This event is over.');

    await context.setOffline(true);
    await expect(dialog.getByText('You are offline.', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Opt out' })).toBeDisabled();
    await context.setOffline(false);

    // Not before the call: the page reads again when it is back online, and would close the dialog.
    await page.route('**/event/*/optout', (route) => {
      become({ tstat: out('tstat', 0), hwh: out('hwh', 0) });
      return route.fulfill({ status: 202, json: [] });
    });
    await dialog.getByRole('button', { name: 'Opt out' }).click();
    await expect(page.getByRole('heading', { name: /^You opted out of the peak event/ })).toBeVisible();
  },
);

test(
  '[UX-24] the way back of every device is shown from what the server knows: under way, slow, done, failed, changed at the wall',
  LONG,
  async ({ page }) => {
    const { banner, become } = await openWith(page, running());
    await expect(banner).toBeVisible();
    const states: readonly (readonly [EventChange, RegExp])[] = [
      [out('hwh', 20_000, { returned: 'pending' }), /Opting out… up to 90 s/],
      [out('hwh', 100_000, { returned: 'pending' }), /This is taking longer than usual/],
      [out('hwh', 100_000, { returned: 'done' }), /Back at your own setting/],
      [out('hwh', 100_000, { returned: 'failed' }), /Could not be put back/],
      [
        out('hwh', 100_000, {
          optOut: { at: new Date(Date.now() - MINUTE).toISOString(), cause: 'wall', counted: true },
        }),
        /changed at the wall/,
      ],
    ];
    for (const [change, text] of states) {
      become({ hwh: change });
      await returnToTab(page);
      await expect(banner.getByRole('list', { name: 'Opted out of the event' })).toContainText(text);
    }
    await expect(card(page, 'Garage Water Heater').getByRole('spinbutton')).toBeVisible();
    await expect(card(page, 'Living Room').getByText('Opt-out to make changes.')).toBeVisible();
  },
);

test(
  '[UX-24] one Undo in the ten seconds, where it was pressed: on the card of one device, in the banner for all',
  LONG,
  async ({ page }) => {
    const { dialog, banner, become } = await openWith(page, running());
    // As if the clock of the server went a minute ahead: the ten seconds do not end meanwhile.
    const justNow = -MINUTE;
    const undo = page.getByRole('button', { name: /^Undo/ });
    const room = card(page, 'Living Room');
    await page.route('**/event/*/device/*/optout', (route) => {
      become({ tstat: out('tstat', justNow) });
      return route.fulfill({ status: 202, json: {} });
    });
    await room.getByRole('button', { name: 'Opt out' }).click();
    await dialog.getByRole('radio', { name: /^Opt out with Living Room only/ }).check();
    await dialog.getByRole('button', { name: 'Opt out' }).click();
    await expect(room.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(banner.getByRole('list', { name: 'Opted out of the event' })).toContainText('Living Room');
    await expect(undo).toHaveCount(1);

    for (const call of ['**/event/*/optout', '**/event/*/device/*/optout']) {
      await page.route(call, (route) => {
        become({ hwh: out('hwh', justNow) });
        return route.fulfill({ status: 202, json: call.includes('device') ? {} : [] });
      });
    }
    await banner.getByRole('button', { name: 'Opt out' }).click();
    await dialog.getByRole('button', { name: 'Opt out' }).click();
    await expect(banner.getByRole('button', { name: 'Undo' })).toBeVisible();
    // What left from its card before comes back there.
    await expect(undo).toHaveCount(2);
    await expect(card(page, 'Garage Water Heater').getByText('Opted out of the peak event')).toBeVisible();

    // Without knowing where it was pressed: the banner has the one for all.
    await page.reload();
    await expect(banner.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(room.getByText('Opted out of the peak event')).toBeVisible();
    await expect(undo).toHaveCount(1);
  },
);

test(
  '[OPT-1] joining again names its price, and the reason for leaving takes one tap and is asked once',
  LONG,
  async ({ page }) => {
    const { banner, become } = await openWith(page, running());
    become({ tstat: out('tstat', 60_000, { returned: 'done' }), hwh: out('hwh', 60_000) });
    await returnToTab(page);
    await expect(banner.getByText(/You can join again until .*; the opt-out still counts\./)).toBeVisible();
    const sent: unknown[] = [];
    await page.route('**/event/*/optout', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 202, contentType: 'application/json', body: '[]' });
    });
    await banner.getByRole('button', { name: 'Guests' }).click();
    await expect(banner.getByText('Thank you, noted.')).toBeVisible();
    expect(sent).toEqual([{ reason: 'guests', afterwards: true }]);
    await page.reload();
    await expect(banner.getByRole('button', { name: 'Join again' })).toBeVisible();
    await expect(banner.getByRole('button', { name: 'Guests' })).toHaveCount(0);

    await answerTo(page, 'rejoin', 503, problem(503, 'internal', 'Busy.'));
    await banner.getByRole('button', { name: 'Join again' }).click();
    await expect(banner.getByRole('alert')).toBeVisible();
    // Not before the call: what is shown is read again after a failure.
    const rejoined: unknown[] = [];
    await page.route('**/event/*/rejoin', (route) => {
      rejoined.push(route.request().postDataJSON());
      become({ tstat: {}, hwh: {} });
      return route.fulfill({ status: 202, json: [] });
    });
    await banner.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: /^Peak event now/ })).toBeFocused();
    // All at one moment, so that none of them comes too late.
    expect(rejoined).toEqual([{ deviceIds: expect.any(Array) }]);
  },
);

test('[UX-20] an event that cannot be left says so and has no button', LONG, async ({ page }) => {
  const { banner, become } = await openWith(page, running());
  become({ tstat: { optOutAllowed: false }, hwh: { optOutAllowed: false } });
  await returnToTab(page);
  await expect(banner).toContainText('You cannot opt out of this event. Your own limits still hold.');
  await expect(page.getByRole('button', { name: 'Opt out' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Ease to 68.°F$/ })).toBeVisible();
});

test(
  '[UX-21] the start and the end of an event are announced once, and its end is said where it stood',
  LONG,
  async ({ page }) => {
    await installClock(page);
    const start = Date.now() + 2 * MINUTE;
    const { banner } = await openWith(page, { start, end: start + HOUR });
    await expect(banner.getByRole('timer')).toHaveAttribute('aria-live', 'off');
    await waitForLateParts(page);
    await page.clock.fastForward(3 * MINUTE);
    await expect(page.getByRole('status').filter({ hasText: 'The peak event has started' })).toHaveCount(1);
    await expect(card(page, 'Living Room').getByText('Opt-out to make changes.')).toBeVisible();
    await page.clock.fastForward(HOUR);
    await expect(page.getByRole('status').filter({ hasText: 'The peak event has ended' })).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'The peak event is over' })).toBeVisible();
  },
);

for (const [width, language, theme] of [
  [320, 'es', 'light'],
  [1440, 'en', 'dark'],
] as const) {
  test(
    `[UX-1] [UX-7] [UX-40] events fit at ${width} px (${language}, ${theme}), and axe finds nothing`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 812 });
      const { banner, dialog, become } = await openWith(page, running(), { language, theme });
      await expect(banner).toBeVisible();
      const fits = async () => {
        await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
        await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
        await expect.poll(() => smallTargets(page.locator('main section button'), 44)).toEqual([]);
        await expectAccessible(page);
      };
      await fits();
      await banner.getByRole('button').first().click();
      await expect(dialog).toBeVisible();
      await expectAccessible(page, 'dialog');
      await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
      become({ tstat: out('tstat', 60_000, { returned: 'pending' }), hwh: out('hwh', 60_000) });
      await returnToTab(page);
      await expect(banner.getByRole('list').first()).toBeVisible();
      await fits();
    },
  );
}

test.describe('with the reminder to verify a number', () => {
  test.use({ phoneReminder: true });

  test(
    '[UX-23] [PHONE-5] the reminder waits until the dialog of leaving has been closed for a while',
    LONG,
    async ({ page }) => {
      await installClock(page);
      const letGo = await holdAnswers(page, '**/phonenumber');
      const request = page.waitForRequest('**/phonenumber');
      const { banner, dialog } = await openWith(page, coming());
      const reminder = page.getByRole('dialog', { name: 'Verify your phone number' });
      await request;
      await banner.getByRole('button', { name: /opt out/i }).click();
      await expect(dialog.getByRole('button', { name: 'Stay in' })).toBeFocused();
      letGo();
      await page.waitForLoadState('networkidle');
      await page.clock.fastForward(MINUTE);
      await expect(reminder).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: 'Stay in' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(reminder).toHaveCount(0);
      await page.clock.fastForward(10_000);
      await expect(reminder).toBeVisible();
    },
  );
});
