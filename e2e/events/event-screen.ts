import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import { MINUTE } from '#domain/time/time.ts';
import { expect } from '../support/fixtures.ts';
import { dashboardOf, openSignedIn, storeSession } from '../support/signed-in.ts';
import { returnToTab } from '../support/tab-visibility.ts';
import { dispatchOf, showEvents } from './event-data.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}
export const running = (): Span => ({ start: Date.now() - 72 * MINUTE, end: Date.now() + 108 * MINUTE });
export const coming = (): Span => ({ start: Date.now() + 134 * MINUTE, end: Date.now() + 314 * MINUTE });

export const CAUSE = {
  en: 'Many homes heat at once in these hours.',
  es: 'Muchos hogares calientan a la vez a estas horas.',
};

/** The living room and the water heater, and an air conditioner that takes no part. */
export const eventsOf = (devices: Dashboard['devices'], span: Span): readonly HouseEvent[] => {
  const cooler = devices.find(({ kind }) => kind === 'rac');
  return dispatchOf(devices, span, () => ({ cause: CAUSE })).map((event) => {
    const [room] = event.devices;
    if (event.type !== 'tstat' || !room || !cooler) return event;
    const excluded = { ...room, deviceId: cooler.id, steps: [], mayEase: false, easesTo: null };
    return {
      ...event,
      devices: [
        room,
        { ...excluded, outcome: 'excluded', excluded: { code: 'mode_unsuitable', mode: 'fan' } },
      ],
    };
  });
};

type Options = Parameters<typeof openSignedIn>[2] & {
  readonly who?: string;
  readonly change?: (event: HouseEvent) => HouseEvent;
  /** Devices report their own settings before and after it. */
  readonly reportsOwn?: boolean;
  /** °F that the event asks of the room, if a limit holds it back. */
  readonly asks?: number;
  /** Which of them the dashboard answers with. */
  readonly dashboard?: (event: HouseEvent) => boolean;
};

const EASED = { wh: 1_200, amount: 66, currency: 'USD' };
const WATER = { wh: 800, amount: 50, currency: 'USD' };

/** As the server plans these events: each has one device that takes part. */
export const plansOf = (events: readonly HouseEvent[], asks?: number) =>
  events.map(({ id, type, devices: [device] }) => ({
    deviceId: device?.deviceId,
    eventId: id,
    type,
    steps: device?.steps ?? [],
    excluded: null,
    asks: type === 'tstat' ? (asks ?? null) : null,
    expected: type === 'tstat' ? (device?.eased ? EASED : { ...EASED, wh: 2_400, amount: 132 }) : WATER,
    ease: type === 'tstat' && !device?.eased ? { to: 68, expected: EASED } : null,
  }));

/** Whole quarter hours that are over, or the first hour. */
const quartersIn = ({ startTime, endTime }: HouseEvent): number =>
  Math.max(
    4,
    Math.floor((Math.min(Date.now(), Date.parse(endTime)) - Date.parse(startTime)) / (15 * MINUTE)),
  );

/** A room that used 1.0 kWh an hour before, and 0.06 kWh in the event. */
const quartersFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, quarter) => ({
    time: new Date(start + quarter * 15 * MINUTE).toISOString(),
    baselineWh: 250,
    actualWh: 15,
  }));

/** The usual use of the room in the whole quarter hours from `from` on. */
const aheadOf = ({ endTime }: HouseEvent, from: number) =>
  Array.from(
    { length: Math.max(0, Math.floor((Date.parse(endTime) - from) / (15 * MINUTE))) },
    (_, quarter) => ({
      time: new Date(from + quarter * 15 * MINUTE).toISOString(),
      baselineWh: 250,
    }),
  );

/** As the server answers while they run: of the room there is a number, of the water there is none. */
export const soFarOf = (events: readonly HouseEvent[]) =>
  events.map((event) => {
    const {
      type,
      startTime,
      devices: [device],
    } = event;
    const isRoom = type === 'tstat';
    const start = Date.parse(startTime);
    const count = quartersIn(event);
    return {
      deviceId: device?.deviceId,
      until: new Date(start + count * 15 * MINUTE).toISOString(),
      baselineWh: 250 * count,
      actualWh: isRoom ? 15 * count : null,
      savedWh: isRoom ? 235 * count : null,
      intervals: isRoom ? quartersFrom(start, count) : [],
      ahead: aheadOf(event, start + count * 15 * MINUTE),
      estimated: isRoom,
      reason: isRoom ? null : { code: 'too_few_days', found: 2, needed: 5 },
    };
  });

/** Opens the page of an event of the living room and the water heater, as the server would tell of it. */
export const openEvent = async (
  page: Page,
  span: Span,
  {
    who = 'demo',
    change = (event) => event,
    asks,
    dashboard = () => true,
    reportsOwn = false,
    ...options
  }: Options = {},
) => {
  const session = await storeSession(page, who);
  const { devices } = await dashboardOf(page, session);
  const shown = (current: Dashboard['devices']) => eventsOf(current, span).map(change);
  const plans = plansOf(shown(devices), asks);
  await page.route('**/api/house/*/event/*/plan', (route) => route.fulfill({ json: plans }));
  await page.route('**/api/house/*/event/*/so-far', (route) =>
    route.fulfill({ json: soFarOf(shown(devices)) }),
  );
  await page.route('**/api/house/*/event/event-tstat', (route) => route.fulfill({ json: shown(devices) }));
  await showEvents(
    page,
    (current) => (span.end > Date.now() ? shown(current).filter(dashboard) : []),
    reportsOwn,
  );
  await openSignedIn(page, who, { at: '/event/event-tstat', ...options });
};

/** Repeats the refresh of the page until it shows what the server has come to. */
export const untilShown = (page: Page, part: Locator): Promise<void> =>
  expect(async () => {
    await returnToTab(page);
    await expect(part).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });

/** Of a home that left the event that runs: shortly after midnight it began on another day. */
export const LEFT_TITLE = /^You opted out of the peak event (today|on \w+, \w+ \d+), /;
