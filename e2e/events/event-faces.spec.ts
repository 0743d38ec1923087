import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import type { EventDay, LatestResult } from '#contract/entities/result.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { changeDashboard } from '../devices/controls.ts';
import { installClock } from '../support/clock.ts';
import { LONG, expect, expectAccessible, longIf, test } from '../support/fixtures.ts';
import { isUncovered, layoutShift } from '../support/layout-checks.ts';
import {
  asBearer,
  card,
  cards,
  goTo,
  heading,
  houseIdOf,
  openSignedIn,
  region,
  toasts,
  waitForIdleCalls,
  waitForLateParts,
} from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';
import { dispatchOf, showEvents } from './event-data.ts';
import { LEFT_TITLE, coming, openEvent, plansOf, running, soFarOf } from './event-screen.ts';

type Devices = Dashboard['devices'];

const iso = (time: number) => new Date(time).toISOString();
const justOver = () => ({ start: Date.now() - 182 * MINUTE, end: Date.now() - 2 * MINUTE });

const returning = (event: HouseEvent): HouseEvent => ({
  ...event,
  state: 'returning',
  devices: event.devices.map((device) => ({ ...device, mayEase: false, easesTo: null, returned: 'pending' })),
});

const cancelledNow = (event: HouseEvent): HouseEvent => ({ ...returning(event), cancelledAt: event.endTime });

test('[UX-45] [UX-43] after its end an event says what is back when, on banner, cards and greeting, also to who did not watch', async ({
  page,
}) => {
  await showEvents(page, (devices) => dispatchOf(devices, justOver()).map(returning));
  await openSignedIn(page, 'demo');
  const banner = region(page, 'The peak event is over');
  await expect(banner).toContainText(/Living Room back at 70.°F by \d/);
  await expect(banner).toContainText(/Garage Water Heater back at 120.°F by/);
  await expect(banner).toContainText('The first result comes by');
  await expect(page.getByText(/^The event is over\. Everything is back at your settings by /)).toBeVisible();
  await expect(
    card(page, 'Garage Water Heater').getByText(/back at 120.°F by .* after the event/),
  ).toBeVisible();
  await expect(page.getByText('All calm')).toHaveCount(0);
  await banner.getByRole('link', { name: 'See what happened' }).click();
  await expect(page).toHaveURL(/#\/event\/event-\w+$/);
});

test(
  '[UX-45] [CAL-2] who watched the end reads one thing: that the event is over, then its result; the rows beside it end together without a hole',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    let state: 'running' | 'gone' | 'result' = 'running';
    const span = running();
    const told: LatestResult = {
      dispatchId: 'dispatch-1',
      eventId: 'event-tstat',
      startTime: iso(span.start),
      endTime: iso(span.end),
      savedWh: null,
      settled: false,
    };
    await changeDashboard(page, (answer) => ({
      ...answer,
      latestResult:
        state === 'running'
          ? null
          : { ...told, savedWh: state === 'result' ? 940 : null, settled: state === 'result' },
    }));
    await showEvents(page, (devices) =>
      state === 'running'
        ? dispatchOf(devices, span)
        : state === 'gone'
          ? dispatchOf(devices, justOver()).map(cancelledNow)
          : [],
    );
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    const bottomOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    const messages = page.locator('[data-area=events] > *').first();
    const weather = page.locator('[data-widget=weather] > *');
    const isAligned = async () =>
      expect(Math.abs((await bottomOf(messages)) - (await bottomOf(weather)))).toBeLessThan(1);
    await isAligned();
    state = 'gone';
    await returnToTab(page);
    const over = region(page, 'The peak event was cancelled');
    await expect(over).toContainText(/Living Room.*back at 70/);
    await expect(
      page.getByText(/^The event was cancelled\. Everything is back at your settings by /),
    ).toBeVisible();
    await isAligned();
    state = 'result';
    await returnToTab(page);
    const result = page.getByRole('region', { name: /^You saved 0\.94.kWh/ });
    await expect(result).toBeVisible();
    await expect(page.getByRole('heading', { name: /^The peak event (is over|was cancelled)$/ })).toHaveCount(
      0,
    );
    await isAligned();
    await result.getByRole('button', { name: 'Dismiss' }).click();
    await expect(result).toHaveCount(0);
    await isAligned();
    // The rows of what remains fill it.
    const none = region(page, 'No event planned');
    const lines = none.getByRole('listitem');
    expect((await bottomOf(none)) - (await bottomOf(lines.last()))).toBeLessThan(48);
    expect((await none.boundingBox())?.height).toBeLessThan(260);
  },
);

