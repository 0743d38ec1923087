import { NO_USE, QUARTER } from '../../telemetry/meter.ts';
import type { Use } from '../../telemetry/meter.ts';
import type { Span } from '../../events/season.ts';
import { DAY, HOUR, instantAt } from '../../time/time.ts';
import type { BaselineRule } from '../baseline/baseline-rules.ts';
import type { MeasuredDevice } from '../baseline/energy.ts';
import type { ReceiptInput } from '../receipt.ts';

export const ZONE = 'America/Denver';

/** 'YYYY-MM-DD hh:mm' on the wall clock of the zone. */
export const at = (wall: string, zone = ZONE): number =>
  instantAt(Date.parse(`${wall.replace(' ', 'T')}:00Z`), zone);

/** A metered quarter of so many Wh, heard for its whole time. */
export const usedWh = (wh: number): Use => ({
  ...NO_USE,
  taken: Math.max(wh, 0) * 3_600_000,
  given: Math.max(-wh, 0) * 3_600_000,
  heard: QUARTER,
});

export const heater: MeasuredDevice = { kind: 'hwh', mfg: 'aquanta', ratedWatts: null, mayGive: false };

/** A Tuesday, 17:00 to 18:00: four quarters. */
export const EVENT_DAY = '2026-07-14';
export const WINDOW: Span = { from: at(`${EVENT_DAY} 17:00`), to: at(`${EVENT_DAY} 18:00`) };

/** The same Wh in each quarter of these wall times. */
export const fill = (uses: Map<number, Use>, from: number, to: number, wh: number): void => {
  for (let quarter = from; quarter < to; quarter += QUARTER) uses.set(quarter, usedWh(wh));
};

/** Wh of each quarter of a day, or of some hours of it, by days before the event; the day of the event is day 0. */
export const usesOf = (
  whOf: (daysBefore: number) => number,
  { days = 50, from = 0, to = 24 } = {},
): Map<number, Use> => {
  const uses = new Map<number, Use>();
  for (let before = 0; before <= days; before += 1) {
    const midnight = Date.parse(EVENT_DAY) - before * DAY;
    const [first, end] = [from, to].map((hour) => instantAt(midnight + hour * HOUR, ZONE));
    fill(uses, first ?? 0, end ?? 0, whOf(before));
  }
  return uses;
};

export const inputOf = (uses: ReceiptInput['uses'], more: Partial<ReceiptInput> = {}): ReceiptInput => ({
  isRunning: false,
  deviceId: 'device-1',
  device: heater,
  rule: 'aemo-composite',
  uses,
  window: WINDOW,
  zone: ZONE,
  holidays: ['2026-07-03'],
  since: null,
  otherEvents: [],
  preparedFrom: null,
  ...more,
});

/** Without an adjustment, three of four days. */
export const SIMPLE: BaselineRule = {
  name: 'pjm-high-4-of-5',
  version: 1,
  days: 'alike',
  holidays: 'weekend',
  keep: 3,
  of: 4,
  select: 'highest',
  leastDays: 3,
  lookBackDays: 20,
  adjustment: null,
};
