import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Notice } from '#web/ui/text/Notice.tsx';
import { DeviceCard } from '../card/DeviceCard.tsx';
import { LatestActivity } from './LatestActivity.tsx';
import { Plots } from './Plots.tsx';
import styles from './StatusTab.module.css';

/** Device card, plots and latest activity. */
export function StatusTab({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const home = useHouse();
  return (
    <div className={styles['columns']}>
      <div className={styles['now']}>
        {mayChangeHome(home) ? null : <Notice>{t('device.change.admin')}</Notice>}
        <DeviceCard device={device} linked={false} heading={t('device.now')} />
      </div>
      <Plots device={device} />
      <div className={styles['activity']}>
        <LatestActivity device={device} />
      </div>
    </div>
  );
}
