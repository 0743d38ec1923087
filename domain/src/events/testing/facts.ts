import type { RealtimeEntry, Value } from '#contract/entities/device.ts';
import type { Program } from '#contract/entities/program.ts';
import { latestValuesOf } from '../../control/latest-values.ts';
import { HOUR } from '../../time/time.ts';
import type { DemandEvent, EventDevice, EventHome } from '../event.ts';
import { DEFAULT_COMFORT } from '../plan/comfort.ts';

/** A Tuesday, 18:00 in Denver. */
export const START = Date.parse('2026-07-15T00:00:00Z');

export const cooling: Program = {
  id: 'summer-cooling',
  version: 1,
  name: 'Summer Cooling',
  kinds: ['tstat', 'rac'],
  side: 'cool',
  zone: 'America/Denver',
  season: { from: '05-15', to: '10-15' },
  weekdays: [1, 2, 3, 4, 5],
  holidays: ['2026-07-03'],
  hours: { from: '13:00', to: '21:00' },
  limits: { longestMinutes: 240, perSeason: 15, perDay: 1, largestShift: 4 },
  notice: { leastMinutes: 30, aheadMinutes: 1440, reminderMinutes: 10 },
  preparation: { minutes: 60, shift: 2 },
  spread: { startMinutes: 5, returnMinutes: 15 },
  optOut: { allowed: true, freePerSeason: 3, price: { type: 'amount', amount: 2500 } },
  baseline: 'caiso-residential-5-of-10',
  reward: { type: 'per-kwh', amount: 100 },
  currency: 'USD',
  settlingHours: 48,
  typicalWhPerHour: { tstat: 1100, rac: 350 },
};

export const heating: Program = {
  ...cooling,
  id: 'winter-heating',
  side: 'heat',
  season: { from: '11-01', to: '03-31' },
};

export const water: Program = {
  ...cooling,
  id: 'water-heater',
  kinds: ['hwh'],
  side: null,
  season: null,
  hours: null,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  notice: { leastMinutes: 0, aheadMinutes: 1440, reminderMinutes: 10 },
  preparation: null,
  spread: { startMinutes: 2, returnMinutes: 30 },
};

export const eventOf = (program: Program, more: Partial<DemandEvent> = {}): DemandEvent => ({
  id: 'event-1',
  dispatchId: 'dispatch-1',
  program,
  kind: program.kinds[0] ?? 'tstat',
  startTime: START,
  endTime: START + 2 * HOUR,
  intensity: 75,
  optOutAllowed: true,
  createdAt: START - 24 * HOUR,
  revision: 0,
  state: 'notified',
  notifiedAt: START - 24 * HOUR,
  cancelledAt: null,
  returnNowAt: null,
  ...more,
});

const entry = (key: string, value: Value, time: number): RealtimeEntry => ({
  key,
  value,
  status: key === 'status' ? (value as 'ONLINE' | 'OFFLINE') : null,
  time: new Date(time).toISOString(),
});

export const readingsAt = (time: number, values: Readonly<Record<string, Value>>) =>
  latestValuesOf(
    Object.entries({ status: 'ONLINE', ...values }).map(([key, value]) => entry(key, value, time)),
  );

export const thermostatAt = (mode: string, heat: number, cool: number) => ({
  'thermostat-mode': mode,
  'thermostat-fan-mode': 'auto',
  'thermostat-heat-setpoint': heat,
  'thermostat-cool-setpoint': cool,
});

export const deviceOf = (
  kind: EventDevice['kind'],
  mfg: string,
  values: Readonly<Record<string, Value>>,
  more: Partial<EventDevice> = {},
): EventDevice => ({
  id: 'device-1',
  kind,
  mfg,
  type: null,
  deviceSettings: null,
  readings: readingsAt(START - HOUR / 12, values),
  hasLink: true,
  otherEvents: [],
  ...more,
});

export const home: EventHome = {
  lifeSupport: false,
  comfort: DEFAULT_COMFORT,
  mayExport: false,
  mayChargeFromGrid: false,
  stormUntil: null,
};
