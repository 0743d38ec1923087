import type { LatestValues } from '#domain/control/latest-values.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { AgeLine } from '#web/ui/text/AgeLine.tsx';
import { ChangeProgress, isUnderWay, useChangePhase } from './ChangeStatus.tsx';
import styles from './DeviceCard.module.css';
import type { CardControl } from '../controls/use-device-control.ts';

interface Props {
  readonly readings: LatestValues;
  /** The readings are too old to base a change on. */
  readonly old: boolean;
  readonly control: CardControl;
}

/** Below the name: whether the device is connected and how old its readings are, or how far a change is. */
export function StatusLine({ readings: { status, reportedAt }, old, control }: Props) {
  const t = useT();
  const { house, refreshFailed } = useHouse();
  const online = useOnline();
  const phase = useChangePhase(control);
  if (isUnderWay(phase)) return <ChangeProgress phase={phase} />;
  // Without newer data nobody knows whether the device is online now.
  const shown = online ? (refreshFailed ? 'lastKnown' : status) : 'noInternet';
  return (
    <p className={`${styles['status']} ${styles[shown] ?? ''}`}>
      <span className={styles['word']}>
        <span className={styles['dot']} aria-hidden="true" />
        <span>{t(`device.status.${shown}`)}</span>
      </span>
      <span className={styles['age']}>
        <AgeLine
          time={reportedAt}
          zone={house.timezone}
          silent={status === 'OFFLINE'}
          short={!old && (shown === 'ONLINE' || shown === 'noInternet')}
        />
      </span>
    </p>
  );
}
