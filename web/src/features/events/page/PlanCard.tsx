import { useState } from 'react';
import { dateTimeFormat } from '#domain/intl-cache.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/clock.ts';
import { deviceTitle } from '#web/lib/device-title.ts';
import { localeTag, useT } from '#web/lib/i18n.ts';
import { useTimed } from '#web/lib/timers.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { KIND_ICONS } from '#web/ui/kind-icons.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { exclusionText, planSentence, planText } from '../plan-words.ts';
import styles from './PlanCard.module.css';
import { PlanTable } from './PlanTable.tsx';
import { HourLabels, PhaseLabels, Track } from './Track.tsx';
import { axisOf, segmentsOf } from './plan-axis.ts';
import type { Axis } from './plan-axis.ts';

const zoneName = (time: number, zone: string): string =>
  dateTimeFormat(localeTag(), { hour: 'numeric', timeZoneName: 'short', timeZone: zone })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const useNameOf = () => {
  const t = useT();
  const { devices } = useHouse();
  return (deviceId: string): string => {
    const device = devices?.find(({ id }) => id === deviceId);
    return device ? deviceTitle(device) : t('event.page.removedDevice');
  };
};

interface RowProps {
  readonly one: DispatchDevice;
  readonly name: string;
  readonly axis: Axis;
  readonly at: number;
}

function DeviceRow({ one, name, axis, at }: RowProps) {
  const { timezone } = useHouse().house;
  const context = { type: one.event.type, startTime: one.event.startTime, zone: timezone };
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>
        <Icon name={KIND_ICONS[one.event.type]} />
      </span>
      <div className={styles['words']}>
        <h3>{name}</h3>
        <p>{one.optOut ? planSentence(one, name, context) : planText(one, context)}</p>
      </div>
      <Track axis={axis} segments={segmentsOf(one, axis)} type={one.event.type} now={at} />
    </li>
  );
}

/** The steps of all devices on one time axis, with one sentence each; those that take no part with the reason. */
export function PlanCard({ dispatch, isOver }: { readonly dispatch: Dispatch; readonly isOver: boolean }) {
  const t = useT();
  const nameOf = useNameOf();
  const { devices, house } = useHouse();
  const { timezone } = house;
  const kindOf = ({ deviceId, event }: DispatchDevice) =>
    devices?.find(({ id }) => id === deviceId)?.kind ?? event.type;
  const [asTable, setAsTable] = useState(false);
  const minute = useTimed(() => Math.floor(now().getTime() / MINUTE));
  const at = minute * MINUTE;
  const axis = axisOf(dispatch, at);
  const takesPart = dispatch.devices.length > 0;
  return (
    <Card labelledBy="event-plan" className={styles['card'] ?? ''}>
      <header className={styles['header']}>
        <h2 id="event-plan">{t(isOver ? 'event.page.plan.was' : 'event.page.plan')}</h2>
        {isOver || !takesPart ? null : <p>{t('event.page.plan.fresh')}</p>}
      </header>
      {takesPart ? (
        <>
          <div className={styles['axis']} aria-hidden="true">
            <PhaseLabels axis={axis} />
            <HourLabels axis={axis} zone={timezone} now={at} />
          </div>
          <ul className={styles['rows']}>
            {dispatch.devices.map((one) => (
              <DeviceRow key={one.deviceId} one={one} name={nameOf(one.deviceId)} axis={axis} at={at} />
            ))}
          </ul>
          <div className={styles['axis-below']} aria-hidden="true">
            <HourLabels axis={axis} zone={timezone} now={at} />
          </div>
        </>
      ) : null}
      {dispatch.excluded.length > 0 ? (
        <ul className={styles['rows']}>
          {dispatch.excluded.map((one) => (
            <li key={one.deviceId} className={`${styles['row']} ${styles['excluded']}`}>
              <span className={styles['icon']}>
                <Icon name={KIND_ICONS[kindOf(one)]} />
              </span>
              <p>
                <b>{nameOf(one.deviceId)}</b> {t('event.page.noPart')}{' '}
                {one.excluded ? exclusionText(one.excluded, timezone) : null}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {takesPart ? (
        <footer className={styles['footer']}>
          <p>{t('event.page.axis.note', { zone: zoneName(dispatch.startTime, timezone) })}</p>
          <Button
            look="quiet"
            aria-expanded={asTable}
            aria-label={`${t('event.page.plan')}: ${asTable ? t('plot.table.hide') : t('plot.table.show')}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? t('plot.table.hide') : t('plot.table.show')}
          </Button>
        </footer>
      ) : null}
      {asTable ? (
        <PlanTable
          rows={dispatch.devices.map((one) => ({
            id: one.deviceId,
            name: nameOf(one.deviceId),
            type: one.event.type,
            segments: segmentsOf(one, axis),
          }))}
        />
      ) : null}
    </Card>
  );
}
