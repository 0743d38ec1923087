import type { Locator, Page, Request, Route } from '@playwright/test';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { installClock, pauseClock } from '../support/clock.ts';
import { changeDashboard, freezeReadings } from '../devices/controls.ts';
import { dispatchOf, showEvents } from '../events/event-data.ts';
import { LONG, expect, test } from '../support/fixtures.ts';
import { mendAndRetry, refuse } from '../support/failing-calls.ts';
import { layoutShift, afterPaint } from '../support/layout-checks.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import {
  DASHBOARD_CALL,
  cards,
  openSignedIn,
  goTo,
  heading,
  openScreen,
  storeSession,
  toasts,
  waitForLateParts,
} from '../support/signed-in.ts';
import { setVisibility } from '../support/tab-visibility.ts';

/** Calls of the dashboard so far, and those that still run. */
const countCalls = (page: Page) => {
  const isDashboard = (request: Request) => /\/api\/house\/[^/]+\/dashboard$/.test(request.url());
  let [begun, ended] = [0, 0];
  page.on('request', (request) => {
    if (isDashboard(request)) begun += 1;
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    // Both names have the same listener, but are overloads of their own.
    page.on(end as 'requestfinished', (request) => {
      if (isDashboard(request)) ended += 1;
    });
  }
  return { begun: () => begun, running: () => begun - ended };
};

interface NotedTimes {
  callTimes: number[];
}

/** Notes when the dashboard is asked for, by the page's own clock. */
const noteCallTimes = (page: Page) =>
  page.addInitScript(() => {
    const noted = globalThis as unknown as NotedTimes;
    const { fetch } = globalThis;
    noted.callTimes = [];
    globalThis.fetch = (...call) => {
      if (typeof call[0] === 'string' && call[0].endsWith('/dashboard')) noted.callTimes.push(Date.now());
      return fetch(...call);
    };
  });

const poll = async (page: Page): Promise<void> => {
  const answer = page.waitForResponse(DASHBOARD_CALL);
  await page.clock.runFor(10_000);
  await answer;
  await afterPaint(page);
};

const stale = (page: Page) => page.getByText('The last refresh failed');

test.describe('refreshing', () => {
  test('[DASH-2] the dashboard refreshes every 10 s', async ({ page }) => {
    await installClock(page);
    await noteCallTimes(page);
    // While a change or an opt-out awaits its confirmation, the page asks more often: another journey may have left one.
    await changeDashboard(page, (answer) => ({
      ...answer,
      devices: answer.devices.map((device) => ({ ...device, command: null })),
      leftEvents: [],
    }));
    await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    for (let time = 0; time < 3; time += 1) await poll(page);
    const times = await page.evaluate(() => (globalThis as unknown as NotedTimes).callTimes);
    expect(times.length).toBeGreaterThanOrEqual(4);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // By the page's clock: however long the machine takes, none comes sooner, and none is left out.
    expect(gaps.filter((gap) => gap < 9_900 || gap > 19_900)).toEqual([]);
  });

  test('[UX-36] a hidden tab sends no calls, and one when it is shown again', LONG, async ({ page }) => {
    const calls = countCalls(page);
    await installClock(page);
    await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    await setVisibility(page, 'hidden');
    await pauseClock(page);
    // One that began before would be taken for the call on return.
    await expect.poll(calls.running).toBe(0);
    const before = calls.begun();
    await page.clock.runFor(MINUTE);
    expect(calls.begun()).toBe(before);
    const answer = page.waitForResponse(DASHBOARD_CALL);
    await setVisibility(page, 'visible');
    await answer;
    expect(calls.begun()).toBe(before + 1);
  });

  test('[DASH-2] an unchanged answer is not sent twice', LONG, async ({ page }) => {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const statuses: number[] = [];
    const dashboardCalls = new Set<string>();
    network.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith('/dashboard')) dashboardCalls.add(requestId);
    });
    network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      if (dashboardCalls.has(requestId)) statuses.push(statusCode);
    });
    await installClock(page);
    // A house without devices has nothing that could change in between.
    await openSignedIn(page, 'empty');
    await expect(page.getByText('No devices yet')).toBeVisible();
    await poll(page);
    await expect.poll(() => statuses.at(-1)).toBe(304);
    await expect(page.getByText('No devices yet')).toBeVisible();
    await expect(stale(page)).toHaveCount(0);
  });
});

