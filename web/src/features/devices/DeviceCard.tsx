import { useId } from 'react';
import type { DeviceNow } from '#contract/entities/device-now.ts';
import { readingsOf } from '#domain/control/readings.ts';
import type { Readings } from '#domain/control/readings.ts';
import { controlsOf, visibleControlsOf } from '#domain/control/controls.ts';
import { CONTROL_TIMES } from '#domain/control/state.ts';
import { shownOverlay } from '#domain/control/overlay.ts';
import type { OverlayName } from '#domain/control/overlay.ts';
import { makerLabel, titleOf } from '#domain/control/title.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { now } from '#web/lib/clock.ts';
import { isMember, useHome } from '#web/api/home-context.ts';
import { t as wording, useT } from '#web/lib/i18n.ts';
import type { MessageKey } from '#web/lib/i18n.ts';
import { useOnline } from '#web/lib/online.ts';
import { devicePath } from '#web/lib/paths.ts';
import { AgeLine } from '#web/ui/AgeLine.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { ModeControls, Setpoint, setpointView } from './Controls.tsx';
import styles from './DeviceCard.module.css';
import { ChangeStatus } from './ChangeStatus.tsx';
import { ScheduleChoice } from './ScheduleChoice.tsx';
import { KIND_ICONS, cardContentOf, percentText } from './card-content.ts';
import type { CardContent, Fact, Figure } from './card-content.ts';
import { useDeviceControl } from './use-device-control.ts';
import type { DeviceControl } from './use-device-control.ts';

const deviceTitle = (device: DeviceNow): string => {
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

function ActivityLabel({ icon, tone, text }: Fact) {
  return (
    <span className={`${styles['doing']} ${tone ? styles[tone] : ''}`}>
      {icon ? <Icon name={icon} size={16} /> : null}
      {text}
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
      <p className={styles['caption']}>
        <span>{figure.label}</span> {figure.activity ? <ActivityLabel {...figure.activity} /> : null}
      </p>
    </div>
  );
}

function Bar({ bar }: { readonly bar: NonNullable<CardContent['bar']> }) {
  const width = percentText(bar.fraction);
  return (
    <div className={styles['bar']} role="img" aria-label={`${bar.label}: ${width}`}>
      <span style={{ inlineSize: width.replaceAll(/[^\d.%]/g, '') }} />
    </div>
  );
}

function FactList({ facts }: { readonly facts: CardContent['facts'] }) {
  if (facts.length === 0) return null;
  return (
    <ul className={styles['facts']}>
      {facts.map((fact) => (
        <li key={fact.text}>
          <Chip icon={fact.icon} tone={fact.tone ?? 'plain'}>
            {fact.text}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

/** Messages for the reasons why the controls are not shown. */
const BLOCK_REASONS: Readonly<Record<OverlayName | 'admin' | 'offline' | 'old', MessageKey>> = {
  admin: 'device.change.admin',
  offline: 'device.change.offline',
  old: 'error.readings_old',
  event: 'error.event_active',
  unreachable: 'device.unreachable',
  render: 'device.renderFailed',
};

/** Why no device can be changed now; null: changes are possible. */
const useBlockReason = (old: boolean): keyof typeof BLOCK_REASONS | null => {
  const home = useHome();
  const online = useOnline();
  if (!isMember(home)) return 'admin';
  if (!online) return 'offline';
  const overlay = shownOverlay({ unreachable: home.refreshFailed });
  return overlay ?? (old ? 'old' : null);
};

/** Figures, and the controls that the maker allows. */
function Panel({ device, readings, old, control }: PanelProps) {
  const t = useT();
  const { settings } = useHome();
  const reason = useBlockReason(old);
  const overlay = controlsOf(device).length > 0 ? reason : null;
  const maker = makerOf(device.mfg);
  const content = cardContentOf(device, readings);
  const hasControls = visibleControlsOf(device).length > 0;
  const props = { device, state: control.state, edit: control.edit };
  const view = hasControls && !overlay ? setpointView(device, control.state) : null;
  const hasSchedule = settings.enableAutoSchedule || settings.enableCustomHwhSchedule;
  return (
    <>
      <div className={styles['figures']}>
        <FigureView figure={content.main} size="main" />
        {view ? <Setpoint {...props} view={view} /> : null}
        {!view && content.side ? <FigureView figure={content.side} size="side" /> : null}
      </div>
      {content.bar ? <Bar bar={content.bar} /> : null}
      <FactList facts={hasControls ? content.facts : [...content.facts, ...content.settings]} />
      {overlay ? (
        <Notice tone={overlay === 'admin' ? 'info' : 'warn'}>{t(BLOCK_REASONS[overlay])}</Notice>
      ) : null}
      {hasControls && !overlay ? (
        <ModeControls {...props}>
          {device.kind === 'hwh' && hasSchedule ? (
            <ScheduleChoice device={device} state={control.state} />
          ) : null}
        </ModeControls>
      ) : null}
      {maker.control === 'view-only' ? (
        <Notice>{t('device.viewOnly', { maker: makerLabel(device) })}</Notice>
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

interface PanelProps {
  readonly device: DeviceNow;
  readonly readings: Readings;
  /** The readings are too old to base a change on. */
  readonly old: boolean;
  readonly control: DeviceControl;
}

interface Props {
  readonly device: DeviceNow;
  /** Shows the link to the device's screen. */
  readonly linked?: boolean;
  /** Replaces the device's title, where the page heading already has it. */
  readonly heading?: string;
}

export function DeviceCard({ device, linked = true, heading }: Props) {
  const t = useT();
  const id = useId();
  const { house, refreshFailed } = useHome();
  const readings = readingsOf(device.realtime);
  const control = useDeviceControl(device);
  const title = heading ?? deviceTitle(device);
  // On the device's screen the card follows the h1.
  const Heading = linked ? 'h3' : 'h2';
  const noticeOnly = makerOf(device.mfg).control === 'notice-only';
  const shown = readings.status === 'ONLINE' || (makerOf(device.mfg).shownOffline ?? false);
  const old =
    readings.reportedAt !== null && now().getTime() - readings.reportedAt.getTime() > CONTROL_TIMES.staleMs;
  return (
    <Card labelledBy={id} className={styles['device']}>
      <header className={styles['header']}>
        <span className={styles['icon']}>
          <Icon name={KIND_ICONS[device.kind]} />
        </span>
        <Heading id={id} className={styles['title']}>
          {title}
        </Heading>
        {refreshFailed ? null : <StatusChip status={readings.status} />}
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
        {noticeOnly ? (
          <Notice>{t('device.noticeOnly', { maker: makerLabel(device) })}</Notice>
        ) : shown ? (
          <Panel device={device} readings={readings} old={old} control={control} />
        ) : (
          <OfflineNotice />
        )}
      </div>
      <footer className={styles['footer']}>
        <AgeLine time={readings.reportedAt} zone={house.timezone} silent={readings.status === 'OFFLINE'} />
        <ChangeStatus device={device} control={control} />
      </footer>
    </Card>
  );
}
