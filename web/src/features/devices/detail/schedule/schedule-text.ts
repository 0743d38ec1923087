import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { dayRuns, daysOf, isEveryDay } from '#domain/schedules/days.ts';
import { stepPlace } from '#domain/schedules/schedule-draft.ts';
import type { ScheduleEvent } from '#domain/schedules/runnable.ts';
import type { ScheduleColumn } from '#domain/schedules/table-order.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import { temperature, timeOfDay as clockText } from '#web/lib/language/format.ts';
import { currentLanguage, t } from '#web/lib/language/i18n.ts';
import { modeLabel } from '../../card/card-content.ts';

export const UNKNOWN = '--';

/** Some Sunday, to format the names of weekdays. */
const SUNDAY = Date.UTC(2026, 10, 1, 12);

export const dayName = (day: number, weekday: 'short' | 'long' = 'short'): string =>
  dateTimeFormat(currentLanguage(), { weekday, timeZone: 'UTC' })
    .format(new Date(SUNDAY + day * DAY))
    .replace('.', '');

const daysText = (event: ScheduleEvent): string => {
  const days = daysOf(event);
  if (days.length === 0) return UNKNOWN;
  if (isEveryDay(days)) return t('schedule.everyDay');
  return dayRuns(days)
    .map(([first, last]) => {
      if (first === last) return dayName(first);
      // Two days in a row are listed, not written as a range.
      const isPair = (first + 1) % 7 === last;
      return isPair
        ? `${dayName(first)}, ${dayName(last)}`
        : t('schedule.span', { first: dayName(first), last: dayName(last) });
    })
    .join(', ');
};

export interface EventText {
  readonly days: string;
  readonly start: string;
  readonly mode: string;
  readonly setpoint: string;
}

export const eventText = (event: ScheduleEvent, mfg: string): EventText => {
  const { timeOfDay, command } = event;
  const { value, unit } = temperature(command.setpoint);
  return {
    days: daysText(event),
    start: timeOfDay === null ? UNKNOWN : clockText(new Date(timeOfDay * HOUR), 'UTC'),
    mode: command.mode === null ? UNKNOWN : modeLabel(command.mode, mfg),
    setpoint: command.setpoint === null ? UNKNOWN : `${value} ${unit}`,
  };
};

export const columnLabel = (column: ScheduleColumn): string => t(`schedule.column.${column}`);

export const countText = ({ Event }: DeviceSchedule): string => t('schedule.events', { n: Event.length });

/** '1. Weekdays, early morning': the steps of a schedule in their order. */
export const stepName = (event: ScheduleEvent, index: number): string => {
  const place = stepPlace(event);
  const n = index + 1;
  if (place === null) return t('schedule.event', { n });
  const { days, part } = place;
  return t('schedule.step', { n, days: t(`schedule.days.${days}`), part: t(`schedule.part.${part}`) });
};

const known = (...texts: readonly string[]): string => texts.filter((text) => text !== UNKNOWN).join(' · ');

/** When a step is, and what it sets. */
export const shortText = (
  event: ScheduleEvent,
  mfg: string,
): Pick<EventText, 'start' | 'days'> & { readonly what: string } => {
  const { days, start, mode, setpoint } = eventText(event, mfg);
  return { days, start, what: known(setpoint, mode) };
};
