import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { EventReading } from '../EventReading.tsx';
import { currentStateText } from '../card/current-state-text.ts';
import { EaseButton } from '../leaving/EaseButton.tsx';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { TakeBackEase } from '../leaving/TakeBackEase.tsx';
import styles from './DevicesNow.module.css';

interface RowProps {
  readonly participation: DispatchDevice;
  readonly device: DashboardDevice;
  readonly dispatchId: string;
  readonly mayChange: boolean;
}

function DeviceRow({ participation, device, dispatchId, mayChange }: RowProps) {
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
  const leave = () => openOptOut({ dispatchId, deviceId: device.id, choice: null });
  return (
    <li className={styles['device']}>
      <span className={styles['icon']}>
        <Icon name={KIND_ICONS[device.kind]} />
      </span>
      <div className={styles['words']}>
        <div className={styles['name']}>
          <h3>{name}</h3>
          <EventReading device={device} className={styles['reading']} />
        </div>
        <p className={styles[tone]}>{doing}</p>
        <p className={styles['why']}>{why}</p>
      </div>
      {mayChange && isIn ? (
        <div className={styles['buttons']}>
          <EaseButton device={participation} dispatchId={dispatchId} name={name} />
          {participation.eased ? <TakeBackEase device={participation} name={name} /> : null}
          {participation.event.optOutAllowed ? (
            <Button
              disabled={!online}
              aria-label={t('event.page.optOut.device', { device: name })}
              onClick={leave}
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
  mayChange,
}: {
  readonly dispatch: Dispatch;
  readonly mayChange: boolean;
}) {
  const t = useT();
  const { devices } = useHouse();
  // Those that left stand above, with the way in again.
  const staying = dispatch.devices.filter(({ optOut }) => optOut === null);
  return (
    <section aria-labelledby="event-now" className={styles['section']}>
      <h2 id="event-now">{t('event.page.now')}</h2>
      <ul className={styles['list']}>
        {staying.map((participation) => {
          const device = devices?.find(({ id }) => id === participation.deviceId);
          return device ? (
            <DeviceRow
              key={participation.deviceId}
              participation={participation}
              device={device}
              dispatchId={dispatch.id}
              mayChange={mayChange}
            />
          ) : null;
        })}
      </ul>
    </section>
  );
}
