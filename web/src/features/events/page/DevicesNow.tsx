import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { currentStateText } from '../card/current-state-text.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { TakeBackEase } from '../leaving/TakeBackEase.tsx';
import styles from './DevicesNow.module.css';

/** The temperature that people care about, by kind. */
const READINGS: Readonly<Partial<Record<DeviceKind, { key: string; where: 'inside' | 'tank' }>>> = {
  tstat: { key: 'thermostat-actual-temperature', where: 'inside' },
  rac: { key: 'rac-actual-temperature', where: 'inside' },
  hwh: { key: 'hwh-tank-temperature', where: 'tank' },
};

function Reading({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const reading = READINGS[device.kind];
  const value = reading ? latestValuesOf(device.realtime).number(reading.key) : null;
  if (!reading || value === null) return null;
  return (
    <p className={`${styles['reading']} tabular`}>
      <b>{temperatureText(value)}</b> {t(`event.reading.${reading.where}`)}
    </p>
  );
}

interface RowProps {
  readonly participation: DispatchDevice;
  readonly device: DashboardDevice;
  readonly dispatchId: string;
  readonly mayLeave: boolean;
}

function DeviceRow({ participation, device, dispatchId, mayLeave }: RowProps) {
  const t = useT();
  const online = useOnline();
  const { timezone } = useHouse().house;
  const { type, startTime, endTime } = participation.event;
  const words = () =>
    currentStateText(participation, { type, startTime, endTime, zone: timezone }, now().getTime());
  // Drawn again only when the words change.
  useTimed(() => JSON.stringify(words()));
  const { doing, why, tone } = words();
  const name = deviceTitle(device);
  const isIn = participation.optOut === null;
  const open = (choice: 'ease' | null) => () => openOptOut({ dispatchId, deviceId: device.id, choice });
  return (
    <li className={styles['device']}>
      <span className={styles['icon']}>
        <Icon name={KIND_ICONS[device.kind]} />
      </span>
      <div className={styles['words']}>
        <div className={styles['name']}>
          <h3>{name}</h3>
          <Reading device={device} />
        </div>
        <p className={styles[tone]}>{doing}</p>
        <p className={styles['why']}>{why}</p>
      </div>
      {mayLeave && isIn ? (
        <div className={styles['buttons']}>
          {participation.mayEase && participation.easesTo !== null ? (
            <Button
              disabled={!online}
              aria-label={t('event.page.ease.device', {
                device: name,
                temperature: temperatureText(participation.easesTo),
              })}
              onClick={open('ease')}
            >
              {t('event.lock.ease', { temperature: temperatureText(participation.easesTo) })}
            </Button>
          ) : null}
          {participation.eased ? <TakeBackEase device={participation} name={name} /> : null}
          {participation.event.optOutAllowed ? (
            <Button
              disabled={!online}
              aria-label={t('event.page.optOut.device', { device: name })}
              onClick={open(null)}
            >
              {t('event.optOut')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** What each device does at this moment, why, and what can be done about it. */
export function DevicesNow({
  dispatch,
  mayLeave,
}: {
  readonly dispatch: Dispatch;
  readonly mayLeave: boolean;
}) {
  const t = useT();
  const { devices } = useHouse();
  return (
    <section aria-labelledby="event-now" className={styles['section']}>
      <h2 id="event-now">{t('event.page.now')}</h2>
      <ul className={styles['list']}>
        {dispatch.devices.map((participation) => {
          const device = devices?.find(({ id }) => id === participation.deviceId);
          return device ? (
            <DeviceRow
              key={participation.deviceId}
              participation={participation}
              device={device}
              dispatchId={dispatch.id}
              mayLeave={mayLeave}
            />
          ) : null;
        })}
      </ul>
    </section>
  );
}
