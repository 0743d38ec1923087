import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { Comfort, HouseEvent } from '#contract/entities/event.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { changeDashboard } from '../devices/controls.ts';
import { dashboardOf, openSignedIn, storeSession } from '../support/signed-in.ts';
import type { Span } from './event-screen.ts';

const iso = (time: number): string => new Date(time).toISOString();

const CAPACITY = 13_500;
const PRICE = 80;

/** W; house = sun + battery + grid. */
const NOW = { 'battery-power': 2_400, 'pv-power': 900, 'battery-house-power': 1_500 } as const;

const stepsOf = ({ start, end }: Span): HouseEvent['devices'][number]['steps'] => [
  {
    phase: 'during',
    at: iso(start),
    until: iso(end),
    command: { mode: 'SELL' },
    reason: { code: 'event', until: iso(end), eased: false, again: false, exports: true },
  },
  {
    phase: 'after',
    at: iso(end + 5 * MINUTE),
    until: iso(end + 24 * HOUR),
    command: { mode: 'SELF_SUPPLY' },
    reason: { code: 'return', after: null },
  },
];

const eventOf = (deviceId: string, span: Span, change: Partial<HouseEvent>): HouseEvent => ({
  id: 'event-battery',
  dispatchId: 'dispatch-battery',
  category: 'event',
  type: 'battery',
  eventDay: iso(span.start).slice(0, 10),
  startTime: iso(span.start),
  endTime: iso(span.end),
  cancelledAt: null,
  state: span.start > Date.now() ? 'notified' : 'active',
  optOutAllowed: true,
  cause: null,
  programId: 'home-battery',
  programName: 'Home Battery Rewards',
  reward: { type: 'per-kwh', amount: PRICE, currency: 'USD' },
  deviceEventLogs: [{ deviceId, optout: false, eventEnergy: null }],
  devices: [
    {
      deviceId,
      steps: stepsOf(span),
      excluded: null,
      optOut: null,
      eased: false,
      mayEase: false,
      easesTo: null,
      outcome: span.start > Date.now() ? 'pending' : 'responded',
      returned: null,
    },
  ],
  consequence: { code: 'free', used: 1, free: 3, amount: null, currency: null },
  leftAt: null,
  ...change,
});

interface Options {
  readonly language?: string;
  /** Percent that the battery is charged. */
  readonly charged?: number;
  readonly watts?: number;
  readonly change?: Partial<HouseEvent>;
  /** Its part in the event. */
  readonly part?: Partial<HouseEvent['devices'][number]>;
  readonly storm?: Pick<NonNullable<Dashboard['storm']>, 'until' | 'cause'>;
  /** Other readings; null: not reported. */
  readonly readings?: Readonly<Record<string, number | string | boolean | null>>;
  /** ms */
  readonly readAt?: number;
  /** Percent; null: not set. */
  readonly reserve?: number | null;
  /** No event is near. */
  readonly isCalm?: boolean;
  readonly theme?: 'light' | 'dark';
  readonly at?: string;
}

const reporting = (
  devices: Dashboard['devices'],
  {
    charged,
    watts,
    isBack,
    readings = {},
    readAt = Date.now(),
  }: Pick<Options, 'readings' | 'readAt'> & {
    /** In the mode that its owner set. */
    readonly isBack: boolean;
    readonly charged: number;
    readonly watts: number | null;
  },
): Dashboard['devices'] =>
  devices.map((device) => {
    if (device.kind !== 'battery') return device;
    const values: Record<string, number | string | boolean | null> = {
      ...(watts === null
        ? {}
        : { ...NOW, 'battery-power': watts, 'battery-mode': isBack ? 'SELF_SUPPLY' : 'SELL' }),
      'battery-present-capacity': Math.round((charged / 100) * CAPACITY),
      ...readings,
    };
    const time = iso(readAt);
    return {
      ...device,
      realtime: device.realtime
        .map((entry) => ({ ...entry, time, value: entry.key in values ? values[entry.key] : entry.value }))
        .flatMap(({ value, ...entry }) =>
          value === null || value === undefined ? [] : [{ ...entry, value }],
        ),
    };
  });

/** Chargers and cars would be in the figures of the home. */
const quiet = (devices: Dashboard['devices']): Dashboard['devices'] =>
  devices.map((device) =>
    device.kind === 'evse' || device.kind === 'ev'
      ? {
          ...device,
          realtime: device.realtime.map((entry) =>
            entry.key.endsWith('power') ? { ...entry, value: 0 } : entry,
          ),
        }
      : device,
  );

