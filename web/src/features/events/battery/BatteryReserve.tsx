import { useState } from 'react';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { chargeOf, percentOf } from '#domain/events/plan/strategies/battery-charge.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { kilowattHours } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { exclusionText } from '../plan-text.ts';
import { leftAloneBecause } from './battery-figures.ts';
import styles from './BatteryInEvent.module.css';
import { RaiseReserve } from './RaiseReserve.tsx';
import { useBatteryInEvent, useLeftOut } from './use-battery.ts';
import { useReserve } from './use-save-reserve.ts';

/** What events leave in the battery. */
export function BatteryReserve({ deviceId }: { readonly deviceId: string }) {
  const t = useT();
  const home = useHouse();
  const [changing, setChanging] = useState(false);
  const battery = useBatteryInEvent(deviceId);
  const leftOut = useLeftOut(deviceId);
  const reserve = useReserve();
  const device = home.devices?.find(({ id }) => id === deviceId);
  const charge = device ? chargeOf(latestValuesOf(device.realtime)) : null;
  if (reserve === null) return null;
  // Near an event the part of the screen that is about it says so.
  const alone = device && battery === null && leftOut === null ? leftAloneBecause(device, reserve) : null;
  const { value, unit } = kilowattHours(((charge?.capacity ?? 0) * reserve) / 100);
  return (
    <Card labelledBy="battery-reserve" className={styles['reserve'] ?? ''}>
      <div>
        <h2 id="battery-reserve">{t('battery.reserve.title')}</h2>
        <p className={styles['figure']}>
          <b className="tabular">{reserve}</b>
          <span>{charge === null ? '%' : t('battery.reserve.of', { energy: `${value}\u00A0${unit}` })}</span>
        </p>
      </div>
      <div className={styles['meter']} aria-hidden="true">
        {charge === null ? null : <span style={{ inlineSize: `${percentOf(charge)}%` }} />}
        <i style={{ insetInlineStart: `${reserve}%` }} />
      </div>
      <p className={styles['note']}>{t('battery.reserve.hint')}</p>
      {alone === null ? null : (
        <Notice>{t('battery.leftAlone', { reason: exclusionText(alone, home.house.timezone) })}</Notice>
      )}
      {mayChangeHome(home) ? (
        <Button onClick={() => setChanging(true)}>{t('battery.reserve.change')}</Button>
      ) : null}
      {changing ? (
        <RaiseReserve
          battery={battery}
          reserve={reserve}
          capacity={charge?.capacity ?? null}
          perHour={null}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </Card>
  );
}
