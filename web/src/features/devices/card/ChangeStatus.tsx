import { phaseOf } from '#domain/control/state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useSeconds } from '#web/lib/browser/timers.ts';
import styles from './ChangeStatus.module.css';
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
