import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './EventLock.module.css';
import { isHeld } from '../dispatch.ts';
import { remainingText } from '../event-times.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { TakeBackEase } from '../leaving/TakeBackEase.tsx';
import { plannedSettings } from '#web/lib/planned-settings.ts';
import { useDeviceInEvent } from './use-device-in-event.ts';

/** In the place of a card's controls while an event runs on the device: why, how long, and the ways out. */
export function EventLock({ deviceId }: { readonly deviceId: string }) {
  const t = useT();
  const home = useHouse();
  const online = useOnline();
  const participation = useDeviceInEvent(deviceId, (participant) => isHeld(participant, now().getTime()));
  const end = participation ? Date.parse(participation.device.event.endTime) : 0;
  const time = useTimed(() => remainingText(end - now().getTime()));
  if (!participation) return null;
  const { dispatch, device } = participation;
  const { side, during } = plannedSettings(device.event.type, device);
  const open = (choice: 'ease' | null) => () => openOptOut({ dispatchId: dispatch.id, deviceId, choice });
  const { optOutAllowed } = device.event;
  const mayChange = mayChangeHome(home);
  const offered = optOutAllowed ? 'error.event_active' : 'event.banner.locked';
  const title = mayChange ? offered : 'device.change.admin';
  return (
    <div className={styles['lock']}>
      <p className={styles['title']}>{t(title)}</p>
      <p>
        {t('event.lock.text', { time })}{' '}
        {during?.degrees
          ? t('event.lock.what', {
              side,
              temperature: temperatureText(during.degrees),
              eased: device.eased ? 'yes' : 'no',
            })
          : null}
      </p>
      {mayChange && (optOutAllowed || device.easesTo !== null || device.eased) ? (
        <div className={styles['actions']}>
          {optOutAllowed ? (
            <Button look="event" disabled={!online} onClick={open(null)}>
              {t('event.optOut')}
            </Button>
          ) : null}
          {device.easesTo === null ? null : (
            <Button disabled={!online} onClick={open('ease')}>
              {t('event.lock.ease', { temperature: temperatureText(device.easesTo) })}
            </Button>
          )}
          {device.eased ? <TakeBackEase device={device} /> : null}
        </div>
      ) : null}
    </div>
  );
}
