import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { HouseEvent } from '#contract/entities/event.ts';
import { dispatchOf, showEvents } from './event-data.ts';
import { dashboardOf, openSignedIn, storeSession } from '../support/signed-in.ts';

export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Span {
  readonly start: number;
  readonly end: number;
}
export const running = (): Span => ({ start: Date.now() - 72 * MINUTE, end: Date.now() + 108 * MINUTE });
export const coming = (): Span => ({ start: Date.now() + 134 * MINUTE, end: Date.now() + 314 * MINUTE });

/** The living room and the water heater, and an air conditioner that takes no part. */
export const eventsOf = (devices: Dashboard['devices'], span: Span): readonly HouseEvent[] => {
  const cooler = devices.find(({ kind }) => kind === 'rac');
  return dispatchOf(devices, span, () => ({ cause: '12 °F tonight.' })).map((event) => {
    const [own] = event.devices;
    if (event.type !== 'tstat' || !own || !cooler) return event;
    const excluded = { ...own, deviceId: cooler.id, steps: [], mayEase: false, easesTo: null };
    return {
      ...event,
      devices: [
        own,
        { ...excluded, outcome: 'excluded', excluded: { code: 'mode_unsuitable', mode: 'fan' } },
      ],
    };
  });
};

type Options = Parameters<typeof openSignedIn>[2] & {
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
  { change = (event) => event, asks, dashboard = () => true, ...options }: Options = {},
) => {
  const session = await storeSession(page, 'demo');
  const { devices } = await dashboardOf(page, session);
  const shown = (current: Dashboard['devices']) => eventsOf(current, span).map(change);
  const plans = shown(devices).map(({ id, type, devices: [one] }) => ({
    deviceId: one?.deviceId,
    eventId: id,
    type,
    steps: one?.steps ?? [],
    excluded: null,
    asks: type === 'tstat' ? (asks ?? null) : null,
    expected: { wh: type === 'tstat' ? 2_400 : 800, amount: type === 'tstat' ? 192 : 64, currency: 'USD' },
  }));
  await page.route('**/api/house/*/event/*/plan', (route) => route.fulfill({ json: plans }));
  await page.route('**/api/house/*/event/*/so-far', (route) =>
    route.fulfill({
      json: shown(devices).map(({ type, devices: [one] }) => ({
        deviceId: one?.deviceId,
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
  await openSignedIn(page, 'demo', { at: '/event/event-tstat', ...options });
};
