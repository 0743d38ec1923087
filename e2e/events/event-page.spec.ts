import type { HouseEvent } from '#contract/entities/event.ts';
import { MINUTE } from '#domain/time/time.ts';
import { installClock } from '../support/clock.ts';
import { showEvents } from './event-data.ts';
import { coming, eventsOf, openEvent, running } from './event-screen.ts';
import type { Span } from './event-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow, smallTargets } from '../support/layout-checks.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import {
  card,
  dashboardOf,
  goTo,
  heading,
  openSignedIn,
  region,
  storeSession,
} from '../support/signed-in.ts';

test('[UX-20] [UX-26] the page of a coming event: when, why, what each device does, what it earns, what else could be done', async ({
  page,
}) => {
  await openEvent(page, coming());
  await expect(heading(page)).toHaveText(/^Peak event (today|tomorrow), /);
  await expect(page.getByText('12 °F tonight.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^2 h 1\d min$/);

  const plan = region(page, 'What your devices will do');
  await expect(plan).toContainText(/Living Room\s*Held at 66.°F until .*, never cooler\. Back at 70.°F by/);
  await expect(plan).toContainText(/Heated only to 110.°F until/);
  await expect(plan).toContainText('Bedroom Window AC is not taking part. It is in Fan only mode');
  await plan.getByRole('button', { name: /Show table$/ }).click();
  const table = plan.getByRole('table', { name: 'What each device does, and when' });
  await expect(table.getByRole('rowheader', { name: 'Garage Water Heater' })).toBeVisible();
  await expect(table).toContainText(/Event: held at 66.°F, never cooler/);

  await expect(region(page, 'What you may earn')).toContainText('about $2.56 for 3.2');
  await expect(region(page, 'Your limits')).toContainText(/Never cooler than.*64.°F/);
  await expectAccessible(page);

  const otherwise = region(page, 'Prefer something else?');
  await expect(otherwise).toContainText('About $0.64 – $1.92 less.');
  await otherwise.getByRole('button', { name: /^Ease Living Room/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ease Living Room?' });
  await expect(dialog.getByRole('radio', { name: /^Ease Living Room/ })).toBeChecked();
});

test(
  '[UX-20] [UX-21] the page of a running event: time left, what each device does now and why, and the ways out of it',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openEvent(page, running());
    await expect(heading(page)).toHaveText(/^Peak event now, /);
    await expect(page.getByRole('timer')).toHaveText(/^1 h 4\d min$/);
    const figures = region(page, 'The event in numbers');
    await expect(figures).toContainText(/Saved so far\s*0\.9\s*kWh/);
    await expect(figures).toContainText(
      /Until .*, 1 of 2 devices, compared with usual\. Rooms are estimated\./,
    );
    const now = region(page, 'What they do now, and why');
    await expect(now).toContainText(/Held at 66.°F/);
    await expect(now).toContainText(/Never cooler than 110.°F/);
    await expect(now.getByRole('button', { name: /^Ease to 68.°F, Living Room$/ })).toBeVisible();
    await expectAccessible(page);
    await now.getByRole('button', { name: /^Ease to 68.°F, Living Room$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Ease Living Room?' })).toContainText(
      'Keeps your opt-outs',
    );
    await page.keyboard.press('Escape');
    await now.getByRole('button', { name: 'Opt out with Garage Water Heater' }).click();
    const dialog = page.getByRole('dialog', { name: 'Opt out of the peak event?' });
    await expect(dialog.getByRole('button', { name: 'Stay in' })).toBeFocused();
  },
);

test('[T-28] where a limit of the home holds, the page says what the event asks', LONG, async ({ page }) => {
  const toFloor = (event: HouseEvent): HouseEvent => ({
    ...event,
    devices: event.devices.map((device) => ({
      ...device,
      steps: device.steps.map((step) =>
        step.phase === 'during' ? { ...step, command: { heatSetpoint: 64 } } : step,
      ),
    })),
  });
  await openEvent(page, coming(), {
    asks: 61,
    change: (event) => (event.type === 'tstat' ? toFloor(event) : event),
  });
  await expect(region(page, 'Your limits')).toContainText(/The event asks for 61.°F; your limit holds\./);
});

/** As the server tells of an event that is over, or was cancelled while it ran. */
const after =
  (state: 'ended' | 'cancelled') =>
  (event: HouseEvent): HouseEvent => ({
    ...event,
    state,
    devices: event.devices.map((device) => ({
      ...device,
      mayEase: false,
      easesTo: null,
      returned: state === 'ended' ? 'done' : 'pending',
    })),
  });
const past = (): Span => ({ start: Date.now() - 200 * MINUTE, end: Date.now() - 20 * MINUTE });

for (const [width, ...phases] of [
  [320, 'before', 'during', 'over', 'cancelled'],
  [1440, 'before', 'during'],
] as const) {
  test(
    `[UX-1] [UX-40] the page of an event fits ${width} px (${phases.join(', ')}), in Spanish and in the dark`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const look = { language: 'es', theme: 'dark' } as const;
      const open = {
        before: () => openEvent(page, coming(), look),
        during: () => openEvent(page, running(), look),
        over: () => openEvent(page, past(), { ...look, change: after('ended') }),
        cancelled: () => openEvent(page, past(), { ...look, change: after('cancelled') }),
      };
      for (const phase of phases) {
        await open[phase]();
        const last = phase === 'before' || phase === 'during' ? 'Sus límites' : 'El plan que se siguió';
        await expect(region(page, last)).toBeVisible();
        await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
        await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
        await expect.poll(() => smallTargets(page.locator('main section button'), 44)).toEqual([]);
        await expectAccessible(page);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
  );
}

/** The room is heated ahead, since half an hour. */
const heatedAhead = (event: HouseEvent): HouseEvent => ({
  ...event,
  state: 'preparing',
  devices: event.devices.map((device) => ({
    ...device,
    steps:
      event.type === 'tstat' && device.excluded === null
        ? [
            {
              phase: 'before',
              at: new Date(Date.now() - 30 * MINUTE).toISOString(),
              until: event.startTime,
              command: { heatSetpoint: 72 },
              reason: { code: 'prepare', side: 'heat', shift: 2 },
            },
            ...device.steps,
          ]
        : device.steps,
  })),
});

test(
  '[UX-20] [UX-26] the page of an event that is being prepared says so and marks the phase',
  LONG,
  async ({ page }) => {
    const soon = { start: Date.now() + 24 * MINUTE, end: Date.now() + 204 * MINUTE };
    await openEvent(page, soon, { change: heatedAhead });
    const head = region(page, 'Time and reason');
    await expect(head).toContainText('Getting ready');
    await expect(head.locator('[aria-current=step]')).toContainText('Prepare');
    await expect(region(page, 'What your devices will do')).toContainText(
      /Preheated to 72.°F, then held at 66/,
    );
    await expectAccessible(page);
  },
);

test(
  '[UX-25] [UX-37] the page of an event that no device of the home takes part in says why and offers nothing to leave',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    const isProtected = (event: HouseEvent): HouseEvent => ({
      ...event,
      deviceEventLogs: [],
      devices: event.devices.map((device) => ({
        ...device,
        steps: [],
        mayEase: false,
        easesTo: null,
        outcome: 'excluded',
        excluded: { code: 'life_support' },
      })),
    });
    for (const span of [coming(), running()]) {
      await openEvent(page, span, { change: isProtected });
      const head = region(page, 'Time and reason');
      await expect(head).toContainText('Not taking part');
      await expect(head).toContainText('None of your devices takes part in this event.');
      await expect(head).not.toContainText('0 devices');
      const plan = region(page, span.start > Date.now() ? 'What your devices will do' : 'The plan');
      await expect(plan.getByText(/Living Room is not taking part. Your home is protected/)).toBeVisible();
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'What they do now, and why' })).toHaveCount(0);
      await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  },
);

test(
  '[UX-3] [UX-37] the pages of an event and of its result have a heading while they load; one that is not known gives a sentence and a way back',
  LONG,
  async ({ page }) => {
    const letGo = await holdAnswers(page, '**/api/house/*/event/nothing**');
    await openSignedIn(page, 'demo', { at: '/event/nothing' });
    await expect(heading(page)).toHaveText('Peak event');
    await goTo(page, '/event/nothing/receipt');
    await expect(page).toHaveURL(/receipt$/);
    await expect(heading(page)).toHaveText('Peak event');
    letGo();
    await expect(heading(page)).toHaveText('We could not find this event');
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/#\/user-home$/);
  },
);

test(
  '[UX-20] the page of an event that is cancelled meanwhile says so; a device of an event without others of the home is named',
  LONG,
  async ({ page }) => {
    await installClock(page);
    let isCancelled = false;
    const takesNoPart = (event: HouseEvent): HouseEvent => ({
      ...event,
      deviceEventLogs: [],
      devices: event.devices.map((device) => ({
        ...device,
        steps: [],
        outcome: 'excluded',
        excluded: { code: 'left_out_by_owner' },
      })),
    });
    await openEvent(page, coming(), {
      change: (event) => {
        // Nothing has been done with it yet.
        const pending = event.devices.map((device) => ({ ...device, outcome: 'pending' as const }));
        const shown = event.type === 'hwh' ? takesNoPart(event) : { ...event, devices: pending };
        return isCancelled ? { ...shown, state: 'cancelled', endTime: new Date().toISOString() } : shown;
      },
      dashboard: (event) => event.type !== 'hwh' && !isCancelled,
    });
    await expect(heading(page)).toHaveText(/^Peak event (today|tomorrow), /);
    await expect(region(page, 'What your devices will do')).toContainText(
      'Garage Water Heater is not taking part.',
    );
    isCancelled = true;
    // The dashboard's next refresh; a return to the tab would ask for the event itself.
    await page.clock.fastForward(12_000);
    await expect(page.getByText('The event was cancelled.')).toBeVisible();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  },
);

test(
  '[DET-2] the status tab follows a running event, and the plots carry it as a band and in words',
  LONG,
  async ({ page }) => {
    const session = await storeSession(page, 'demo');
    const { devices } = await dashboardOf(page, session);
    const span = running();
    const room = devices.find(({ kind }) => kind === 'tstat');
    await page.route(/\/api\/house\/[^/]+\/event\?/, (route) =>
      route.fulfill({ json: eventsOf(devices, span) }),
    );
    await showEvents(page, (current) => eventsOf(current, span));
    await openSignedIn(page, 'demo', { at: `/device/${room?.id ?? ''}` });
    await expect(card(page, 'Right now').getByText('Opt-out to make changes.')).toBeVisible();
    await expect(region(page, 'Temperature')).toContainText(/Peak event .* – /);
  },
);
