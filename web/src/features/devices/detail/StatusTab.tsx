import { use } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { modePurpose } from '#domain/control/mode-purpose.ts';
import { restReason } from '#domain/control/rest-reason.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { plotsOf } from '#domain/plot/plots.ts';
import { isLockedByEvent } from '#web/api/event-lock.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { CardSlots } from '../card/card-slots.ts';
import { DeviceCard } from '../card/DeviceCard.tsx';
import { LatestActivity } from './LatestActivity.tsx';
import { Plots } from './Plots.tsx';
import { restText } from './rest-text.ts';
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
  const isInEvents = strategies[device.kind] !== null;
  const slots = use(CardSlots);
  const isBattery = device.kind === 'battery' && slots !== null;
  const plotCount = plotsOf(device).filter(({ laneOf }) => laneOf === undefined).length;
  // Below the only plot, which has the height that is specified, where the column beside it is longer.
  const isBelowPlot = useMediaQuery('(width >= 1200px)') && plotCount === 1;
  const readings = latestValuesOf(device.realtime);
  // In an event its mode is not its owner's, and the part about the event says what it does.
  const isHeld = isLockedByEvent(home.events, device.id, now().getTime());
  const rest = restReason(device.kind, readings) ?? (isHeld ? null : modePurpose(readings));
  const limits = isInEvents ? <LimitsLink /> : null;
  return (
    <>
      {isBattery ? <slots.BatteryPart deviceId={device.id} about="event" /> : null}
      {isInEvents && !isBattery && slots ? <slots.EventLine deviceId={device.id} /> : null}
      <div className={`${styles['columns']} ${isInEvents ? '' : styles['across']}`}>
        <div className={styles['now']}>
          {mayChangeHome(home) ? null : <Notice>{t('device.change.admin')}</Notice>}
          <DeviceCard device={device} linked={false} heading={t('device.now')} />
          {rest ? <Notice>{restText(rest, device.mfg)}</Notice> : null}
          {isBattery ? <slots.BatteryPart deviceId={device.id} about="reserve" /> : null}
          {isBelowPlot ? null : limits}
        </div>
        <div className={styles['left']}>
          <Plots device={device} />
          {isBelowPlot ? limits : null}
        </div>
        <div className={styles['activity']}>
          <LatestActivity device={device} />
        </div>
      </div>
    </>
  );
}
