import { useId, useRef, useState } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import { Card } from '#web/ui/container/Card.tsx';
import styles from './Left.module.css';
import { isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { useEventCalls } from '../event-calls.ts';
import { useCall } from '../use-call.ts';

/** Sent as they stand here, so that answers in both languages count together. */
const REASONS = ['comfort', 'guests', 'timing', 'health', 'other'] as const;
const MOST_KEPT = 50;

interface Props {
  readonly dispatch: Dispatch;
  /** It stands apart from the devices. */
  readonly isCard?: boolean;
}

/** Asks why the devices were taken out; one tap answers, and the question does not come back. */
export function WhyLeft({ dispatch, isCard = false }: Props) {
  const t = useT();
  const id = useId();
  const calls = useEventCalls();
  const { busy, failure, run } = useCall();
  const news = useRef<HTMLParagraphElement>(null);
  const [answered, setAnswered] = useState(false);
  const [isExplained] = useState(() => (stored('explainedOptOuts') ?? []).includes(dispatch.id));
  if (isExplained) return null;

  const send = (reason: string) =>
    run(async () => {
      const out = dispatch.devices.filter(({ optOut }) => optOut?.cause === 'person');
      if (isLeft(dispatch)) await calls.optOut(dispatch, reason);
      else for (const device of out) await calls.optOutDevice(device, reason);
      setAnswered(true);
      // The buttons go away.
      news.current?.focus();
      store('explainedOptOuts', [...(stored('explainedOptOuts') ?? []), dispatch.id].slice(-MOST_KEPT));
    }, 'event.whyLeft.failed');
  const answers = (
    <>
      <div className={styles['chips']}>
        {answered
          ? null
          : REASONS.map((reason) => (
              <button
                key={reason}
                type="button"
                aria-disabled={busy || undefined}
                onClick={() => void send(reason)}
              >
                {t(`event.whyLeft.${reason}`)}
              </button>
            ))}
      </div>
      <p ref={news} tabIndex={-1} role="status" className={failure ? styles['failure'] : undefined}>
        {answered ? t('event.whyLeft.thanks') : failure?.message}
      </p>
    </>
  );
  return isCard ? (
    <Card labelledBy={id} className={styles['apart'] ?? ''}>
      <h2 id={id}>{t('event.whyLeft')}</h2>
      {answers}
    </Card>
  ) : (
    <div className={styles['why']} role="group" aria-labelledby={id}>
      <p id={id}>{t('event.whyLeft')}</p>
      {answers}
    </div>
  );
}