test.describe('failures', () => {
  test('[DASH-2] [UX-8] [UX-35] a refresh that fails leaves the cards, says so in place and raises no toast', async ({
    page,
  }) => {
    await installClock(page);
    const start = Date.now() + 2 * HOUR;
    await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
    await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    await refuse(page, DASHBOARD_CALL);
    for (let time = 0; time < 3; time += 1) await poll(page);
    await expect(stale(page)).toHaveCount(1);
    await expect(
      page.getByText(/^These are the last readings\. .* we try again every 10 s\.$/),
    ).toBeVisible();
    await expect(page.locator('h1 + p')).toHaveText(/^\s*Refresh failed\. Last known: .+\.$/);
    await expect(cards(page)).toHaveCount(6);
    await expect(toasts(page)).toBeEmpty();
    // On a phone with an event the notice has one line, and the first device stays on the first screen.
    await page.setViewportSize({ width: 375, height: 812 });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Infinity;
    await expect.poll(async () => (await topOf(cards(page).first())) + 16 < (await topOf(menu))).toBe(true);

    await openScreen(page, '/my-account/profile');
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Maya');
    await openScreen(page, '/user-home');
    await mendAndRetry(page, DASHBOARD_CALL);
    await expect(stale(page)).toHaveCount(0);
    await expect(cards(page)).toHaveCount(6);
  });

  test(
    '[UX-9] [UX-35] the age of the last readings is right even if the browser’s clock is wrong',
    LONG,
    async ({ page }) => {
      const now = await page.evaluate(() => Date.now());
      await page.clock.install({ time: now - 3 * HOUR });
      await openSignedIn(page, 'demo');
      await expect(cards(page)).toHaveCount(6);
      await refuse(page, DASHBOARD_CALL);
      await poll(page);
      await expect(
        cards(page)
          .first()
          .getByText(/^Updated \d+\ss ago$/),
      ).toBeVisible();
    },
  );

  test('[UX-35] phone numbers that cannot be loaded are not shown as none', LONG, async ({ page }) => {
    await installClock(page);
    await refuse(page, '**/api/account/*/phonenumber');
    await openSignedIn(page, 'demo', { at: '/my-account/profile' });
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Maya');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText('No phone number yet.')).toHaveCount(0);
    await mendAndRetry(page, '**/api/account/*/phonenumber');
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  });
});

test('[UX-35] [DASH-1] the sentence under the greeting claims no calm while a part has failed', async ({
  page,
}) => {
  const rewards = /\/api\/house\/[^/]+\/reward$/;
  await refuse(page, rewards);
  await showEvents(page, () => []);
  await openSignedIn(page, 'demo');
  const status = page.locator('h1 + p');
  await expect(status).toContainText('Some data is missing. Now: ');
  await page.unroute(rewards);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(status).toHaveText(/^All calm: /);
});

test.describe('a card that fails to render', () => {
  test.use({ expectedError: /is not a function|null|undefined/ });

  test('[UX-35] [OVR-1] [DEV-5] fails alone, says what it is, and comes back with the next good data', async ({
    page,
  }) => {
    await installClock(page);
    await page.route(DASHBOARD_CALL, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { devices: { kind: string; realtime: unknown }[] };
      const devices = answer.devices.map((device, index) => {
        if (index === 1) return { ...device, kind: 'toaster' };
        return index === 2 ? { ...device, realtime: null } : device;
      });
      await route.fulfill({ response, json: { ...answer, devices } });
    });
    await openSignedIn(page, 'demo');
    await expect(page.getByText('Unknown deviceKind: toaster')).toHaveCount(1);
    await expect(page.getByText('Failed to render device controls.')).toHaveCount(1);
    await expect(cards(page)).toHaveCount(4);
    await page.unroute(DASHBOARD_CALL);
    await poll(page);
    await expect(cards(page)).toHaveCount(6);
    await expect(page.getByText('Failed to render device controls.')).toHaveCount(0);
  });
});

