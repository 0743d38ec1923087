import { useId } from 'react';
import { localDate } from '#domain/events/season.ts';
import { useHouse } from '#web/api/house-context.ts';
import type { HouseData } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { dayText } from '#web/lib/language/day-text.ts';
import { programName } from '#web/lib/language/program-name.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './NoEvent.module.css';

/** When an event of a program may come, as its rules say. */
const outlookText = (of: HouseData['programs'][number], today: string): string => {
  const { season } = of;
  const program = programName([of], of);
  if (season === null) return t('events.none.always', { program });
  return season.from <= today
    ? t('events.none.until', { program, day: dayText(season.to) })
    : t('events.none.from', { program, day: dayText(season.from) });
};

/** No event comes or runs: that this is so, and when one may come. Nothing for a home that takes part in no program. */
export function NoEvent() {
  useT();
  const id = useId();
  const { programs, house } = useHouse();
  // Lower than the weather beside it, which on smaller screens has more lines.
  const isBrief = useMediaQuery('(width < 1280px)') || programs.length < 3;
  if (programs.length === 0) return null;
  const today = localDate(now().getTime(), house.timezone);
  return (
    <section className={styles['none']} aria-labelledby={id} data-brief={isBrief || undefined}>
      <span className={styles['icon']}>
        <Icon name="calendar" />
      </span>
      <div>
        <h2 id={id}>{t('events.none')}</h2>
        <ul>
          {programs.map((program) => (
            <li key={program.programId}>{outlookText(program, today)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