test(
  '[UX-45] [OPT-1] a cancelled event says so, also to who had left it, and that the opt-out does not count',
  LONG,
  async ({ page }) => {
    let isCancelled = false;
    const left = (event: HouseEvent): HouseEvent => ({
      ...event,
      deviceEventLogs: event.deviceEventLogs.map((log) => ({ ...log, optout: true })),
      devices: event.devices.map((device) => ({
        ...device,
        outcome: 'optedOut',
        returned: 'done',
        optOut: { at: iso(Date.now() - HOUR / 2), cause: 'person', counted: true },
      })),
    });
    await showEvents(page, (devices) => (isCancelled ? [] : dispatchOf(devices, running()).map(left)));
    await openSignedIn(page, 'demo');
    await expect(page.getByRole('heading', { name: LEFT_TITLE })).toBeVisible();
    isCancelled = true;
    await returnToTab(page);
    await expect(region(page, 'The peak event was cancelled')).toContainText('your opt-out does not count');
    // Who comes later learns it from the page of the event, while it is still being called off.
    const cancelled = (event: HouseEvent): HouseEvent => ({
      ...left(event),
      state: 'returning',
      cancelledAt: event.endTime,
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await openEvent(page, justOver(), { change: cancelled });
    await expect(page.getByRole('heading', { name: 'The peak event was cancelled' })).toBeVisible();
    await expect(page.getByText('your opt-out does not count', { exact: false })).toBeVisible();
    await expect(page.getByText('The result follows', { exact: false })).toHaveCount(0);
  },
);

test(
  '[UX-45] [UX-20] while an event runs its banner leads with what is cut, against what is expected, and what that has saved and earned',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openEvent(page, running(), { at: '/user-home' });
    const banner = page.getByRole('region', { name: /^Peak event now, / });
    await expect(banner.getByRole('timer')).toHaveText(/^1 h 4\d min left$/);
    await expect(banner).toContainText(/Cut now\s*0\.9.kW\s*0\.8.kW expected/);
    await expect(banner).toContainText(/Saved so far\s*0\.9.kWh\s*about \$0\.52/);
    await expectAccessible(page, 'main');
  },
);

test(
  '[UX-45] [OPT-1] a home that left an event reads it once: nothing counts down, and no plan is shown that does not hold',
  LONG,
  async ({ page }) => {
    const left = (event: HouseEvent): HouseEvent => ({
      ...event,
      deviceEventLogs: event.deviceEventLogs.map((log) => ({ ...log, optout: true })),
      devices: event.devices.map((device) =>
        device.excluded === null
          ? {
              ...device,
              outcome: 'optedOut',
              returned: 'done',
              mayEase: false,
              easesTo: null,
              optOut: { at: iso(Date.now() - HOUR / 2), cause: 'person', counted: true },
            }
          : device,
      ),
    });
    await openEvent(page, running(), { change: left });
    await expect(page.getByRole('heading', { name: LEFT_TITLE })).toHaveCount(1);
    const devices = region(page, 'Your devices');
    await expect(devices.getByText('Back at your own setting')).toHaveCount(2);
    await expect(devices.getByRole('button', { name: 'Join again' })).toBeVisible();
    const without = region(page, 'The rest of the event');
    await expect(without).toContainText(/Ends at\s*\d+:\d\d.[AP]M/);
    await expect(without).toContainText(/Not earned\s*about \$\d/);
    await expect(devices).toContainText(/\d+.°F inside/);
    await expect(page.getByRole('timer')).toHaveCount(0);
    await expect(page.getByRole('main').getByText(/opted out/i)).toHaveCount(1);
    await expectAccessible(page, 'main');
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await expect(page.getByRole('region', { name: /^You opted out/ })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
    // The banner has the way in again for all of them.
    await expect(page.getByRole('button', { name: /^Join again/ })).toHaveCount(1);
  },
);

test(
  '[UX-45] an event that is cancelled before it began has changed nothing, and says so',
  LONG,
  async ({ page }) => {
    let isCancelled = false;
    const later = { start: Date.now() + 26 * HOUR, end: Date.now() + 28 * HOUR };
    await showEvents(page, (devices) => (isCancelled ? [] : dispatchOf(devices, later)));
    await openSignedIn(page, 'demo');
    await expect(page.getByRole('heading', { name: /^Peak event / }).first()).toBeVisible();
    isCancelled = true;
    await returnToTab(page);
    const banner = region(page, 'The peak event was cancelled');
    await expect(banner).toContainText('It was called off before it began. Nothing was changed.');
    await expect(banner.getByText(/back (at|to)/)).toHaveCount(0);
  },
);

test(
  '[UX-24] [UX-45] where an event cannot be left its running page still eases a device',
  LONG,
  async ({ page }) => {
    await openEvent(page, running(), {
      change: (event) => ({
        ...event,
        optOutAllowed: false,
        consequence: { ...event.consequence, code: 'not_allowed' },
      }),
    });
    const now = region(page, 'What they do now, and why');
    await expect(now.getByRole('button', { name: /^Ease to 68.°F, Living Room$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /[Oo]pt out/ })).toHaveCount(0);
  },
);

/** A room now, and water later, by two orders. */
const twoOrders = (devices: Devices, leftIds: ReadonlySet<string>): readonly HouseEvent[] => {
  const later = { dispatchId: 'dispatch-2', id: 'event-later' };
  return [
    ...dispatchOf(devices, running()).filter(({ type }) => type === 'tstat'),
    ...dispatchOf(devices, coming(), () => later).filter(({ type }) => type === 'hwh'),
  ].map((event) =>
    leftIds.has(event.id)
      ? {
          ...event,
          deviceEventLogs: event.deviceEventLogs.map((log) => ({ ...log, optout: true })),
          devices: event.devices.map((device) => ({
            ...device,
            outcome: 'optedOut' as const,
            returned: 'done' as const,
            optOut: { at: iso(Date.now()), cause: 'person' as const, counted: true },
          })),
        }
      : event,
  );
};

test(
  '[UX-8] [UX-20] [UX-24] two events share one banner, with the first device above the fold of a phone; who leaves one finds Undo in its row',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    const left = new Set<string>();
    await changeDashboard(page, (answer) => ({ ...answer, latestResult: null }));
    await showEvents(page, (devices) => twoOrders(devices, left));
    await page.route('**/event/*/optout', (route) => {
      left.add('event-tstat');
      return route.fulfill({ status: 202, json: [] });
    });
    await openSignedIn(page, 'demo');
    await waitForLateParts(page);
    const banner = region(page, '2 peak events');
    const rows = banner.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(/^Peak event now, .*left · Living Room/s);
    await expect(rows.last()).toContainText(
      /^Peak event (today|tomorrow), .*Starts in .* · Garage Water Heater/s,
    );
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const first = await cards(page).first().boundingBox();
    expect((first?.y ?? Infinity) + 1).toBeLessThan((await menu.boundingBox())?.y ?? 0);
    await expectAccessible(page, 'main');
    await rows.first().getByRole('button', { name: 'Opt out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Opt out of the peak event?' });
    await dialog.getByRole('radio', { name: /^Opt out with your device/ }).check();
    await dialog.getByRole('button', { name: 'Opt out' }).click();
    await expect(dialog).toHaveCount(0);
    // The row stays the first.
    await expect(rows.first()).toContainText(LEFT_TITLE);
    const undo = rows.first().getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await expect(toasts(page).getByText(/^You opted out/)).toBeVisible();
    expect(await isUncovered(undo)).toBe(true);
    await expect(rows.last().getByRole('button', { name: 'Opt out' })).toBeVisible();
  },
);

test(
  '[UX-23] before its start a room is eased from the plan, and that is taken back there',
  LONG,
  async ({ page }) => {
    let isEased = false;
    await openEvent(page, coming(), {
      change: (event) =>
        isEased && event.type === 'tstat'
          ? {
              ...event,
              devices: event.devices.map((device) => ({
                ...device,
                eased: true,
                mayEase: false,
                easesTo: null,
              })),
            }
          : event,
    });
    await page.route('**/event/*/device/*/ease', (route) => {
      isEased = route.request().method() === 'POST';
      return route.fulfill({ status: 202, json: {} });
    });
    const plan = region(page, 'What your devices will do');
    await plan.getByRole('button', { name: /^Ease to 68.°F, Living Room$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ease it' }).click();
    await plan.getByRole('button', { name: 'Undo easing of Living Room' }).click();
    await expect(plan.getByRole('button', { name: /^Ease to 68.°F, Living Room$/ })).toBeVisible();
  },
);

/** As the server would tell of the same order before, while and after it runs. */
const livedBy = (devices: Devices, span: { readonly start: number; readonly end: number }, now: number) =>
  (now < span.end ? dispatchOf(devices, span) : dispatchOf(devices, span).map(returning)).map((event) =>
    event.type === 'tstat' ? { ...event, devices: event.devices.map(inTwoSteps(span, now)) } : event,
  );

/** Half an hour after the start the event asks for another degree. */
const inTwoSteps =
  ({ start }: { readonly start: number }, now: number) =>
  (device: HouseEvent['devices'][number]): HouseEvent['devices'][number] => ({
    ...device,
    steps: device.steps.map((step) =>
      step.phase === 'during' && now >= start + HOUR / 2 ? { ...step, command: { heatSetpoint: 65 } } : step,
    ),
  });

for (const [width, height] of [
  [375, 812],
  [1440, 900],
] as const) {
  test(
    `[UX-33] [UX-45] nothing moves at the start, a step and the end of an event (${width} px)`,
    LONG,
    async ({ page }: { page: Page }) => {
      await page.setViewportSize({ width, height });
      await installClock(page);
      const start = Date.now() + 2 * MINUTE;
      const span = { start, end: start + HOUR };
      let now = Date.now();
      const asked = () => (now < start + HOUR / 2 ? 66 : 65);
      await changeDashboard(page, (answer) => ({
        ...answer,
        devices: answer.devices.map((device) => ({
          ...device,
          realtime: device.realtime.map((entry) =>
            now >= start && entry.key === 'thermostat-heat-setpoint'
              ? { ...entry, value: asked(), time: iso(now) }
              : entry,
          ),
        })),
      }));
      await showEvents(page, (devices) => livedBy(devices, span, now));
      await openSignedIn(page, 'demo');
      await waitForLateParts(page);
      await expect(page.getByRole('heading', { name: /^Peak event (today|tomorrow), / })).toBeVisible();
      const before = await layoutShift(page);
      now = start + MINUTE;
      await page.clock.fastForward(3 * MINUTE);
      await expect(card(page, 'Living Room').getByText('Opt-out to make changes.')).toBeVisible();
      await expect(card(page, 'Living Room').getByRole('button', { name: /^Ease to/ })).toBeVisible();
      expect((await layoutShift(page)) - before).toBeLessThanOrEqual(0.02);
      const started = await layoutShift(page);
      now = span.start + HOUR / 2 + MINUTE;
      await page.clock.fastForward(HOUR / 2);
      await expect(
        page
          .getByRole('main')
          .getByText(/held at 65.°F/)
          .first(),
      ).toBeVisible();
      expect((await layoutShift(page)) - started).toBeLessThanOrEqual(0.02);
      const during = await layoutShift(page);
      now = span.end;
      await page.clock.fastForward(HOUR);
      await expect(page.getByRole('heading', { name: 'The peak event is over' })).toBeVisible();
      expect((await layoutShift(page)) - during).toBeLessThanOrEqual(0.02);
    },
  );
}

for (const [width, height] of [
  [375, 812],
  [768, 1024],
  [1440, 900],
] as const) {
  test(
    `[UX-33] [UX-45] on the page of an event nothing moves with a refresh or a step, before, while and after it runs (${width} px)`,
    longIf(width !== 768),
    async ({ page }: { page: Page }) => {
      await page.setViewportSize({ width, height });
      await installClock(page);
      const start = Date.now() + 2 * MINUTE;
      const span = { start, end: start + HOUR };
      let now = Date.now();
      let shown: readonly HouseEvent[] = [];
      await showEvents(page, (devices) => (shown = livedBy(devices, span, now)), true);
      await page.route('**/api/house/*/event/*/plan', (route) => route.fulfill({ json: plansOf(shown) }));
      await page.route('**/api/house/*/event/*/so-far', (route) => route.fulfill({ json: soFarOf(shown) }));
      await page.route('**/api/house/*/event/event-tstat', (route) => route.fulfill({ json: [...shown] }));
      await openSignedIn(page, 'demo', { at: '/event/event-tstat' });
      const settle = async () => {
        await waitForIdleCalls(page);
        await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      };
      await settle();
      await expect(page.getByText('Starts in')).toBeVisible();
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
      const [before, during, after] = [
        page.getByText('Starts in'),
        page.getByText('Time left'),
        page.getByText('Everything back by', { exact: true }),
      ];
      // At its start and its end the page has another face: only what follows is compared.
      for (const [at, sign, isNew] of [
        [start - MINUTE, before, false],
        [start + MINUTE, during, true],
        [start + 20 * MINUTE, during, false],
        [start + HOUR / 2 + MINUTE, during, false],
        [span.end, after, true],
        [span.end + MINUTE, after, false],
      ] as const) {
        const shift = await layoutShift(page);
        const jump = at - now;
        now = at;
        await page.clock.fastForward(jump);
        await expect(sign.first()).toBeVisible();
        await settle();
        if (!isNew) expect((await layoutShift(page)) - shift, sign.toString()).toBeLessThanOrEqual(0.001);
      }
    },
  );
}

test(
  '[UX-45] [UX-47] the page of a past event begins with what it saved and earned, and names the next event, or that none is planned',
  LONG,
  async ({ page }) => {
    let isNext = false;
    await showEvents(page, (devices) => (isNext ? dispatchOf(devices, coming()) : []));
    const session = await openSignedIn(page, 'demo');
    const answer = await page.request.get(
      `/api/house/${houseIdOf(session)}/event-day?start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z`,
      asBearer(session),
    );
    const day = ((await answer.json()) as EventDay[]).findLast(
      ({ performance, events }) =>
        (performance.reductionEnergy ?? 0) > 0 &&
        new Set(events.map(({ dispatchId }) => dispatchId)).size === 1,
    );
    const eventId = day?.events[0]?.id;
    await goTo(page, `/event/${eventId}`);
    const result = region(page, 'The result');
    const title = result.getByRole('heading', {
      name: /^You saved \d+\.\d\d.kWh( and earned \$\d+\.\d\d)?$/,
    });
    await expect(title).toBeVisible();
    const isFirst = await title.evaluate((node) => node.parentElement?.firstElementChild === node);
    expect(isFirst).toBe(true);
    await expect(
      page.getByText('No other event is planned. We’ll tell you before the next one.'),
    ).toBeVisible();
    const told = await title.innerText();
    isNext = true;
    await returnToTab(page);
    const next = page.getByRole('link', { name: /^Next: Peak event / });
    await expect(next).toBeVisible();
    await expect(page.getByText('No other event is planned')).toHaveCount(0);
    await next.click();
    await expect(page).toHaveURL(/#\/event\/event-\w+$/);
    // The receipt says the same.
    await goTo(page, `/event/${eventId}/receipt`);
    await expect(heading(page)).toHaveText(told);
  },
);
