import type { DeviceKind } from '#contract/entities/device.ts';
import { localDate, overlaps } from '../events/season.ts';
import type { Span } from '../events/season.ts';
import { HOUR } from '../time/time.ts';
import { knownSum, savedWh } from './event-result.ts';
import type { EventResult } from './event-result.ts';
import { roundHalfUp, sum } from './numbers.ts';
import type { NoResultReason } from './result.ts';
import { localDay } from './baseline/windows.ts';

/** The weather of one hour at the house. */
export interface WeatherHour {
  /** Its start, in ms. */
  readonly time: number;
  /** °F */
  readonly temperature: number;
  /** null: nobody has words for it. */
  readonly description: string | null;
}

export interface EventDayWeather {
  /** In the hour in which the first event starts. */
  readonly description: string | null;
  /** °F, mean of the day, to a tenth. */
  readonly avgTemperature: number | null;
  /** °F, mean of the hours with events. */
  readonly eventTemperature: number | null;
}

export interface Performance {
  /** Wh that were used. */
  readonly eventEnergy: number | null;
  /** Wh that were saved, below zero if more was used. */
  readonly reductionEnergy: number | null;
}

interface DayEvent {
  readonly id: string;
  readonly dispatchId: string;
  readonly category: 'event';
  readonly type: DeviceKind;
  readonly startTime: string;
  readonly endTime: string;
  readonly devicesContactedCount: number;
  readonly respondedCount: number;
  readonly noResponseCount: number;
  readonly optOutCount: number;
}

/** All events of a house that start on one of its days. */
export interface EventDay {
  /** The house's date of the start, YYYY-MM-DD. */
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly weather: EventDayWeather;
  readonly performance: Performance;
  /** Why nothing is known to be saved; null: there is a number, or not yet. */
  readonly reason: NoResultReason | null;
  readonly events: readonly DayEvent[];
}

const isoOf = (time: number): string => new Date(time).toISOString();

const meanTemperature = (hours: readonly WeatherHour[]): number | null =>
  hours.length === 0
    ? null
    : roundHalfUp((10 * sum(hours.map(({ temperature }) => temperature))) / hours.length) / 10;

const spanOfHour = ({ time }: WeatherHour): Span => ({ from: time, to: time + HOUR });
const spanOfEvent = ({ startTime, endTime }: EventResult): Span => ({ from: startTime, to: endTime });

export const weatherOf = (
  day: string,
  results: readonly EventResult[],
  hours: readonly WeatherHour[],
  zone: string,
): EventDayWeather => {
  const start = Math.min(...results.map(({ startTime }) => startTime));
  const span = localDay(day, zone);
  const during = hours.filter((hour) =>
    results.some((result) => overlaps(spanOfHour(hour), spanOfEvent(result))),
  );
  return {
    description: hours.find(({ time }) => time <= start && start < time + HOUR)?.description ?? null,
    avgTemperature: meanTemperature(hours.filter(({ time }) => span.from <= time && time < span.to)),
    eventTemperature: meanTemperature(during),
  };
};

/** Of all events, or of those of one type. */
export const performanceOf = (
  results: readonly EventResult[],
  type: DeviceKind | null = null,
): Performance => {
  const selected = results.filter((result) => type === null || result.type === type);
  return {
    eventEnergy: knownSum(selected.flatMap(({ devices }) => devices.map(({ actualWh }) => actualWh))),
    reductionEnergy: savedWh(selected),
  };
};

const reasonOf = (results: readonly EventResult[]): NoResultReason | null =>
  savedWh(results) === null
    ? (results.flatMap(({ devices }) => devices.flatMap(({ reason }) => reason ?? []))[0] ?? null)
    : null;

const dayEventOf = ({ eventId, dispatchId, type, startTime, endTime, devices }: EventResult): DayEvent => {
  const count = (outcome: string) => devices.filter((device) => device.outcome === outcome).length;
  return {
    id: eventId,
    dispatchId,
    category: 'event',
    type,
    startTime: isoOf(startTime),
    endTime: isoOf(endTime),
    devicesContactedCount: devices.length - count('excluded'),
    respondedCount: count('responded'),
    noResponseCount: count('noResponse'),
    optOutCount: count('optedOut'),
  };
};

/** Event days of a house, newest first; `hours` are those that are known of its weather. */
export const eventDays = (
  results: readonly EventResult[],
  hours: readonly WeatherHour[],
  zone: string,
): EventDay[] =>
  [...Map.groupBy(results, ({ startTime }) => localDate(startTime, zone))]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([id, ofDay]) => {
      const ordered = ofDay.toSorted((a, b) => a.startTime - b.startTime || (a.eventId < b.eventId ? -1 : 1));
      return {
        id,
        startTime: isoOf(Math.min(...ordered.map(({ startTime }) => startTime))),
        endTime: isoOf(Math.max(...ordered.map(({ endTime }) => endTime))),
        weather: weatherOf(id, ordered, hours, zone),
        performance: performanceOf(ordered),
        reason: reasonOf(ordered),
        events: ordered.map(dayEventOf),
      };
    });
