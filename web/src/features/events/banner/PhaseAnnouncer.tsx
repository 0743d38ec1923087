import { useState } from 'react';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import type { Dispatch } from '../dispatch.ts';

interface Props {
  readonly dispatch: Pick<Dispatch, 'startTime' | 'endTime'>;
}

/** What screen readers are told of the time that passes; null: nothing yet. */
const announcementAt = ({ startTime, endTime }: Props['dispatch'], at: number): TextKey | null => {
  if (at >= endTime) return 'event.announce.ended';
  if (at >= startTime) return 'event.announce.started';
  if (startTime - at <= 10 * MINUTE) return 'event.announce.minutes';
  return startTime - at <= HOUR ? 'event.announce.hour' : null;
};

/** Announces the marks that are passed while the page is open. */
export function PhaseAnnouncer({ dispatch }: Props) {
  const t = useT();
  const announcement = useTimed(() => announcementAt(dispatch, now().getTime()));
  const [first] = useState(announcement);
  return (
    <p role="status" className="visually-hidden">
      {announcement === null || announcement === first ? '' : t(announcement)}
    </p>
  );
}
