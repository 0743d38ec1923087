import type { Page } from '@playwright/test';
import type { HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { changeDashboard } from '../../../e2e/devices/controls.ts';
import { openBatteryEvent } from '../../../e2e/events/battery-event.ts';
import { dispatchOf, showEvents } from '../../../e2e/events/event-data.ts';
import type { EventChange } from '../../../e2e/events/event-data.ts';
import { coming, openEvent, plansOf, running, soFarOf } from '../../../e2e/events/event-screen.ts';
import type { Span } from '../../../e2e/events/event-screen.ts';
import { newestResult } from '../../../e2e/results/result-data.ts';
import { openSignedIn, storeSession } from '../../../e2e/support/signed-in.ts';
import type { Look, Screen } from './screen.ts';

const iso = (time: number): string => new Date(time).toISOString();
const past = (): Span => ({ start: Date.now() - 200 * MINUTE, end: Date.now() - HOUR / 3 });
const justOver = (): Span => ({ start: Date.now() - 182 * MINUTE, end: Date.now() - 2 * MINUTE });

const withDevices = (event: HouseEvent, change: Partial<HouseEvent['devices'][number]>): HouseEvent => ({
  ...event,
  devices: event.devices.map((device) => ({ ...device, mayEase: false, easesTo: null, ...change })),
});
const ended = (event: HouseEvent): HouseEvent => ({
  ...withDevices(event, { returned: 'done' }),
  state: 'ended',
});
const returning = (event: HouseEvent): HouseEvent => ({
  ...withDevices(event, { returned: event.type === 'tstat' ? 'pending' : null }),
  state: 'returning',
});
const cancelled = (event: HouseEvent): HouseEvent => ({ ...returning(event), cancelledAt: event.endTime });
/** The room is held half as far from its own setting. */
const eased = (event: HouseEvent): HouseEvent => {
  if (event.type !== 'tstat') return event;
  const steps = event.devices[0]?.steps.map((step) =>
    step.phase === 'during' ? { ...step, command: { heatSetpoint: 68 } } : step,
  );
  return withDevices(event, { eased: true, ...(steps ? { steps } : {}) });
};
const left = (event: HouseEvent): HouseEvent => ({
  ...withDevices(event, {
    outcome: 'optedOut',
    returned: 'done',
    optOut: { at: iso(Date.now() - 4_000), cause: 'person', counted: true },
  }),
  deviceEventLogs: event.deviceEventLogs.map((log) => ({ ...log, optout: true })),
});

type Change = (event: HouseEvent) => HouseEvent;
const same: Change = (event) => event;

/** Two orders whose times overlap: a room now, water later. */
const two = (devices: Parameters<typeof dispatchOf>[0]): readonly HouseEvent[] => {
  const later: EventChange = { dispatchId: 'dispatch-2', id: 'event-later' };
  return [
    ...dispatchOf(devices, running()).filter(({ type }) => type === 'tstat'),
    ...dispatchOf(devices, coming(), () => later).filter(({ type }) => type === 'hwh'),
  ];
};

const answerWith =
  (eventsOf: (devices: Parameters<typeof dispatchOf>[0]) => readonly HouseEvent[]) => async (page: Page) => {
    let events: readonly HouseEvent[] = [];
    await showEvents(page, (devices) => (events = eventsOf(devices)), true);
    await page.route('**/api/house/*/event/*/plan', (route) => route.fulfill({ json: plansOf(events) }));
    await page.route('**/api/house/*/event/*/so-far', (route) => route.fulfill({ json: soFarOf(events) }));
    // The plot shows the same events as the banner.
    await page.route(/\/api\/house\/[^/]+\/event\?/, (route) => route.fulfill({ json: [...events] }));
  };
const onDashboard = (name: string, span: () => Span, change: Change = same): Screen => ({
  name: `dashboard-event-${name}`,
  path: '/user-home',
  who: 'demo',
  answer: answerWith((devices) => dispatchOf(devices, span()).map(change)),
});
const onPage = (name: string, span: () => Span, change: Change = same): Screen => ({
  name: `event-${name}`,
  path: '',
  who: 'demo',
  open: (page, look) => openEvent(page, span(), { ...look, change, reportsOwn: true }),
});

const ofBattery = (
  name: string,
  span: () => Span,
  { charged = 72, watts = 2_400, ...more }: NonNullable<Parameters<typeof openBatteryEvent>[2]> = {},
): Screen => ({
  name: `battery-event-${name}`,
  path: '',
  who: 'demo',
  open: async (page, look) => {
    await openBatteryEvent(page, span(), { ...more, ...look, charged, watts: watts ?? 0 });
  },
});

/** What is fixed to the screen would lie in the middle of a picture of the whole page. */
const openSheet = (button: RegExp) =>
  ({
    isScreenOnly: true,
    prepare: async (page: Page) => {
      await page.getByRole('button', { name: button }).first().click();
      await page.locator('dialog[open]').waitFor();
    },
  }) as const;

const openReceipt = (kind?: 'battery') => async (page: Page, look: Look) => {
  const { event } = await newestResult(page, await storeSession(page, 'demo'), kind);
  await openSignedIn(page, 'demo', { at: `/event/${event.id}/receipt`, ...look });
};

/** The page of the newest event with a result. */
const openResult = (kind?: 'battery') => async (page: Page, look: Look) => {
  const { event } = await newestResult(page, await storeSession(page, 'demo'), kind);
  await openSignedIn(page, 'demo', { at: `/event/${event.id}`, ...look });
};

/** The newest result as news. */
const openNews = async (page: Page, look: Look) => {
  const { event, savedWh } = await newestResult(page, await storeSession(page, 'demo'));
  const { dispatchId, id: eventId, startTime, endTime } = event;
  await showEvents(page, () => []);
  await changeDashboard(page, (dashboard) => ({
    ...dashboard,
    latestResult: { dispatchId, eventId, startTime, endTime, savedWh, settled: true },
  }));
  await openSignedIn(page, 'demo', look);
  // The reminder of a phone number that is not verified would cover it.
  await page.getByRole('button', { name: /^(Not now|Ahora no)$/ }).click();
};

/** An event before, while and after it runs, on the dashboard and on its page, and what came of it. */
export const EVENT_SCREENS: readonly Screen[] = [
  ofBattery('before', coming),
  ofBattery('running', running),
  ofBattery('resting', running, { charged: 32, watts: 0 }),
  ofBattery('over', justOver),
  ofBattery('eased', running, { watts: 1_200, part: { eased: true } }),
  ofBattery('left', running, {
    watts: 0,
    part: {
      outcome: 'optedOut',
      returned: 'done',
      optOut: { at: iso(Date.now() - 4_000), cause: 'person', counted: true },
    },
  }),
  ofBattery('outage', running, {
    watts: 1_500,
    readings: { 'battery-outage': true, 'battery-house-power': 2_400 },
    part: { returned: 'pending' },
  }),
  ofBattery('page', running, { at: '/event/event-battery' }),
  ofBattery('dashboard', running, { at: '/user-home' }),
  ofBattery('limits', running, { at: '/my-account/settings?limits' }),
  ofBattery('storm', running, {
    watts: 0,
    part: { returned: 'done' },
    storm: {
      until: iso(Date.now() + 27 * HOUR),
      cause: { en: 'Hail is forecast.', es: 'Se pronostica granizo.' },
    },
  }),
  {
    name: 'battery-event-day',
    path: '/user-home',
    who: 'demo',
    isScreenOnly: true,
    prepare: async (page) => {
      await page
        .getByRole('tab', { name: /^(Program Impact|Impacto del programa)$/ })
        .first()
        .click();
    },
  },
  { name: 'battery-event-result', path: '', who: 'demo', open: openResult('battery') },
  { name: 'battery-event-receipt', path: '', who: 'demo', open: openReceipt('battery') },
  {
    ...ofBattery('ease', running, { part: { mayEase: true } }),
    ...openSheet(/^(Halve its power|Usar la mitad)/),
  },
  { ...ofBattery('leave', running), ...openSheet(/^(Opt out|Excluirse)$/) },
  {
    ...ofBattery('raise', running),
    ...openSheet(/^(Raise the reserve|Subir la reserva)$/),
  },
  onDashboard('before', coming),
  onDashboard('running', running),
  onDashboard('eased', running, eased),
  onDashboard('left', running, left),
  onDashboard('returning', justOver, returning),
  onDashboard('cancelled', justOver, cancelled),
  { name: 'dashboard-two-events', path: '/user-home', who: 'demo', answer: answerWith(two) },
  { name: 'dashboard-result', path: '', who: 'demo', open: openNews },
  { ...onDashboard('leave', running), ...openSheet(/^(Opt out|Excluirse)/) },
  { ...onPage('ease', coming), ...openSheet(/^(Ease to|Suavizar a)/) },
  onPage('before', coming),
  onPage('before-eased', coming, eased),
  onPage('running', running),
  onPage('left', running, left),
  onPage('left-one', running, (event) => (event.type === 'hwh' ? left(event) : event)),
  { ...onPage('leave', running), ...openSheet(/^(Opt out of the event|Excluirse del evento)/) },
  onPage('returning', justOver, returning),
  onPage('cancelled', justOver, cancelled),
  onPage('over', past, ended),
  { name: 'event-result', path: '', who: 'demo', open: openResult() },
  { name: 'event-receipt', path: '', who: 'demo', open: openReceipt() },
  { name: 'event-unknown', path: '/event/nothing', who: 'demo' },
];
