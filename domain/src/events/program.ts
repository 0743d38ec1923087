import type { Program } from '#contract/entities/program.ts';
import { MINUTE, wallTime } from '../time/time.ts';
import { isWithinHours, localDate, seasonAt } from './season.ts';

/** An event that somebody asks for; times in ms. */
export interface EventRequest {
  readonly startTime: number;
  readonly endTime: number;
  /** null: every group of the program. */
  readonly groups: readonly string[] | null;
  /** Percent of the program's largest shift. */
  readonly intensity: number;
}

/** What is known of the program when an event is asked for. */
export interface ProgramHistory {
  /** Its other events; one that is being changed is not among them. */
  readonly events: readonly {
    readonly startTime: number;
    readonly cancelledAt: number | null;
  }[];
  readonly groups: readonly string[];
  /** Devices that would take part, after all exclusions; null: not counted yet. */
  readonly eligibleDevices: number | null;
}

/** Why an event cannot be, with the values its wording needs. Each names a rule of the program. */
export type EventRefusal =
  | { readonly code: 'event_window_invalid' | 'event_in_past' | 'event_without_devices' }
  | { readonly code: 'event_intensity_invalid'; readonly min: number; readonly max: number }
  | { readonly code: 'event_too_long'; readonly longestMinutes: number }
  | { readonly code: 'event_notice_too_short'; readonly leastMinutes: number }
  | { readonly code: 'event_out_of_season'; readonly from: string; readonly to: string }
  | { readonly code: 'event_outside_hours'; readonly from: string; readonly to: string }
  | { readonly code: 'event_on_day_without_events'; readonly date: string }
  | { readonly code: 'event_over_season_count'; readonly perSeason: number }
  | { readonly code: 'event_over_day_count'; readonly perDay: number }
  | { readonly code: 'event_group_unknown'; readonly group: string };

const INTENSITY = { min: 1, max: 100 } as const;

/** Between asking for an event that starts now and its check some time passes. */
const START_TOLERANCE = MINUTE;

type Check = (
  program: Program,
  request: EventRequest,
  history: ProgramHistory,
  now: number,
) => EventRefusal | null;

const checkWindow: Check = ({ limits: { longestMinutes } }, { startTime, endTime }, _, now) => {
  if (!Number.isFinite(startTime) || !Number.isFinite(endTime) || endTime <= startTime) {
    return { code: 'event_window_invalid' };
  }
  if (startTime < now - START_TOLERANCE) return { code: 'event_in_past' };
  return endTime - startTime > longestMinutes * MINUTE ? { code: 'event_too_long', longestMinutes } : null;
};

const checkNotice: Check = ({ notice: { leastMinutes } }, { startTime }, _, now) =>
  // With the tolerance, so that what is asked for with exactly the least notice is in time.
  startTime - now < leastMinutes * MINUTE - START_TOLERANCE
    ? { code: 'event_notice_too_short', leastMinutes }
    : null;

const checkCalendar: Check = (program, { startTime, endTime }) => {
  const { season, zone, hours, holidays, weekdays } = program;
  const current = seasonAt(program, startTime);
  if (season !== null && (current === null || endTime > current.to)) {
    return { code: 'event_out_of_season', ...season };
  }
  const date = localDate(startTime, zone);
  const { year, month, day } = wallTime(new Date(startTime), zone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  if (holidays.includes(date) || !weekdays.includes(weekday)) {
    return { code: 'event_on_day_without_events', date };
  }
  return hours === null || isWithinHours(program, { from: startTime, to: endTime })
    ? null
    : { code: 'event_outside_hours', ...hours };
};

const checkCounts: Check = (program, { startTime }, { events }) => {
  const { limits, zone } = program;
  const counted = events.filter((event) => event.cancelledAt === null);
  const season = seasonAt(program, startTime);
  const inSeason = counted.filter(
    (event) => season !== null && season.from <= event.startTime && event.startTime < season.to,
  );
  if (inSeason.length >= limits.perSeason) {
    return { code: 'event_over_season_count', perSeason: limits.perSeason };
  }
  const date = localDate(startTime, zone);
  const onDay = counted.filter((event) => localDate(event.startTime, zone) === date);
  return onDay.length >= limits.perDay ? { code: 'event_over_day_count', perDay: limits.perDay } : null;
};

const checkIntensity: Check = (_, { intensity }) =>
  intensity >= INTENSITY.min && intensity <= INTENSITY.max
    ? null
    : { code: 'event_intensity_invalid', ...INTENSITY };

const checkDevices: Check = (_, request, { groups, eligibleDevices }) => {
  const unknown = request.groups?.find((group) => !groups.includes(group));
  if (unknown !== undefined) return { code: 'event_group_unknown', group: unknown.slice(0, 40) };
  return eligibleDevices === 0 || request.groups?.length === 0 ? { code: 'event_without_devices' } : null;
};

const CHECKS: readonly Check[] = [
  checkWindow,
  checkIntensity,
  checkCalendar,
  checkNotice,
  checkCounts,
  checkDevices,
];

/** The first rule of the program that forbids the event; null: it may be scheduled. */
export const checkEvent = (
  program: Program,
  request: EventRequest,
  history: ProgramHistory,
  now: number,
): EventRefusal | null => {
  for (const check of CHECKS) {
    const refusal = check(program, request, history, now);
    if (refusal !== null) return refusal;
  }
  return null;
};
