import { use, useId } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import type { LatestValues } from '#domain/control/latest-values.ts';
import { CONTROL_TIMES } from '#domain/control/state.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { devicePath } from '#web/lib/routing/paths.ts';
import { AgeLine } from '#web/ui/text/AgeLine.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import { ChangeStatus } from './ChangeStatus.tsx';
import styles from './DeviceCard.module.css';
import { Panel } from './Panel.tsx';
import { useBlockReason } from '../controls/block-reason.ts';
import { CardSlots } from './card-slots.ts';
import { useDeviceControl } from '../controls/use-device-control.ts';

/** `lastKnown`: the page has no newer data, so that nobody knows whether the device is online now. */
function StatusChip({ status }: { readonly status: LatestValues['status'] | 'lastKnown' }) {
  const t = useT();
  return (
    <span className={`${styles['status']} ${styles[status] ?? ''}`}>
      <span className={styles['dot']} aria-hidden="true" />
      {t(`device.status.${status}`)}
    </span>
  );
}

interface HeaderProps {
  readonly id: string;
  readonly device: DashboardDevice;
  readonly title: string;
  readonly linked: boolean;
  readonly status: LatestValues['status'] | 'lastKnown';
}

function CardHeader({ id, device, title, linked, status }: HeaderProps) {
  const t = useT();
  const address = `#${devicePath(device.id)}`;
  // On the device's screen the card follows the h1.
  const Heading = linked ? 'h3' : 'h2';
  return (
    <header className={styles['header']}>
      <span className={styles['icon']}>
        <Icon name={KIND_ICONS[device.kind]} />
      </span>
      <div>
        <Heading id={id} className={styles['title']}>
          {linked ? <a href={address}>{title}</a> : title}
        </Heading>
        <StatusChip status={status} />
      </div>
      {linked ? (
        <a className={styles['gear']} href={address} aria-label={t('device.open', { title })}>
          <Icon name="settings" size={20} />
        </a>
      ) : null}
    </header>
  );
}

function OfflineNotice() {
  const t = useT();
  return (
    <div className={styles['instead']}>
      <div className={styles['offline']}>
        <p>{t('device.offline')}</p>
        <p>{t('device.offline.advice')}</p>
      </div>
    </div>
  );
}

interface Props {
  readonly device: DashboardDevice;
  /** Shows the links to the device's screen. */
  readonly linked?: boolean;
  /** Replaces the device's title, where the page heading already has it. */
  readonly heading?: string;
  /** No other card stands beside it: where there is room it is as wide as a row of them. */
  readonly alone?: boolean;
}

export function DeviceCard({ device, linked = true, heading, alone = false }: Props) {
  const id = useId();
  const { house, refreshFailed } = useHouse();
  const readings = latestValuesOf(device.realtime);
  const online = useOnline();
  const slots = use(CardSlots);
  const control = useDeviceControl(device);
  const title = deviceTitle(device);
  const shown = readings.status === 'ONLINE' || (makerOf(device.mfg).shownOffline ?? false);
  const old =
    readings.reportedAt !== null && now().getTime() - readings.reportedAt.getTime() > CONTROL_TIMES.staleMs;
  const block = useBlockReason(device.id, old);
  const isDisconnected = refreshFailed || !online;
  const isInEvent = block?.where === 'card' && block.overlay === 'event';
  return (
    <Card
      labelledBy={id}
      className={`${styles['device']} ${isInEvent ? styles['in-event'] : ''} ${alone ? styles['alone'] : ''}`}
    >
      <CardHeader
        id={id}
        device={device}
        title={heading ?? title}
        linked={linked}
        status={isDisconnected ? 'lastKnown' : readings.status}
      />
      {shown ? <Panel {...{ device, title, readings, old, block, control }} /> : <OfflineNotice />}
      <footer className={styles['footer']}>
        {slots ? <slots.EventNote deviceId={device.id} /> : null}
        <AgeLine time={readings.reportedAt} zone={house.timezone} silent={readings.status === 'OFFLINE'} />
        <ChangeStatus device={device} control={control} />
      </footer>
    </Card>
  );
}
