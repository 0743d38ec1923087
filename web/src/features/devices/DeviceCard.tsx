import { useId } from 'react';
import type { DeviceNow } from '#contract/entities/device.ts';
import { readingsOf } from '#domain/control/readings.ts';
import type { Readings } from '#domain/control/readings.ts';
import { titleOf } from '#domain/control/title.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { now } from '#web/lib/clock.ts';
import { useHome } from '#web/lib/home.ts';
import { t as wording, useT } from '#web/lib/i18n.ts';
import { devicePath } from '#web/lib/paths.ts';
import { AgeLine } from '#web/ui/AgeLine.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Icon } from '#web/ui/icons.tsx';
import styles from './DeviceCard.module.css';
import { KIND_ICONS, faceOf, showFraction } from './face.ts';
import type { Face, Figure } from './face.ts';

/** Readings older than this are shown as old. */
const STALE_MS = 180_000;

export const deviceTitle = (device: DeviceNow): string => {
  const title = titleOf(device);
  return 'name' in title ? title.name : wording(`device.title.${title.purpose}`, { maker: title.maker });
};

function StatusChip({ status }: { readonly status: Readings['status'] }) {
  const t = useT();
  return (
    <span className={`${styles['status']} ${styles[status]}`}>
      <span className={styles['dot']} aria-hidden="true" />
      {t(`device.status.${status}`)}
    </span>
  );
}

function FigureView({ figure, size }: { readonly figure: Figure; readonly size: 'main' | 'side' }) {
  return (
    <div className={styles[size]}>
      <p className={`${styles['value']} ${figure.tone ? styles[figure.tone] : ''} tabular`}>
        {figure.value}
        <span className={styles['unit']}>{figure.unit}</span>
      </p>
      <p className={styles['caption']}>{figure.label}</p>
    </div>
  );
}

function FaceView({ face }: { readonly face: Face }) {
  return (
    <>
      <div className={styles['figures']}>
        <FigureView figure={face.main} size="main" />
        {face.side ? <FigureView figure={face.side} size="side" /> : null}
      </div>
      {face.bar ? (
        <div
          className={styles['bar']}
          role="img"
          aria-label={`${face.bar.label}: ${showFraction(face.bar.fraction)}`}
        >
          <span style={{ inlineSize: showFraction(face.bar.fraction).replaceAll(/[^\d.%]/g, '') }} />
        </div>
      ) : null}
      {face.facts.length > 0 ? (
        <ul className={styles['facts']}>
          {face.facts.map((fact) => (
            <li key={fact.text}>
              <Chip icon={fact.icon} tone={fact.tone ?? 'plain'}>
                {fact.text}
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function OfflineNotice() {
  const t = useT();
  return (
    <div className={styles['offline']}>
      <p>{t('device.offline')}</p>
      <p>{t('device.offline.advice')}</p>
    </div>
  );
}

interface Props {
  readonly device: DeviceNow;
  /** The link to the device's own screen; not on that screen. */
  readonly linked?: boolean;
}

export function DeviceCard({ device, linked = true }: Props) {
  const t = useT();
  const id = useId();
  const { house } = useHome();
  const readings = readingsOf(device.realtime);
  const title = deviceTitle(device);
  const shown = readings.status === 'ONLINE' || (makerOf(device.mfg).shownOffline ?? false);
  const old = readings.reportedAt !== null && now().getTime() - readings.reportedAt.getTime() > STALE_MS;
  return (
    <Card labelledBy={id} className={styles['device']}>
      <header className={styles['header']}>
        <span className={styles['icon']}>
          <Icon name={KIND_ICONS[device.kind]} />
        </span>
        <h3 id={id} className={styles['title']}>
          {title}
        </h3>
        <StatusChip status={readings.status} />
        {linked ? (
          <a
            className={styles['gear']}
            href={`#${devicePath(device.id)}`}
            aria-label={t('device.open', { title })}
          >
            <Icon name="settings" size={20} />
          </a>
        ) : null}
      </header>
      <div className={`${styles['body']} ${old ? styles['old'] : ''}`}>
        {shown ? <FaceView face={faceOf(device, readings)} /> : <OfflineNotice />}
      </div>
      <footer className={styles['footer']}>
        <AgeLine time={readings.reportedAt} zone={house.timezone} silent={readings.status === 'OFFLINE'} />
      </footer>
    </Card>
  );
}
