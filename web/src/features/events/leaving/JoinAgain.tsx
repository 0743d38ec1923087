import { useRef } from 'react';
import { EVENT_TIMES } from '#domain/events/event-times.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { say } from '#web/lib/feedback/say.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './Left.module.css';
import type { DispatchDevice } from '../dispatch.ts';
import { useEventCalls } from '../event-calls.ts';
import { rejoinOption, rejoinUntil, wasUnasked } from './rejoin-option.ts';
import { useCall } from '../use-call.ts';

interface Props {
  /** Devices that are out, at least one. */
  readonly devices: readonly DispatchDevice[];
  /** Names the device, where others stand beside it. */
  readonly name?: string;
}

/** Undo, for as long as it costs nothing; then joining again, for as long as it is possible. */
export function JoinAgain({ devices, name }: Props) {
  const t = useT();
  const online = useOnline();
  const { house } = useHouse();
  const calls = useEventCalls();
  const { busy, failure, run } = useCall();
  const place = useRef<HTMLDivElement>(null);
  const kind = useTimed(() => rejoinOption(devices, now().getTime())?.kind ?? null);
  const seconds = useTimed(() => {
    const back = (rejoinOption(devices, now().getTime())?.devices ?? []).filter(
      (device) => !wasUnasked(device),
    );
    const lefts = back.map(({ optOut }) =>
      optOut === null ? 0 : Date.parse(optOut.at) + EVENT_TIMES.undo - now().getTime(),
    );
    return kind === 'undo' && lefts.length > 0 ? Math.max(0, Math.ceil(Math.min(...lefts) / 1_000)) : 0;
  });
  if (kind === null) return <p className={styles['hint']}>{t('event.left.late')}</p>;

  /** The button goes away with what it undoes; the focus stays in its card or banner. */
  const focusHeading = (section: Element | null | undefined) => {
    const heading = section?.querySelector<HTMLElement>('h2, h3');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  };
  const join = async () => {
    const section = place.current?.closest('section');
    const isDone = await run(async () => {
      const back = rejoinOption(devices, now().getTime())?.devices ?? [];
      const [first] = back;
      if (first) await calls.rejoin(first.event.id, back);
      toast('ok', t('event.done.rejoined'));
    }, 'event.failed.rejoin');
    if (isDone) focusHeading(section);
  };
  const latest = (times: readonly number[]) => timeOfDay(new Date(Math.max(...times)), house.timezone);
  const until = latest(devices.map(rejoinUntil));
  const unasked = devices.filter(wasUnasked);
  const hint = () => {
    if (kind === 'rejoin') return say('event.left.rejoin.text', { time: until });
    return seconds > 0
      ? t('event.left.undo.text', { n: seconds })
      : say('event.left.undo.until', { time: latest(unasked.map(({ event }) => Date.parse(event.endTime))) });
  };
  return (
    <div className={styles['join']} ref={place}>
      <Button
        busy={busy}
        disabled={!online}
        onClick={() => void join()}
        aria-label={name === undefined ? undefined : t(`event.left.${kind}.device`, { device: name })}
      >
        {t(failure?.passing ? 'action.retry' : `event.left.${kind}`)}
      </Button>
      {failure ? (
        <p role="alert" className={styles['failure']}>
          {failure.message}
        </p>
      ) : (
        <p className={`${styles['hint']} tabular`}>{hint()}</p>
      )}
    </div>
  );
}
