import type { DeviceNow } from '#contract/entities/device-now.ts';
import { useT } from '#web/lib/i18n.ts';
import { DeviceCard } from '../DeviceCard.tsx';
import { LatestActivity } from './LatestActivity.tsx';
import { Plots } from './Plots.tsx';
import styles from './StatusTab.module.css';

/** Device card, latest activity and plots. */
export function StatusTab({ device }: { readonly device: DeviceNow }) {
  const t = useT();
  return (
    <div className={styles['columns']}>
      <div className={styles['side']}>
        <DeviceCard device={device} linked={false} heading={t('device.now')} />
        <LatestActivity device={device} />
      </div>
      <Plots device={device} />
    </div>
  );
}
