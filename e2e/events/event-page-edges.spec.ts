import { installClock, pauseClock } from '../support/clock.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { coming, openEvent, running } from './event-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import { goTo, heading, openSignedIn, region } from '../support/signed-in.ts';

test(
  '[UX-20] [T-2] who may only look sees a coming and a running event, and nothing on the page, the banner or a card offers to change it',
  LONG,
  async ({ page }) => {
    const offers = page
      .getByRole('main')
      .getByRole('button', { name: /Opt out|Ease|Join|Undo/ })
      .or(page.getByRole('main').getByRole('link', { name: /^Change/ }));
    const only = 'Only owners and members of this home can make changes.';
    for (const span of [coming(), running()]) {
      await openEvent(page, span, { who: 'admin' });
      await expect(region(page, 'Your limits')).toContainText(/Never cooler than/);
      await expect(region(page, 'Prefer something else?')).toHaveCount(0);
      await expect(offers).toHaveCount(0);
      await expect(page.getByText('You stay in control')).toHaveCount(0);
      await expect(region(page, 'Time and reason').getByText(only)).toHaveCount(
        span.start > Date.now() ? 1 : 0,
      );
      await expectAccessible(page);
      await goTo(page, '/user-home');
      await expect(page.getByRole('link', { name: 'See the plan' })).toBeVisible();
      await expect(page.getByText('Opt-out to make changes.')).toHaveCount(0);
      await expect(page.getByText(/you stay in control/i)).toHaveCount(0);
      await expect(page.getByText(only).first()).toBeVisible();
      await expect(offers).toHaveCount(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  },
);

test(
  '[UX-20] [UX-40] a short event has its hours on the axis at every width, also while it runs, and no label lies over another',
  LONG,
  async ({ page }) => {
    // Never at a full hour, which has a label anyway.
    const mark = Math.floor(Date.now() / (10 * MINUTE)) * 10 * MINUTE;
    const ahead = { start: mark + 135 * MINUTE, end: mark + 175 * MINUTE };
    const now = { start: mark - 15 * MINUTE, end: mark + 25 * MINUTE };
    for (const span of [ahead, now]) {
      await openEvent(page, span, { language: 'es' });
      const plan = region(page, span === ahead ? 'Lo que harán sus dispositivos' : 'El plan');
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const labels = plan.getByText(/^\d+:\d\d[\s\d:apm.–\u2060]*$/).filter({ visible: true });
        const times = async () => (await labels.allInnerTexts()).join(' ').match(/\d+:\d\d/g);
        // Start and end, in one label or in two.
        await expect.poll(times).toHaveLength(2);
        await expect(plan.getByText('Ahora', { exact: true })).toBeVisible();
        await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
        await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  },
);

test(
  '[UX-21] on a phone whose clock is an hour wrong the event begins and ends when the server says',
  LONG,
  async ({ page }) => {
    await page.clock.install({ time: Date.now() + HOUR });
    await openEvent(page, { start: Date.now() + 30 * MINUTE, end: Date.now() + 3 * HOUR });
    await expect(page.getByRole('timer')).toHaveText(/^(29|30) min$/);
    await expect(heading(page)).toHaveText(/^Peak event (today|tomorrow), /);
    await expect(region(page, 'What your devices will do')).toBeVisible();
  },
);

test(
  '[UX-21] [UX-26] the countdown is not spoken as it runs; start and end are, once, and the page follows them',
  LONG,
  async ({ page }) => {
    await installClock(page);
    await openEvent(page, { start: Date.now() + 5 * MINUTE, end: Date.now() + 45 * MINUTE });
    await expect(page.getByRole('timer')).toHaveAttribute('aria-live', 'off');
    await pauseClock(page);
    // Parts that are loading have a name.
    const spoken = page.getByRole('main').locator('[role=status]:not([aria-label])');
    await expect(spoken).toHaveText('');
    await page.clock.runFor(30_000);
    await expect(spoken).toHaveText('');
    await page.clock.fastForward(5 * MINUTE);
    await expect(spoken).toHaveText('The peak event has started');
    await expect(heading(page)).toHaveText(/^Peak event now, /);
    await page.clock.runFor(30_000);
    await expect(spoken).toHaveText('The peak event has started');
    const head = region(page, 'Time and reason');
    await expect(head.getByRole('timer')).toHaveAttribute('aria-live', 'off');
    await expect(head.locator('[aria-current=step]')).toHaveText('Event');
    await expect(head).toMatchAriaSnapshot(`
      - region "Time and reason":
        - list:
          - listitem: Event
          - listitem: Return
        - paragraph: Time left
        - timer: /\\d+ min/
    `);
    await page.clock.fastForward(45 * MINUTE);
    await expect(spoken).toHaveText('The peak event has ended');
  },
);

test(
  '[UX-3] a screen whose bundle is on its way has its heading already, which its own takes the place of',
  LONG,
  async ({ page }) => {
    const bundles = Promise.withResolvers<void>();
    await page.route(
      /\/assets\/(Account|DeviceDetail|MessagesScreen|EventPage)-[^/]*\.js$/,
      async (route) => {
        await bundles.promise;
        await route.continue();
      },
    );
    await openSignedIn(page, 'demo');
    for (const [path, title] of [
      ['/my-account/profile', 'My account'],
      ['/message-center/inbox', 'Message center'],
      ['/event/nothing', 'Peak event'],
      ['/device/nothing', 'Device'],
    ] as const) {
      await goTo(page, path);
      await expect(heading(page)).toHaveText(title);
      await expect(page.locator('main [aria-busy=true]').first()).toBeAttached();
    }
    bundles.resolve();
    await expect(heading(page)).toHaveText('Device #nothing');
    await expect(page.locator('main [aria-busy=true] h1')).toHaveCount(0);
  },
);

test(
  '[UX-20] [UX-25] a home whose devices may still join an event can stay out of it beforehand, and come back',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    let leftAt: string | null = null;
    const notReady = (event: HouseEvent): HouseEvent => ({
      ...event,
      leftAt,
      deviceEventLogs: [],
      devices: event.devices.map((device) => ({
        ...device,
        steps: [],
        mayEase: false,
        easesTo: null,
        outcome: 'excluded',
        excluded: { code: 'never_reported' },
      })),
    });
    const sent: unknown[] = [];
    for (const [call, at] of [
      ['optout', new Date().toISOString()],
      ['rejoin', null],
    ] as const) {
      await page.route(`**/event/*/${call}`, (route) => {
        sent.push([call, route.request().postDataJSON()]);
        leftAt = at;
        return route.fulfill({ status: 202, json: [] });
      });
    }
    await openEvent(page, coming(), { change: notReady, dashboard: () => false });
    const head = region(page, 'Time and reason');
    await expect(head).toContainText('Not taking part');
    await expect(head).toContainText('One that becomes ready may still join, unless you stay out');
    await head.getByRole('button', { name: 'Stay out' }).click();
    await expect(head).toContainText(
      'Your home stays out of this event, also with devices that become ready',
    );
    await expect(head).toContainText('Opted out');
    await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
    await expectAccessible(page);
    await head.getByRole('button', { name: 'Join again' }).click();
    await expect(head.getByRole('button', { name: 'Stay out' })).toBeVisible();
    expect(sent).toEqual([
      ['optout', {}],
      ['rejoin', {}],
    ]);
  },
);
