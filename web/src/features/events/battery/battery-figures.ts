import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { EventExclusion } from '#contract/entities/event.ts';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { EVENT_TIMES } from '#domain/events/event-times.ts';
import {
  SPARE,
  chargeOf,
  givingAhead,
  percentOf,
  usableAbove,
} from '#domain/events/plan/strategies/battery-charge.ts';
import type { Charge, GivingAhead } from '#domain/events/plan/strategies/battery-charge.ts';
import { dispatchOf } from '#domain/events/plan/strategies/battery-modes.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { HOUR } from '#domain/time/durations.ts';
import { roundHalfUp } from '#domain/results/numbers.ts';
import { isDone } from '../dispatch.ts';
import type { Dispatch, DispatchDevice, EventPhase } from '../dispatch.ts';

/** A battery in the event that comes, runs or gives it back; times in ms. */
export interface BatteryInEvent {
  readonly dispatch: Dispatch;
  readonly part: DispatchDevice;
  readonly device: DashboardDevice;
  readonly phase: EventPhase;
  readonly now: number;
  /** null: not reported. */
  readonly charge: Charge | null;
  /** Percent. */
  readonly reserve: number;
  /** About, if it goes on as now; null: it does not give, or nothing is known of it. */
  readonly ahead: GivingAhead | null;
}

/** Where it stands in its event. */
export type BatteryState =
  | 'ahead'
  /** The event runs, and it has not confirmed its part yet. */
  | 'starting'
  | 'running'
  /** It was let go before the end of the event. */
  | 'released'
  | 'left'
  | 'over';

export const stateOf = ({ phase, part }: Pick<BatteryInEvent, 'phase' | 'part'>): BatteryState => {
  if (part.optOut !== null) return 'left';
  if (phase === 'upcoming' || phase === 'preparing') return 'ahead';
  if (phase !== 'active') return 'over';
  if (part.returned !== null) return 'released';
  return part.outcome === 'pending' ? 'starting' : 'running';
};

/** It gives nothing now and is down to what events leave in it. */
export const isResting = ({
  charge,
  reserve,
  ahead,
  phase,
}: Pick<BatteryInEvent, 'charge' | 'reserve' | 'ahead' | 'phase'>): boolean =>
  phase === 'active' && charge !== null && ahead?.wh === 0 && usableAbove(charge, reserve) <= 0;

/** A reading that is older says nothing about now; no step goes by it either. */
export const isOldCharge = ({ charge, now: at }: Pick<BatteryInEvent, 'charge' | 'now'>): boolean =>
  charge !== null && at - charge.at > EVENT_TIMES.readingAge;

/** Why events leave a battery alone by what it reports; null: nothing that it reports says so. */
export const leftAloneBecause = (
  device: Pick<DashboardDevice, 'kind' | 'mfg' | 'type' | 'realtime'>,
  reserve: number,
): EventExclusion | null => {
  if (dispatchOf(device) === null) return { code: 'battery_unfit' };
  const readings = latestValuesOf(device.realtime);
  if (readings.flag('battery-outage') === true) return { code: 'outage' };
  const mode = readings.text('sis-set-mode') ?? readings.text('battery-mode');
  const { modes } = modelOf(device);
  if (mode !== null && modes.length > 0 && modes.every(({ name }) => name !== mode))
    return { code: 'mode_unknown', mode };
  const charge = chargeOf(readings);
  if (charge === null) return { code: 'charge_unknown' };
  return usableAbove(charge, reserve) > 0
    ? null
    : { code: 'below_reserve', charge: Math.floor(percentOf(charge)), reserve };
};

export interface EarnedEnergy {
  readonly wh: number;
  /** In the smallest unit of the currency; null: the program pays nothing, or nothing before the end. */
  readonly amount: number | null;
}

/** What it has earned, and about what it will have by the end. */
export interface Earnings {
  readonly soFar: EarnedEnergy | null;
  readonly byEnd: EarnedEnergy | null;
  /** Wh that an hour saves at present; null: not known. */
  readonly perHour: number | null;
}

/** Wh that an hour saves at present: what it gives more than it usually would. */
const savedPerHour = ({ intervals }: SavedSoFar): number => {
  const last = intervals.at(-1);
  return last?.baselineWh === undefined || last.baselineWh === null
    ? 0
    : (last.baselineWh - last.actualWh) * (HOUR / QUARTER);
};

const amountFor = ({ event: { reward } }: DispatchDevice, wh: number): number =>
  roundHalfUp((Math.max(0, wh) * reward.amount) / 1_000);

/** `expected`: by the plan; a reward for the event is in it as the battery's share, and earned at the end. */
export const earningsOf = (
  { part, ahead, phase }: Pick<BatteryInEvent, 'part' | 'ahead' | 'phase'>,
  saved: SavedSoFar | undefined,
  expected: EarnedEnergy | null,
): Earnings => {
  const wh = saved?.savedWh ?? null;
  if (wh === null || !saved) return { soFar: null, byEnd: expected, perHour: null };
  const share = expected?.amount ?? null;
  const isByEnergy = part.event.reward.type === 'per-kwh';
  const of = (sum: number, flat: number | null): EarnedEnergy => ({
    wh: sum,
    amount: isByEnergy ? amountFor(part, sum) : flat,
  });
  const soFar = of(wh, isDone(phase) ? share : null);
  // The readings of the last minutes are not in it yet.
  const from = Math.max(Date.parse(saved.until), Date.parse(part.event.startTime));
  const perHour = Math.max(0, savedPerHour(saved));
  // It no longer gives, or nobody knows for how long it will.
  if (ahead === null) return { soFar, byEnd: null, perHour };
  const hours = ahead.wh === 0 ? 0 : Math.max(0, ahead.endsAt - from) / HOUR;
  return { soFar, byEnd: of(wh + perHour * hours, share), perHour };
};

/** Wh below which nobody would notice. */
const LEAST_WH = 10;

/** What another reserve changes in a running event. */
export type ReserveEffect =
  | { readonly code: 'leaves'; readonly percent: number }
  | { readonly code: 'less'; readonly wh: number; readonly amount: number }
  | { readonly code: 'same' | 'lower' };

/** null: no event runs on it, or its charge is not known. */
export const reserveEffect = (
  { charge, reserve, ahead, now: at, part, device, phase }: BatteryInEvent,
  next: number,
  perHour: number | null,
): ReserveEffect | null => {
  if (charge === null || ahead === null || phase !== 'active') return null;
  if (next < reserve) return { code: 'lower' };
  const percent = percentOf(charge);
  const until = Date.parse(part.event.endTime);
  const watts = latestValuesOf(device.realtime).number('battery-power') ?? 0;
  const then = givingAhead(charge, { watts, reserve: next, from: at, until });
  if (then.wh === 0 && percent <= next + SPARE) return { code: 'leaves', percent: Math.floor(percent) };
  const given = ahead.wh - then.wh;
  if (given < LEAST_WH) return { code: 'same' };
  // What it would have given anyway earns nothing.
  const wh = perHour === null ? given : (perHour * (ahead.endsAt - then.endsAt)) / HOUR;
  return { code: 'less', wh, amount: part.event.reward.type === 'per-kwh' ? amountFor(part, wh) : 0 };
};