/** The screen of the battery of demo@ in an event, as the server would tell of it. Saved limits are collected in `saved`. */
export const openBatteryEvent = async (
  page: Page,
  span: Span,
  {
    charged = 72,
    watts = NOW['battery-power'],
    change = {},
    part = {},
    storm,
    readings,
    readAt,
    reserve = null,
    isCalm = false,
    ...options
  }: Options = {},
) => {
  const session = await storeSession(page, 'demo');
  const { devices } = await dashboardOf(page, session);
  const battery = devices.find(({ kind }) => kind === 'battery');
  if (!battery) throw new Error('there is no battery');
  const planned = eventOf(battery.id, span, change);
  const event = { ...planned, devices: planned.devices.map((device) => ({ ...device, ...part })) };
  const saved: Comfort[] = [];
  let comfort: Comfort = {
    coolCeiling: null,
    heatFloor: null,
    hotWaterMinimum: null,
    batteryReserve: reserve,
    devicesLeftOut: [],
  };
  await page.route('**/api/house/*/comfort', async (route) => {
    if (route.request().method() === 'PUT') {
      comfort = route.request().postDataJSON();
      saved.push(comfort);
    }
    await route.fulfill({ json: comfort });
  });
  const expected = { wh: 7_200, amount: 576, currency: 'USD' };
  await page.route('**/api/house/*/event/*/plan', (route) =>
    route.fulfill({
      json: [
        {
          deviceId: battery.id,
          eventId: event.id,
          type: 'battery',
          steps: event.devices[0]?.steps,
          excluded: event.devices[0]?.excluded ?? null,
          asks: null,
          expected,
          ease: event.devices[0]?.mayEase
            ? { to: null, expected: { ...expected, wh: expected.wh / 2, amount: expected.amount / 2 } }
            : null,
        },
      ],
    }),
  );
  await page.route('**/api/house/*/event/*/so-far', (route) => {
    const quarters = [0, 1, 2, 3];
    const intervals = quarters.map((quarter) => ({
      time: iso(span.start + quarter * 15 * MINUTE),
      baselineWh: -120,
      actualWh: -840,
    }));
    return route.fulfill({
      json: [
        {
          deviceId: battery.id,
          until: iso(span.start + HOUR),
          baselineWh: -480,
          actualWh: -3_360,
          savedWh: 2_880,
          intervals,
          ahead: [],
          estimated: false,
          reason: null,
        },
      ],
    });
  });
  await page.route('**/api/house/*/device/*/series?*battery-present-capacity*', async (route) => {
    if (new URL(route.request().url()).searchParams.get('keys') !== 'battery-present-capacity') {
      return route.fallback();
    }
    const hours = (time: number) => (time - span.start) / HOUR;
    const at = (time: number) =>
      time < span.start
        ? 92 + 5 * Math.sin(hours(time))
        : 92 - (92 - charged) * Math.min(1, hours(time) / hours(Math.min(Date.now(), span.end)));
    const first = Math.min(span.start, Date.now()) - 3 * HOUR;
    const points = Array.from({ length: 60 }, (_, index) => first + index * 5 * MINUTE)
      .filter((time) => time < Date.now())
      .map((time) => ({ time: iso(time), value: Math.round((at(time) / 100) * CAPACITY) }));
    return route.fulfill({ json: { 'battery-present-capacity': points } });
  });
  await changeDashboard(page, (answer) => {
    const hasBegun = span.start <= Date.now();
    const isOver = span.end <= Date.now();
    const isRunning = hasBegun && !isOver && !isCalm;
    const shown = isCalm ? [] : [event];
    return {
      ...answer,
      devices: quiet(
        reporting(answer.devices, {
          charged: hasBegun ? charged : 92,
          watts: isRunning ? watts : null,
          isBack: part.returned === 'done',
          ...(readings && { readings }),
          ...(readAt !== undefined && { readAt }),
        }),
      ),
      activeEvents: isRunning ? shown : [],
      upcomingEvents: hasBegun ? [] : shown,
      leftEvents: [],
      returningEvents: isOver ? shown.map((one) => ({ ...one, state: 'returning' as const })) : [],
      storm: storm ? { ...storm, deviceIds: [battery.id] } : null,
    };
  });
  await openSignedIn(page, 'demo', { at: `/device/${battery.id}`, ...options });
  return { saved };
};
