import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import styles from './ChangeFailure.module.css';
import { isUnderWay, useChangePhase } from './ChangeStatus.tsx';
import { failureText } from './failure-text.ts';
import type { CardControl } from '../controls/use-device-control.ts';

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
        <RetryButton look="quiet" onRetry={retry} />
        <Button look="quiet" onClick={dismiss}>
          {t('action.dismiss')}
        </Button>
      </div>
    </div>
  );
}