test.describe('offline', () => {
  test('[UX-36] [DASH-1] a banner within 5 s, the last data with its age, and a refresh by itself on return', async ({
    page,
    context,
  }) => {
    await installClock(page);
    const start = Date.now() + 2 * HOUR;
    await showEvents(page, (devices) => dispatchOf(devices, { start, end: start + HOUR }));
    await openSignedIn(page, 'demo');
    await expect(cards(page)).toHaveCount(6);
    const status = page.locator('h1 + p');
    await expect(status).toHaveText(/^(All calm|Now): /);
    // The page's clock stands: no timer is needed for the banner, however long the machine takes.
    await pauseClock(page);
    await context.setOffline(true);
    const banner = page.getByRole('alert');
    await expect(banner).toContainText('You are offline');
    await expect(banner).toContainText('They refresh when you are back online');
    // How the home is now is not known: it says how it was.
    await expect(status).toHaveText(/^Last known: .+\.$/);
    const optOut = page.getByRole('button', { name: 'Opt out' }).first();
    await expect(optOut).toBeDisabled();
    await expect(optOut).toHaveAccessibleDescription('You can opt out once you are back online.');
    await page.clock.resume();
    await expect(cards(page)).toHaveCount(6);
    await expect(page.getByText(/^Updated .* ago$/).first()).toBeVisible();
    await page.clock.runFor(6_000);
    const answer = page.waitForResponse(DASHBOARD_CALL);
    await context.setOffline(false);
    await expect(banner).toHaveCount(0);
    expect((await answer).ok()).toBe(true);
  });

  test(
    '[UX-34] [UX-36] what was loading when the connection broke says so, and comes by itself',
    LONG,
    async ({ page, context }) => {
      const held: Route[] = [];
      let isCut = false;
      const calls = /\/(program-leaderboard$|energy\?)/;
      await page.route(calls, async (route) => {
        if (isCut) await route.abort('internetdisconnected');
        else held.push(route);
      });
      await openSignedIn(page, 'demo');
      const board = page.getByRole('region', { name: 'Leaderboard' });
      await expect(board.getByRole('status', { name: 'Loading' })).toBeAttached();
      await context.setOffline(true);
      isCut = true;
      await Promise.all(held.map((route) => route.abort('internetdisconnected')));
      const energy = page.getByRole('region', { name: 'Energy use' });
      for (const part of [board, energy]) {
        await expect(part.getByText('Available again once you are online.')).toBeVisible();
        await expect(part.locator('[aria-busy=true]')).toHaveCount(0);
      }
      await page.unroute(calls);
      await context.setOffline(false);
      await expect(board.getByRole('listitem').filter({ hasText: 'You' }).first()).toBeVisible();
      await expect(energy.getByRole('application')).toBeVisible();
    },
  );
});

