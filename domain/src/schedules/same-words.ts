import type { ScheduleWords } from '#contract/entities/schedule.ts';
import { daysOf } from './days.ts';
import type { ScheduleEvent } from './runnable.ts';

const MINUTES_AN_HOUR = 60;

/** To the minute, which forms show. */
const factsOf = (event: ScheduleEvent) => [
  daysOf(event),
  event.timeOfDay === null ? null : Math.round(event.timeOfDay * MINUTES_AN_HOUR),
  event.command.mode,
  event.command.setpoint,
];

const textOf = ({ name, Event }: ScheduleWords): string => JSON.stringify([name, Event.map(factsOf)]);

/** Whether two people read the same in them. */
export const isSameWords = (one: ScheduleWords, other: ScheduleWords): boolean =>
  textOf(one) === textOf(other);
