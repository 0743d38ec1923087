import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './EventLock.module.css';
import { isHeld } from '../dispatch.ts';
import { remainingText } from '../event-times.ts';
import { EaseButton } from '../leaving/EaseButton.tsx';
import { isEasable } from '../leaving/opt-out-choices.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { TakeBackEase } from '../leaving/TakeBackEase.tsx';
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
  const leave = () => openOptOut({ dispatchId: dispatch.id, deviceId, choice: null });
  const { optOutAllowed } = device.event;
  const mayChange = mayChangeHome(home);
  const offered = optOutAllowed ? 'error.event_active' : 'event.banner.locked';
  const title = mayChange ? offered : 'device.change.admin';
  return (
    <div className={styles['lock']}>
      <p className={styles['title']}>{t(title)}</p>
      <p>{t('event.lock.text', { time })}</p>
      {mayChange && (optOutAllowed || isEasable(device) || device.eased) ? (
        <div className={styles['actions']}>
          {optOutAllowed ? (
            <Button disabled={!online} onClick={leave}>
              {t('event.optOut')}
            </Button>
          ) : null}
          <EaseButton device={device} dispatchId={dispatch.id} />
          {device.eased ? <TakeBackEase device={device} /> : null}
        </div>
      ) : null}
    </div>
  );
}
