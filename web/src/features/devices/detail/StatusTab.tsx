import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { DeviceCard } from '../card/DeviceCard.tsx';
import { LatestActivity } from './LatestActivity.tsx';
import { Plots } from './Plots.tsx';
import styles from './StatusTab.module.css';

/** Leads from a device that takes part in events to the limits that it keeps in them. */
function LimitsLink() {
  const t = useT();
  return (
    <a className={styles['limits']} href={`#${paths.settings}?limits`}>
      <Icon name="shield" size={20} />
      <span>
        <b>{t('comfort.title')}</b>
        <span>{t('device.limits.hint')}</span>
      </span>
      <Icon name="chevron-right" size={20} />
    </a>
  );
}

/** Device card, plots and latest activity. */
export function StatusTab({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const home = useHouse();
  return (
    <div className={styles['columns']}>
      <div className={styles['now']}>
        {mayChangeHome(home) ? null : <Notice>{t('device.change.admin')}</Notice>}
        <DeviceCard device={device} linked={false} heading={t('device.now')} />
        {strategies[device.kind] === null ? null : <LimitsLink />}
      </div>
      <Plots device={device} />
      <div className={styles['activity']}>
        <LatestActivity device={device} />
      </div>
    </div>
  );
}
