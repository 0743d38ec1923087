import { phaseOf } from '#domain/control/state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useSeconds } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './ChangeStatus.module.css';
import { failureText } from './failure-text.ts';
import type { CardControl } from '../controls/use-device-control.ts';

type Phase = ReturnType<typeof phaseOf>;

/** How far the change of a device is; drawn again every second. */
export const useChangePhase = ({ state }: CardControl): Phase => {
  useSeconds();
  return phaseOf(state, now().getTime());
};

export const isUnderWay = (phase: Phase): boolean => !['idle', 'failed', 'expired'].includes(phase);

/** In the place of the status: a change is under way. */
export function ChangeProgress({ phase }: { readonly phase: Phase }) {
  const t = useT();
  return (
    <p className={styles['underway']} role="status">
      <span className={styles['spinner']} aria-hidden="true" />
      {t(
        phase === 'waiting' ? 'change.waiting' : phase === 'accepted' ? 'change.accepted' : 'change.sending',
      )}
    </p>
  );
}

/** The last line of a card: a change has failed. */
export function ChangeFailure({ control }: { readonly control: CardControl }) {
  const t = useT();
  const phase = useChangePhase(control);
  if (phase === 'idle' || isUnderWay(phase)) return null;
  const { state, retry, dismiss } = control;
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
