import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { PERIOD_LENGTHS, compareDays, shiftDay, shownPeriod } from '#domain/plot/period.ts';
import type { Calendar as House, Day, PeriodLength } from '#domain/plot/period.ts';
import { useT } from '#web/lib/i18n.ts';
import { Calendar } from '../Calendar.tsx';
import { Choice } from '../Choice.tsx';
import { Icon } from '../icons.tsx';
import styles from './PeriodBar.module.css';
import { periodText } from './plot-text.ts';

interface Props {
  readonly range: PeriodLength;
  readonly day: Day;
  readonly today: Day;
  readonly house: House;
  readonly onChange: (range: PeriodLength, day: Day) => void;
}

/**
 * Chooses range and date. While the focus is inside, the left and right keys shift the period and space opens the calendar;
 * on the two arrow buttons space presses the button.
 */
export function PeriodBar({ range, day, today, house, onChange }: Props) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const dateButton = useRef<HTMLButtonElement>(null);
  const period = shownPeriod(range, day, today, house);
  const isNow = compareDays(day, today) >= 0;

  const shift = (by: number) => {
    if (by > 0 && isNow) return;
    const next = shiftDay(range, day, by);
    onChange(range, compareDays(next, today) > 0 ? today : next);
  };
  const close = (toButton: boolean) => {
    setOpen(false);
    if (toButton) dateButton.current?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (open) {
      if (event.key === 'Escape') {
        event.stopPropagation();
        close(true);
      }
      return;
    }
    const isStepButton = (event.target as HTMLElement).dataset['step'] !== undefined;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => shift(-1),
      ArrowRight: () => shift(1),
      ...(isStepButton ? {} : { ' ': () => setOpen(true) }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const text = range === 'day' && isNow ? t('plot.today', { date: periodText(period) }) : periodText(period);
  return (
    // One key handler for all controls of the bar.
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('plot.toolbar')}
      className={styles['bar']}
      onKeyDown={onKeyDown}
    >
      <Choice
        label={t('plot.range')}
        quiet
        value={range}
        options={PERIOD_LENGTHS.map((value) => ({ value, text: t(`plot.range.${value}`) }))}
        onChoose={(value) => onChange(value, day)}
      />
      <div className={styles['period']}>
        <button
          type="button"
          data-step
          className={styles['step']}
          aria-label={t('plot.previous')}
          onClick={() => shift(-1)}
        >
          <Icon name="chevron-left" size={20} />
        </button>
        <button
          ref={dateButton}
          type="button"
          className={styles['date']}
          aria-label={t('plot.date', { period: text })}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {text}
        </button>
        <button
          type="button"
          data-step
          className={styles['step']}
          aria-label={t('plot.next')}
          aria-disabled={isNow || undefined}
          onClick={() => shift(1)}
        >
          <Icon name="chevron-right" size={20} />
        </button>
        {open ? (
          <div id={id} role="dialog" aria-label={t('calendar.title')} className={styles['popover']}>
            <Calendar
              value={day}
              today={today}
              firstDay={house.firstDay}
              onChoose={(chosen) => {
                onChange(range, chosen);
                close(true);
              }}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}
