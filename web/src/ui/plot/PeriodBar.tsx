import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { compareDays } from '#domain/time/calendar-day.ts';
import { PERIOD_LENGTHS, shiftDay, shownPeriod } from '#domain/plot/period.ts';
import type { Day } from '#domain/time/calendar-day.ts';
import type { Calendar as House, PeriodLength } from '#domain/plot/period.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Choice } from '../form/Choice.tsx';
import { DateStepper } from '../date/DateStepper.tsx';
import styles from './PeriodBar.module.css';
import { periodText, shortDay } from './plot-text.ts';

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
  const [open, setOpen] = useState(false);
  const period = shownPeriod(range, day, today, house);
  const isNow = compareDays(day, today) >= 0;

  const shift = (by: number) => {
    if (by > 0 && isNow) return;
    const next = shiftDay(range, day, by);
    onChange(range, compareDays(next, today) > 0 ? today : next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (open) return;
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

  const text = range === 'day' && isNow ? t('plot.today', { date: shortDay(today) }) : periodText(period);
  return (
    // One key handler for all controls of the bar.
    <div
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
      <DateStepper
        text={text}
        label={t('plot.date', { period: text })}
        earlier={{ label: t('plot.previous'), go: () => shift(-1) }}
        later={{ label: t('plot.next'), go: isNow ? null : () => shift(1) }}
        value={day}
        today={today}
        firstDay={house.firstDay}
        open={open}
        onOpen={setOpen}
        onChoose={(chosen) => onChange(range, chosen)}
      />
    </div>
  );
}
