import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { remainingText } from '../event-times.ts';

/** The time that is left until a moment, in ms. */
export function Timer({ until, className }: { readonly until: number; readonly className: string }) {
  const text = useTimed(() => remainingText(until - now().getTime()));
  return (
    <p role="timer" aria-live="off" className={`${className} tabular`}>
      {text}
    </p>
  );
}
