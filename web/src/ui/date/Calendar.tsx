import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { addDays, addMonths, compareDays, dayText, daysInMonth, weekday } from '#domain/time/calendar-day.ts';
import type { Day } from '#domain/time/calendar-day.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import styles from './Calendar.module.css';
import { Icon } from '../icon/icons.tsx';

interface Props {
  readonly value: Day;
  readonly today: Day;
  readonly firstDay: 0 | 1;
  /** Days up to today that can be chosen; all of them by default. */
  readonly isOffered?: (day: Day) => boolean;
  readonly onChoose: (day: Day) => void;
}

const asDate = ({ year, month, day }: Day): Date => new Date(Date.UTC(year, month - 1, day));
const formatDay = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  dateTimeFormat(localeTag(), { timeZone: 'UTC', ...options }).format(asDate(day));

/** The weeks of a month; null for a day of the month before or after. */
const weeksOf = (month: Day, firstDay: number): (Day | null)[][] => {
  const first = { ...month, day: 1 };
  const lead = (weekday(first) - firstDay + 7) % 7;
  const cells = [
    ...Array.from({ length: lead }, () => null),
    ...Array.from({ length: daysInMonth(month) }, (_, index) => addDays(first, index)),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => cells[week * 7 + day] ?? null),
  );
};

/**
 * A month of days: arrows move by day and week, Page Up and Down by month and with Shift by year, Home and End to the ends of a
 * week.
 */
export function Calendar({ value, today, firstDay, isOffered, onChoose }: Props) {
  const t = useT();
  const id = useId();
  /** The day that the Tab key reaches, and whose month is shown. */
  const [focusDay, setFocusDay] = useState(value);
  const grid = useRef<HTMLTableElement>(null);
  /** Whether the next change of `focusDay` moves the browser's focus too: not when a month button was pressed. */
  const movesFocus = useRef(true);
  const isEnabled = (day: Day) => compareDays(day, today) <= 0 && (isOffered?.(day) ?? true);
  useEffect(() => {
    if (movesFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focusDay]);

  const move = (day: Day, withFocus = true) => {
    movesFocus.current = withFocus;
    setFocusDay(compareDays(day, today) > 0 ? today : day);
  };
  const column = (weekday(focusDay) - firstDay + 7) % 7;
  const onKeyDown = (event: KeyboardEvent) => {
    const months = event.shiftKey ? 12 : 1;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => move(addDays(focusDay, -1)),
      ArrowRight: () => move(addDays(focusDay, 1)),
      ArrowUp: () => move(addDays(focusDay, -7)),
      ArrowDown: () => move(addDays(focusDay, 7)),
      PageUp: () => move(addMonths(focusDay, -months)),
      PageDown: () => move(addMonths(focusDay, months)),
      Home: () => move(addDays(focusDay, -column)),
      End: () => move(addDays(focusDay, 6 - column)),
    };
    const onKey = moves[event.key];
    if (!onKey) return;
    event.preventDefault();
    event.stopPropagation();
    onKey();
  };
  const isLast = focusDay.year === today.year && focusDay.month === today.month;
  /** Any whole week, for the names of its days. */
  const week = weeksOf({ year: 2026, month: 11, day: 1 }, firstDay)[1] ?? [];
  return (
    <div className={styles['calendar']}>
      <div className={styles['header']}>
        <button
          type="button"
          aria-label={t('calendar.previous')}
          onClick={() => move(addMonths(focusDay, -1), false)}
        >
          <Icon name="chevron-left" size={20} />
        </button>
        <p id={id} aria-live="polite">
          {formatDay(focusDay, { month: 'long', year: 'numeric' })}
        </p>
        <button
          type="button"
          aria-label={t('calendar.next')}
          // Disabled, it would lose the focus in the last month.
          aria-disabled={isLast || undefined}
          onClick={() => {
            if (!isLast) move(addMonths(focusDay, 1), false);
          }}
        >
          <Icon name="chevron-right" size={20} />
        </button>
      </div>
      <table ref={grid} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {week.map((day) =>
              day ? (
                <th key={dayText(day)} scope="col" abbr={formatDay(day, { weekday: 'long' })}>
                  {formatDay(day, { weekday: 'narrow' })}
                </th>
              ) : null,
            )}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focusDay, firstDay).map((days) => (
            <tr key={dayText(days.find((day) => day !== null) ?? focusDay)}>
              {days.map((day, index) => {
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a day of another month, left empty
                if (!day) return <td key={`empty ${index + 1}`} />;
                const isFocus = compareDays(day, focusDay) === 0;
                const isChosen = compareDays(day, value) === 0;
                return (
                  <td key={dayText(day)} aria-selected={isChosen}>
                    <button
                      type="button"
                      tabIndex={isFocus ? 0 : -1}
                      disabled={!isEnabled(day)}
                      aria-current={compareDays(day, today) === 0 ? 'date' : undefined}
                      aria-label={formatDay(day, {
                        day: 'numeric',
                        month: 'long',
                        year: 'numeric',
                        weekday: 'long',
                      })}
                      onClick={() => onChoose(day)}
                    >
                      {day.day}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
