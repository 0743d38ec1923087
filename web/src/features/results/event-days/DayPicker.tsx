import { useState } from 'react';
import { dayAt, dayText, parseDay } from '#domain/time/calendar-day.ts';
import { FIRST_DAY_OF_WEEK } from '#domain/plot/period.ts';
import { boot } from '#web/lib/boot-state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { cardDate } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { DateStepper } from '#web/ui/date/DateStepper.tsx';

interface Props {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly zone: string;
  readonly offered: ReadonlySet<string>;
  /** null: there is none. */
  readonly onEarlier: (() => void) | null;
  readonly onLater: (() => void) | null;
  readonly onChoose: (day: string) => void;
}

/** The chosen event day, with arrows to its neighbours and a calendar of all event days. */
export function DayPicker({ day, zone, offered, onEarlier, onLater, onChoose }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const today = dayAt(now().getTime(), zone);
  const value = parseDay(day) ?? today;
  const text = cardDate(new Date(`${dayText(value)}T00:00:00Z`), 'UTC');
  return (
    <DateStepper
      text={text}
      label={t('results.pickDay', { day: text })}
      earlier={{ label: t('results.earlier'), go: onEarlier }}
      later={{ label: t('results.later'), go: onLater }}
      value={value}
      today={today}
      firstDay={FIRST_DAY_OF_WEEK[boot().page.provider.localization]}
      isOffered={(date) => offered.has(dayText(date))}
      open={open}
      onOpen={setOpen}
      onChoose={(date) => onChoose(dayText(date))}
    />
  );
}
