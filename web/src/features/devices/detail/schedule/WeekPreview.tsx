import type { CSSProperties } from 'react';
import { weekOf } from '#domain/schedules/week-of.ts';
import type { ScheduleEvent } from '#domain/schedules/runnable.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { HOUR } from '#domain/time/time.ts';
import { temperature } from '#web/lib/language/format.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import { dayName } from './schedule-text.ts';
import styles from './WeekPreview.module.css';

/** Of the day, on the axis. */
const MARKS = [0, 6, 12, 18] as const;
const hourText = (hour: number): string =>
  dateTimeFormat(localeTag(), { hour: 'numeric', timeZone: 'UTC' }).format(hour * HOUR);

/** The week that the changes make, as bars; what they say stands in the fields above. */
export function WeekPreview({ events }: { readonly events: readonly ScheduleEvent[] }) {
  const t = useT();
  const week = weekOf(events);
  if (week.length === 0) return null;
  const targets = week.flatMap(({ spans }) => spans.map(({ setpoint }) => setpoint));
  const [low, high] = [Math.min(...targets), Math.max(...targets)];
  const warmth = (setpoint: number) => (high === low ? 1 : (setpoint - low) / (high - low));
  return (
    <div className={styles['preview']} aria-hidden="true">
      <p className={styles['title']}>{t('schedule.week')}</p>
      {week.map(({ day, spans }) => (
        <div key={day} className={styles['day']}>
          <span className={styles['name']}>{dayName(day)}</span>
          <div className={styles['bar']}>
            {spans.map(({ from, to, setpoint }) => (
              <span key={from} style={{ flexGrow: to - from, '--warmth': warmth(setpoint) } as CSSProperties}>
                <span>{temperature(setpoint).value}°</span>
              </span>
            ))}
          </div>
        </div>
      ))}
      <div className={styles['day']}>
        <span className={styles['name']} />
        <div className={styles['axis']}>
          {MARKS.map((hour) => (
            <span key={hour}>{hourText(hour)}</span>
          ))}
        </div>
      </div>
    </div>
  );
}
