import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import type { Dispatch } from '../dispatch.ts';
import { remainingText } from '../event-times.ts';

interface Props {
  readonly dispatch: Pick<Dispatch, 'startTime' | 'endTime'>;
}

/** Time until the start, then until the end. */
export function Countdown({ dispatch: { startTime, endTime } }: Props) {
  const t = useT();
  const text = useTimed(() => {
    const at = now().getTime();
    return at < startTime
      ? t('event.banner.startsIn', { time: remainingText(startTime - at) })
      : t('event.banner.timeLeft', { time: remainingText(endTime - at) });
  });
  return (
    <span role="timer" aria-live="off" className="tabular">
      {text}
    </span>
  );
}
