import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
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

/** The living room and the water heater, and an air conditioner that takes no part. */
export const eventsOf = (devices: Dashboard['devices'], span: Span): readonly HouseEvent[] => {
  const cooler = devices.find(({ kind }) => kind === 'rac');
  return dispatchOf(devices, span, () => ({ cause: { en: '12 °F tonight.' } })).map((event) => {
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
  /** °F that the event asks of the room, if a limit holds it back. */
  readonly asks?: number;
  /** Which of them the dashboard answers with. */
  readonly dashboard?: (event: HouseEvent) => boolean;
};

/** Opens the page of an event of the living room and the water heater, as the server would tell of it. */
export const openEvent = async (
  page: Page,
  span: Span,
  { who = 'demo', change = (event) => event, asks, dashboard = () => true, ...options }: Options = {},
) => {
  const session = await storeSession(page, who);
  const { devices } = await dashboardOf(page, session);
  const shown = (current: Dashboard['devices']) => eventsOf(current, span).map(change);
  const plans = shown(devices).map(({ id, type, devices: [device] }) => ({
    deviceId: device?.deviceId,
    eventId: id,
    type,
    steps: device?.steps ?? [],
    excluded: null,
    asks: type === 'tstat' ? (asks ?? null) : null,
    expected: { wh: type === 'tstat' ? 2_400 : 800, amount: type === 'tstat' ? 192 : 64, currency: 'USD' },
  }));
  await page.route('**/api/house/*/event/*/plan', (route) => route.fulfill({ json: plans }));
  await page.route('**/api/house/*/event/*/so-far', (route) =>
    route.fulfill({
      json: shown(devices).map(({ type, devices: [device] }) => ({
        deviceId: device?.deviceId,
        until: new Date(span.start + HOUR).toISOString(),
        baselineWh: 1_000,
        actualWh: type === 'tstat' ? 60 : null,
        savedWh: type === 'tstat' ? 940 : null,
        estimated: type === 'tstat',
        reason: type === 'tstat' ? null : { code: 'too_few_days', found: 2, needed: 5 },
      })),
    }),
  );
  await page.route('**/api/house/*/event/event-tstat', (route) => route.fulfill({ json: shown(devices) }));
  await showEvents(page, (current) => (span.end > Date.now() ? shown(current).filter(dashboard) : []));
  await openSignedIn(page, who, { at: '/event/event-tstat', ...options });
};

/** Repeats the refresh of the page until it shows what the server has come to. */
export const untilShown = (page: Page, part: Locator): Promise<void> =>
  expect(async () => {
    await returnToTab(page);
    await expect(part).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
