import { use, useId } from 'react';
import type { ReactNode } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { CONTROL_TIMES } from '#domain/control/state.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { devicePath } from '#web/lib/routing/paths.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import styles from './DeviceCard.module.css';
import { Panel } from './Panel.tsx';
import { StatusLine } from './StatusLine.tsx';
import { cardContentOf } from './card-content.ts';
import { asLastKnown } from './current-operation.ts';
import { useBlockReason } from '../controls/block-reason.ts';
import { CardSlots } from './card-slots.ts';
import { ChangeFailure } from './lazy-parts.tsx';
import { useDeviceControl } from '../controls/use-device-control.ts';

interface HeaderProps {
  readonly id: string;
  readonly device: DashboardDevice;
  readonly title: string;
  readonly linked: boolean;
  readonly children: ReactNode;
}

function CardHeader({ id, device, title, linked, children }: HeaderProps) {
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
          {linked ? (
            <a href={address}>
              {title}
              <Icon name="chevron-right" size={16} />
            </a>
          ) : (
            title
          )}
        </Heading>
        {children}
      </div>
      {linked ? (
        <a className={styles['gear']} href={address} aria-label={t('device.open', { title })}>
          <Icon name="settings" size={20} />
        </a>
      ) : null}
    </header>
  );
}

/** `isNew`: it has never reported. */
function OfflineNotice({ isNew }: { readonly isNew: boolean }) {
  const t = useT();
  return (
    <div className={styles['instead']}>
      <div className={styles['offline']}>
        <p>{t(isNew ? 'device.waiting' : 'device.offline')}</p>
        <p>{t(isNew ? 'device.waiting.advice' : 'device.offline.advice')}</p>
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
  const isCurrent = useOnline() && !refreshFailed;
  const readings = latestValuesOf(device.realtime);
  const slots = use(CardSlots);
  const control = useDeviceControl(device);
  const title = deviceTitle(device);
  const shown = readings.status === 'ONLINE' || (makerOf(device.mfg).shownOffline ?? false);
  const old =
    readings.reportedAt !== null && now().getTime() - readings.reportedAt.getTime() > CONTROL_TIMES.staleMs;
  const block = useBlockReason(device.id, old);
  const known = cardContentOf(device, readings, { now: now(), zone: house.timezone });
  const content = isCurrent ? known : { ...known, sentence: asLastKnown(known.sentence) };
  // What a device did when it was last heard says nothing about now.
  const tone = readings.status === 'ONLINE' ? content.sentence[0]?.tone : undefined;
  const isUnreachable = block?.where === 'card' && block.overlay === 'unreachable';
  const isInEvent = block?.where === 'card' && block.overlay === 'event';
  return (
    <Card
      labelledBy={id}
      className={[
        styles['device'],
        isInEvent ? styles['in-event'] : tone ? styles[tone] : '',
        isUnreachable ? styles['unreachable'] : '',
        alone ? styles['alone'] : '',
      ].join(' ')}
    >
      <CardHeader id={id} device={device} title={heading ?? title} linked={linked}>
        <StatusLine readings={readings} old={old} control={control} />
      </CardHeader>
      {shown ? (
        <Panel
          {...{ device, title, readings, content, block, control }}
          old={old || !isCurrent}
          hasDay={linked}
        />
      ) : (
        <OfflineNotice isNew={readings.reportedAt === null} />
      )}
      <footer className={styles['footer']}>
        {slots ? <slots.EventNote deviceId={device.id} linked={linked} /> : null}
        <ChangeFailure control={control} />
      </footer>
    </Card>
  );
}
