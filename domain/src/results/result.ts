/** Why there is no number, with the values its wording needs. */
export type NoResultReason =
  | {
      readonly code:
        | 'no_energy_data'
        /** Not one whole quarter hour. */
        | 'window_too_short'
        /** Not heard for any quarter of the window. */
        | 'offline'
        | 'meter_ran_backwards'
        /** The rule has no baseline for such a day. */
        | 'day_not_covered'
        /** Another event touched the device within the window. */
        | 'other_event'
        /** So long ago that the quarter hours are no longer kept. */
        | 'readings_deleted';
    }
  | { readonly code: 'data_missing'; readonly missing: number; readonly of: number }
  | { readonly code: 'too_few_days'; readonly found: number; readonly needed: number };

export type DayReason =
  | 'event_day'
  | 'holiday'
  | 'other_day_type'
  | 'time_change'
  | 'data_missing'
  | 'meter_ran_backwards'
  /** The device was added later. */
  | 'before_device'
  /** Comparable, but not among the days that the rule keeps. */
  | 'not_kept';

export interface DayUsed {
  /** YYYY-MM-DD, the house's date of the window's start. */
  readonly day: string;
  /** By quarter hour of the window. */
  readonly wh: readonly number[];
  /** In the adjustment window; null: the rule has none. */
  readonly adjustmentWh: number | null;
}

export interface DayLeftOut {
  readonly day: string;
  readonly reason: DayReason;
  /** In the window, of days that were comparable. */
  readonly wh: number | null;
}

/** Why the baseline was not adjusted. */
type AdjustmentReason = 'data_missing' | 'meter_ran_backwards' | 'other_event' | 'preparation';

export interface Adjustment {
  /** additive also where a ratio means nothing: a baseline or a use that is not above zero. */
  readonly type: 'scalar' | 'additive';
  readonly window: { readonly start: string; readonly end: string };
  readonly actualWh: number | null;
  readonly baselineWh: number;
  /** A factor, or Wh per quarter hour, to four digits; `applied` is within the caps and what was used. */
  readonly raw: number | null;
  readonly applied: number;
  readonly reason: AdjustmentReason | null;
}

export interface Interval {
  readonly time: string;
  readonly baselineWh: number | null;
  readonly actualWh: number;
}

/** What a device used in an event, and what it would have used without; the sums are those of the intervals. */
export interface Result {
  /** Newest first. */
  readonly daysUsed: readonly DayUsed[];
  readonly daysLeftOut: readonly DayLeftOut[];
  readonly adjustment: Adjustment | null;
  readonly intervals: readonly Interval[];
  readonly baselineWh: number | null;
  readonly actualWh: number | null;
  readonly reductionWh: number | null;
  /** null: there is a number. */
  readonly reason: NoResultReason | null;
}

export const noResult = (reason: NoResultReason): Result => ({
  daysUsed: [],
  daysLeftOut: [],
  adjustment: null,
  intervals: [],
  baselineWh: null,
  actualWh: null,
  reductionWh: null,
  reason,
});