test.describe('loading', () => {
  test(
    '[UX-34] skeletons have the final size, are marked as busy, and show only after 300 ms',
    LONG,
    async ({ page }) => {
      await openSignedIn(page, 'demo');
      await expect(cards(page)).toHaveCount(6);
      const letGo = await holdAnswers(page, DASHBOARD_CALL);
      await page.reload();
      const loading = page.getByRole('status', { name: 'Loading…' });
      await expect(loading).toHaveAttribute('aria-busy', 'true');
      await expect(heading(page)).toContainText('Maya');
      const [height, hidden, delay] = await loading.evaluate((element) => {
        const shape = element.firstElementChild;
        return [
          element.getBoundingClientRect().height,
          shape?.getAttribute('aria-hidden'),
          shape ? getComputedStyle(shape).animationDelay : '',
        ];
      });
      expect(height).toBeGreaterThan(200);
      expect(hidden).toBe('true');
      expect(delay).toBe('0.3s');
      letGo();
      await expect(cards(page)).toHaveCount(6);
      await expect(loading).toHaveCount(0);
    },
  );

  for (const viewport of [
    { width: 375, height: 812 },
    { width: 1440, height: 900 },
  ]) {
    test(
      `[UX-33] nothing moves on the first load, however slow, nor on the next visit (${viewport.width} px wide)`,
      LONG,
      async ({ page }) => {
        await page.setViewportSize(viewport);
        const letGo = await holdAnswers(page, DASHBOARD_CALL);
        await storeSession(page, 'demo');
        await page.goto('/#/user-home');
        await expect(page.getByRole('status')).toHaveAttribute('aria-busy', 'true');
        await afterPaint(page);
        letGo();
        await expect(cards(page)).toHaveCount(6);
        await expect(page.getByRole('contentinfo')).toContainText('Sunvale Energy');
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);

        await page.unroute(DASHBOARD_CALL);
        const letGoAgain = await holdAnswers(page, DASHBOARD_CALL);
        await page.reload();
        await expect(page.getByRole('contentinfo')).toContainText('Sunvale Energy');
        await afterPaint(page);
        letGoAgain();
        await expect(cards(page)).toHaveCount(6);
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
      },
    );
  }

  test(
    '[UX-33] nothing at all moves with a refresh, on a phone and on a wide screen',
    LONG,
    async ({ page }) => {
      await installClock(page);
      // A reading may change the number of lines of a card, which is no fault of the refresh.
      await freezeReadings(page, (command) => command);
      for (const width of [375, 1440]) {
        await page.setViewportSize({ width, height: 812 });
        await openSignedIn(page, 'demo');
        await expect(cards(page)).toHaveCount(6);
        await expect(page.getByRole('contentinfo')).toContainText('Sunvale Energy');
        await waitForLateParts(page);
        const loaded = await layoutShift(page);
        await poll(page);
        await poll(page);
        // An age that ends at the right edge of its card may begin a letter earlier.
        expect((await layoutShift(page)) - loaded).toBeLessThan(0.0001);
      }
    },
  );

  test('[UX-33] nothing moves on the sign-in screen', LONG, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/?pid=harbour');
    await expect(page.getByRole('contentinfo')).toContainText('Harbour Power');
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });

  test(
    '[UX-34] [SHELL-5] [SHELL-8] the next visit shows the shell from what was stored, and the settings are refreshed',
    LONG,
    async ({ page }) => {
      await openSignedIn(page, 'demo');
      await expect(cards(page)).toHaveCount(6);
      // Without the app, whose next refresh would store the settings of the server again.
      await page.goto('/readyz');
      await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('proSettings') ?? '') as {
          settings: Record<string, unknown>;
        };
        kept.settings['enableHomeMessageCenterPage'] = false;
        localStorage.setItem('proSettings', JSON.stringify(kept));
      });
      const letGo = await holdAnswers(page, DASHBOARD_CALL);
      await page.goto('/#/user-home');
      const messages = page
        .getByRole('navigation', { name: 'Main menu' })
        .getByRole('link', { name: 'Messages' });
      await expect(heading(page)).toContainText('Maya');
      await expect(messages).toHaveCount(0);
      letGo();
      await expect(messages).toBeVisible();
    },
  );

  test('[SHELL-5] without stored settings the app shows only once they are there', LONG, async ({ page }) => {
    const letGo = await holdAnswers(page, DASHBOARD_CALL);
    await storeSession(page, 'demo');
    await page.goto('/#/my-account/security');
    await expect(page.getByRole('status', { name: 'Loading…' })).toBeAttached();
    await expect(heading(page)).toHaveCount(0);
    letGo();
    await expect(heading(page)).toHaveText('My account');
    await goTo(page, '/user-home');
    await expect(cards(page)).toHaveCount(6);
  });
});
