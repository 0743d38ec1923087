import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { phaseOf } from '#domain/control/state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useSeconds } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './ChangeStatus.module.css';
import { failureText } from './failure-text.ts';
import type { CardControl } from '../controls/use-device-control.ts';

interface Props {
  readonly device: DashboardDevice;
  readonly control: CardControl;
}

/** The last line of a card: progress or failure of a change. */
export function ChangeStatus({ control: { state, retry, dismiss } }: Props) {
  const t = useT();
  useSeconds();
  const current = phaseOf(state, now().getTime());
  if (current === 'idle') return null;
  if (current !== 'failed' && current !== 'expired') {
    return (
      <p className={styles['underway']} role="status">
        <span className={styles['spinner']} aria-hidden="true" />
        {t(
          current === 'waiting'
            ? 'change.waiting'
            : current === 'accepted'
              ? 'change.accepted'
              : 'change.sending',
        )}
      </p>
    );
  }
  return (
    <div className={styles['failed']} role="alert">
      <p>{state.failure ? failureText(state.failure) : t('change.expired')}</p>
      <div className={styles['actions']}>
        <Button look="quiet" onClick={retry}>
          {t('action.retry')}
        </Button>
        <Button look="quiet" onClick={dismiss}>
          {t('action.dismiss')}
        </Button>
      </div>
    </div>
  );
}
