import { useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { say } from '#web/lib/feedback/say.ts';
import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import { TableToggle } from '#web/ui/plot/TableToggle.tsx';
import { MINUTE } from '#domain/time/durations.ts';
import { isDone } from '../../dispatch.ts';
import type { Dispatch, DispatchDevice, EventPhase } from '../../dispatch.ts';
import { EaseButton } from '../../leaving/EaseButton.tsx';
import { TakeBackEase } from '../../leaving/TakeBackEase.tsx';
import { zoneName } from '../../event-times.ts';
import { exclusionText, planSentence, planText } from '../../plan-text.ts';
import styles from './PlanCard.module.css';
import { PlanTable } from './PlanTable.tsx';
import { CancelledLabel, NowLabel, PhaseLabels, TimeLabels, Track } from './Track.tsx';
import { axisOf, segmentsOf } from './plan-axis.ts';
import type { Axis } from './plan-axis.ts';

/** "MST"; "MDT / MST" where the clock is changed on the axis. */
const zoneNames = ({ from, to }: Axis, zone: string): string =>
  [...new Set([zoneName(from, zone), zoneName(to, zone)])].join(' / ');

const useNameOf = () => {
  const t = useT();
  const { devices } = useHouse();
  return (deviceId: string): string => {
    const device = devices?.find(({ id }) => id === deviceId);
    return device ? deviceTitle(device) : t('event.page.removedDevice');
  };
};

const TITLES = {
  upcoming: 'event.page.plan',
  preparing: 'event.page.plan',
  active: 'event.page.plan.now',
  returning: 'event.page.plan.now',
  over: 'event.page.plan.was',
} as const satisfies Readonly<Record<EventPhase, TextKey>>;

interface RowProps {
  readonly device: DispatchDevice;
  readonly name: string;
  readonly axis: Axis;
  readonly at: number;
  /** Before the start; while it runs, its ways stand beside what the device does. */
  readonly mayEase: boolean;
  readonly dispatchId: string;
}

function DeviceRow({ device, name, axis, at, mayEase, dispatchId }: RowProps) {
  const { timezone } = useHouse().house;
  const context = { type: device.event.type, startTime: device.event.startTime, zone: timezone };
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>
        <Icon name={KIND_ICONS[device.event.type]} />
      </span>
      <div className={styles['words']}>
        <h3>{name}</h3>
        <p>{device.optOut ? planSentence(device, name, context) : planText(device, context)}</p>
        {mayEase && device.optOut === null && device.eased ? (
          <TakeBackEase device={device} name={name} />
        ) : null}
        {mayEase && device.optOut === null && !device.eased ? (
          <EaseButton device={device} dispatchId={dispatchId} name={name} />
        ) : null}
      </div>
      <Track
        axis={axis}
        segments={segmentsOf(device, axis)}
        part={plannedSettings(device.event.type, device)}
        now={at}
      />
    </li>
  );
}

interface Props {
  readonly dispatch: Dispatch;
  readonly phase: EventPhase;
  readonly mayChange: boolean;
}

/** The steps of all devices on one time axis, with one sentence each; those that take no part with the reason. */
export function PlanCard({ dispatch, phase, mayChange }: Props) {
  const t = useT();
  const nameOf = useNameOf();
  const { devices, house } = useHouse();
  const { timezone } = house;
  const kindOf = ({ deviceId, event }: DispatchDevice) =>
    devices?.find(({ id }) => id === deviceId)?.kind ?? event.type;
  const isOver = isDone(phase);
  const title = t(TITLES[phase]);
  const [asTable, setAsTable] = useState(false);
  const minute = useTimed(() => Math.floor(now().getTime() / MINUTE));
  const at = minute * MINUTE;
  const axis = axisOf(dispatch, at, timezone);
  const takesPart = dispatch.devices.length > 0;
  return (
    <Card labelledBy="event-plan" className={styles['card'] ?? ''}>
      <header className={styles['header']}>
        <h2 id="event-plan">{title}</h2>
        {isOver || !takesPart ? null : <p>{t('event.page.plan.fresh')}</p>}
      </header>
      {takesPart ? (
        <>
          <div className={styles['axis']} aria-hidden="true">
            <PhaseLabels axis={axis} />
            <TimeLabels axis={axis} zone={timezone} />
          </div>
          <ul className={styles['rows']}>
            {dispatch.devices.map((device) => (
              <DeviceRow
                key={device.deviceId}
                device={device}
                name={nameOf(device.deviceId)}
                axis={axis}
                at={at}
                mayEase={mayChange && (phase === 'upcoming' || phase === 'preparing')}
                dispatchId={dispatch.id}
              />
            ))}
          </ul>
          <div className={styles['axis-below']} aria-hidden="true">
            <CancelledLabel axis={axis} zone={timezone} />
            <NowLabel axis={axis} now={at} />
            <TimeLabels axis={axis} zone={timezone} />
          </div>
        </>
      ) : null}
      {dispatch.excluded.length > 0 ? (
        <ul className={styles['rows']}>
          {dispatch.excluded.map((device) => (
            <li key={device.deviceId} className={`${styles['row']} ${styles['excluded']}`}>
              <span className={styles['icon']}>
                <Icon name={KIND_ICONS[kindOf(device)]} />
              </span>
              <p>
                <b>{nameOf(device.deviceId)}</b> {t('event.page.noPart')}{' '}
                {device.excluded ? exclusionText(device.excluded, timezone) : null}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {takesPart ? (
        <footer className={styles['footer']}>
          <p>
            {say('event.page.axis.note', {
              zone: zoneNames(axis, timezone),
              returns: dispatch.devices.some((device) =>
                segmentsOf(device, axis).some(({ kind }) => kind === 'return'),
              )
                ? 'yes'
                : 'no',
            })}
          </p>
          <TableToggle title={title} asTable={asTable} onChange={setAsTable} />
        </footer>
      ) : null}
      {asTable ? (
        <PlanTable
          cancelledAt={axis.cancelledAt}
          rows={dispatch.devices.map((device) => ({
            id: device.deviceId,
            name: nameOf(device.deviceId),
            part: plannedSettings(device.event.type, device),
            segments: segmentsOf(device, axis),
          }))}
        />
      ) : null}
    </Card>
  );
}
