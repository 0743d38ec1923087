import type { DayOrInstant } from '#contract/day-or-instant.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { Language } from '#contract/entities/account.ts';
import type { House } from '#contract/entities/house.ts';
import type { EventDay, EventDayPerformance } from '#contract/entities/result.ts';
import { eventDays, performanceOf, weatherOf } from '#domain/results/event-day.ts';
import type { WeatherHour } from '#domain/results/event-day.ts';
import type { EventResult } from '#domain/results/event-result.ts';
import { localDate } from '#domain/events/season.ts';
import { localDay } from '#domain/results/baseline/windows.ts';
import { startOfDay, wallTime } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { requestedMoments } from '../lib/clock/requested-days.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { listEventResults } from '../stores/results/event-results.ts';
import * as houses from '../stores/house/house.ts';
import { areaAt, weatherOfSpans } from '../stores/weather/weather-hours.ts';
import { conditionText } from '../weather/condition-text.ts';
import type { WeatherSource } from '../weather/port.ts';
import { findPosition } from '../weather/position.ts';

export interface EventDayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly weather: Pick<WeatherSource, 'zip'>;
}

interface EventDayQuery {
  readonly start: DayOrInstant;
  readonly end: DayOrInstant;
}

/** Events in which no device of the house took part are none of its events. */
const takesPart = ({ devices }: EventResult): boolean =>
  devices.some(({ outcome }) => outcome !== 'excluded');

/** The recorded weather of the days of some events; none where the house has no position, or nobody recorded it. */
const weatherOfDays = async (
  { db, weather }: EventDayDeps,
  house: House,
  results: readonly EventResult[],
  language: Language,
): Promise<WeatherHour[]> => {
  if (results.length === 0) return [];
  // Days without weather are better than no days while nobody knows where a postal code lies.
  const position = await findPosition(weather, house).catch(() => null);
  if (!position) return [];
  const byDay = Map.groupBy(results, ({ startTime }) => localDate(startTime, house.timezone));
  const spans = [...byDay].map(([day, ofDay]) => {
    const { from, to } = localDay(day, house.timezone);
    // An event may go on after midnight.
    return { start: new Date(from), end: new Date(Math.max(to, ...ofDay.map(({ endTime }) => endTime))) };
  });
  const hours = await weatherOfSpans(db, areaAt(position.latitude, position.longitude), spans);
  return hours.map(({ hour, temperature, condition }) => ({
    time: hour.getTime(),
    temperature,
    description: conditionText(language, condition),
  }));
};

/** Event days of a house, the newest first; those of the month unless another time is asked for. */
export const listEventDays = async (
  deps: EventDayDeps,
  scope: HouseScope,
  query: EventDayQuery,
  language: Language,
): Promise<EventDay[]> => {
  const house = await houses.get(deps.db, scope, false);
  const { timezone } = house;
  const { start, end } = requestedMoments(query, timezone);
  const { year, month } = wallTime(deps.clock.now(), timezone);
  const results = await listEventResults(deps.db, scope, {
    from: start ?? startOfDay(year, month, 1, timezone),
    to: end ?? startOfDay(year, month + 1, 1, timezone),
  });
  const taken = results.filter(takesPart);
  const hours = await weatherOfDays(deps, house, taken, language);
  return eventDays(taken, hours, timezone).map(({ events, ...day }) => ({
    ...day,
    eventDay: day.id,
    events: [...events],
  }));
};

/** Energies of one event day; `type`: only those of this kind of device. */
export const performanceOfDay = async (
  deps: EventDayDeps,
  scope: HouseScope,
  { day, type }: { readonly day: string; readonly type: DeviceKind | null },
  language: Language,
): Promise<EventDayPerformance> => {
  // Years before the first are written in a way that databases do not read.
  if (!/^(?:19|2[01])\d{2}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw new AppError('not_found');
  }
  const house = await houses.get(deps.db, scope, false);
  const { from, to } = localDay(day, house.timezone);
  const results = await listEventResults(deps.db, scope, { from: new Date(from), to: new Date(to) });
  const taken = results.filter(takesPart);
  if (taken.length === 0) throw new AppError('not_found');
  const hours = await weatherOfDays(deps, house, taken, language);
  return {
    performance: performanceOf(taken, type),
    weather: weatherOf(day, taken, hours, house.timezone),
  };
};
