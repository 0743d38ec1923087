import { useEffect, useId, useRef } from 'react';
import type { Day } from '#domain/time/calendar-day.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Calendar } from './Calendar.tsx';
import styles from './DateStepper.module.css';
import { Icon } from '../icon/icons.tsx';

interface Step {
  readonly label: string;
  /** null: there is nothing further. */
  readonly go: (() => void) | null;
}

interface Props {
  readonly text: string;
  /** Of the button with the date. */
  readonly label: string;
  readonly earlier: Step;
  readonly later: Step;
  readonly value: Day;
  readonly today: Day;
  readonly firstDay: 0 | 1;
  /** Days up to today that can be chosen; all of them by default. */
  readonly isOffered?: (day: Day) => boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onChoose: (day: Day) => void;
}

/** A date with arrows to its neighbours that opens a calendar; Escape and a choice give the focus back to it, who leaves the calendar closes it. */
export function DateStepper(props: Props) {
  const { text, label, earlier, later, open, onOpen, onChoose, isOffered, ...calendar } = props;
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) onOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    // It would lie over what the Tab key reaches next.
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, onOpen]);
  const stepButton = ({ label: name, go }: Step, icon: 'chevron-left' | 'chevron-right') => (
    <button
      type="button"
      data-step
      className={styles['step']}
      aria-label={name}
      // Disabled, it would lose the focus.
      aria-disabled={go === null || undefined}
      onClick={() => go?.()}
    >
      <Icon name={icon} size={20} />
    </button>
  );
  return (
    <div ref={box} className={styles['stepper']}>
      {stepButton(earlier, 'chevron-left')}
      <button
        ref={button}
        type="button"
        className={styles['date']}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpen(!open)}
      >
        {text}
      </button>
      {stepButton(later, 'chevron-right')}
      {open ? (
        <div id={id} role="dialog" aria-label={t('calendar.title')} className={styles['popover']}>
          <Calendar
            {...calendar}
            {...(isOffered ? { isOffered } : {})}
            onChoose={(day) => {
              onChoose(day);
              onOpen(false);
              button.current?.focus();
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
