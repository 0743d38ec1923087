import type { Dashboard } from '#contract/endpoints/house.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { installClock } from '../support/clock.ts';
import { showEvents } from './event-data.ts';
import { CAUSE, coming, eventsOf, openEvent, running } from './event-screen.ts';
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
import { returnToTab } from '../support/tab-visibility.ts';

test('[UX-20] [UX-26] the page of a coming event: when, why, what each device does, what it earns, what else could be done', async ({
  page,
}) => {
  await openEvent(page, coming());
  await expect(heading(page)).toHaveText(/^Peak event (today|tomorrow), /);
  await expect(page.getByText(CAUSE.en)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^2 h 1\d min$/);

  const plan = region(page, 'What your devices will do');
  await expect(plan).toContainText(/Living Room\s*Held at 66.°F until .*, never cooler\. Back at 70.°F by/);
  await expect(plan).toContainText(/Heated only to 110.°F until/);
  await expect(plan).toContainText('Bedroom Window AC is not taking part. It is in Fan only mode');
  await plan.getByRole('button', { name: /Show table$/ }).click();
  const table = plan.getByRole('table', { name: 'What each device does, and when' });
  await expect(table.getByRole('rowheader', { name: 'Garage Water Heater' })).toBeVisible();
  await expect(table).toContainText(/Event: held at 66.°F, never cooler/);

  await expect(region(page, 'What you may earn')).toContainText(/about\s*\$1\.82\s*and about 3\.2/);
  await expect(region(page, 'What you may earn')).toContainText(
    'Water Heater Saver pays $0.50 for each event you stay in.',
  );
  await expect(region(page, 'Your limits')).toContainText(/Never cooler than.*64.°F/);
  await expectAccessible(page);

  const otherwise = region(page, 'Prefer something else?');
  await expect(otherwise).toContainText('About $0.50 – $1.32 less.');
  await otherwise.getByRole('button', { name: /^Ease Living Room/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ease Living Room?' });
  // Nothing else is asked there: degrees, energy and money, as planned and eased.
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await expect(dialog.getByRole('row', { name: /^Held at/ })).toHaveText(/66.°F68.°F$/);
  await expect(dialog.getByRole('row', { name: /^Saves/ })).toHaveText(/2\.4.kWh.*1\.2.kWh$/);
  await expect(dialog.getByRole('row', { name: /^Earns/ })).toHaveText(/\$1\.32.*\$0\.66$/);
  await expect(dialog).toContainText(/Uses none of your opt‑outs\. You can undo it until /);
  await expect(dialog.getByRole('button', { name: 'Keep as planned' })).toBeFocused();
  await expectAccessible(page, 'dialog');
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
    await expect(figures).toContainText(/about \$0\.52 earned so far/);
    await expect(figures).toContainText('$0.50 if you stay in');
    await expect(figures).toContainText(/Cut now\s*0\.9\s*kW\s*0\.8.kW expected/);
    await expect(figures).toContainText(/Until .*, 1 of 2 devices, compared with usual\. An estimate: rooms/);
    // Beside what was earned so far the whole is told as such.
    await expect(region(page, 'What you may earn')).toHaveCount(0);
    await expect(region(page, 'By the end, as planned')).toContainText(/about \$1\.82/);
    // What is usual goes on to the end of the event; what was used ends with the last quarter hour.
    const ends = await figures
      .locator('svg polyline')
      .evaluateAll((lines) =>
        lines.map((line) => Math.max(...[...(line as SVGPolylineElement).points].map(({ x }) => x))),
      );
    const [usual = 0, actual = 0] = ends;
    const first = await figures
      .locator('svg polyline')
      .first()
      .evaluate((line) => (line as SVGPolylineElement).points[0]?.x ?? 0);
    // 12 quarter hours, of which 4 are over.
    expect((usual - first) / (actual - first)).toBeCloseTo(12 / 4, 1);
    const now = region(page, 'What they do now, and why');
    await expect(now).toContainText(/Held at 66.°F/);
    await expect(now).toContainText(/Heats only to 110.°F/);
    await expect(now.getByRole('button', { name: /^Ease to 68.°F, Living Room$/ })).toBeVisible();
    await expectAccessible(page);
    await now.getByRole('button', { name: /^Ease to 68.°F, Living Room$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Ease Living Room?' })).toContainText(
      'Uses none of your opt‑outs',
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
    cancelledAt: state === 'cancelled' ? event.endTime : null,
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
        const endTime = new Date().toISOString();
        return isCancelled ? { ...shown, state: 'cancelled', endTime, cancelledAt: endTime } : shown;
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
    await expect(page.getByRole('heading', { name: 'The peak event was cancelled' })).toBeVisible();
  },
);

test(
  '[DET-2] [UX-45] the status tab follows an event from before its start until all is back, and the plots carry it as a band and in words',
  LONG,
  async ({ page }) => {
    const session = await storeSession(page, 'demo');
    const { devices } = await dashboardOf(page, session);
    const span = running();
    let phase: 'far' | 'ahead' | 'runs' | 'returns' = 'runs';
    const shownIn = (current: Dashboard['devices']): readonly HouseEvent[] => {
      if (phase === 'far')
        return eventsOf(current, { start: Date.now() + 25 * HOUR, end: Date.now() + 27 * HOUR });
      if (phase === 'ahead') return eventsOf(current, coming());
      if (phase === 'runs') return eventsOf(current, span);
      const over = { start: Date.now() - 182 * MINUTE, end: Date.now() - 2 * MINUTE };
      return eventsOf(current, over).map((event) => ({
        ...event,
        state: 'returning' as const,
        devices: event.devices.map((device) => ({ ...device, returned: 'pending' as const })),
      }));
    };
    const room = devices.find(({ kind }) => kind === 'tstat');
    await page.route(/\/api\/house\/[^/]+\/event\?/, (route) =>
      route.fulfill({ json: eventsOf(devices, span) }),
    );
    await showEvents(page, shownIn);
    await openSignedIn(page, 'demo', { at: `/device/${room?.id ?? ''}` });
    await expect(card(page, 'Right now').getByText('Opt-out to make changes.')).toBeVisible();
    await expect(region(page, 'Temperature')).toContainText(/Peak event .* – /);
    const line = region(page, 'This device in the event');
    await expect(line).toContainText(/^Peak event now, .*Held at 66.°F/);
    await expectAccessible(page);
    phase = 'returns';
    await returnToTab(page);
    await expect(line).toContainText(/The peak event is over.*Going back to your setting/);
    phase = 'far';
    await returnToTab(page);
    await expect(line).toHaveCount(0);
    phase = 'ahead';
    await returnToTab(page);
    await expect(line).toContainText(
      /^Peak event (today|tomorrow), .*Your own setting.*Its part in the event begins at /,
    );
    await line.getByRole('link', { name: 'See the whole event' }).click();
    await expect(page).toHaveURL(/#\/event\/event-\w+$/);
  },
);
