import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import { JoinAgain } from './JoinAgain.tsx';
import styles from './Left.module.css';
import { leftStatus, leftTitle } from './left-status.ts';
import { LeftStatusLine } from './LeftStatusLine.tsx';
import { WhyLeft } from './WhyLeft.tsx';
import { isLeft, isTakenOut } from '../dispatch.ts';
import { EventReading } from '../EventReading.tsx';
import type { Dispatch } from '../dispatch.ts';
import { leftElementId } from './opt-out-request.ts';
import { useBroughtBackBy } from './way-in-again.ts';

interface Props {
  readonly dispatch: Dispatch;
  /** On the dashboard, whose cards have the readings: devices that are back share a line. */
  readonly brief?: boolean;
  /** Why they left; where that is not asked beside it. */
  readonly asks?: boolean;
}

/** The devices that were taken out of a dispatch: how far each is back, the ways in again, and why they left. */
export function LeftDevices({ dispatch, brief = false, asks = brief }: Props) {
  const t = useT();
  const home = useHouse();
  const { devices } = home;
  const mayChange = mayChangeHome(home);
  const left = isLeft(dispatch);
  // In the order of the cards.
  const out = (devices ?? []).flatMap((device) =>
    dispatch.devices
      .filter(({ deviceId, optOut }) => deviceId === device.id && optOut !== null)
      .map((part) => ({ part, device, name: deviceTitle(device) })),
  );
  // On the dashboard those that left on a card come back there.
  const inBanner = useBroughtBackBy(dispatch, null);
  const back = brief ? inBanner : out.map(({ part }) => part).filter((part) => !isTakenOut(part));
  const areBack = useTimed(() =>
    out.every(({ part }) => leftStatus(part, now().getTime()).text === 'event.left.done'),
  );
  const isOneLine = brief && left && out.length > 1 && areBack;
  return (
    <div className={styles['left']} id={leftElementId(null)} tabIndex={-1}>
      {isOneLine ? (
        <p className={`${styles['status']} ${styles['ok']}`}>
          <Icon name="check" size={20} />
          {t('event.left.allBack', {
            devices: new Intl.ListFormat(localeTag()).format(out.map(({ name }) => name)),
          })}
        </p>
      ) : (
        <ul
          className={`${styles['rows']} ${brief ? '' : styles['full']}`}
          aria-label={t(leftTitle(dispatch))}
        >
          {out.map(({ part, device, name }) => (
            <li key={device.id}>
              <span className={styles['icon']}>
                <Icon name={KIND_ICONS[device.kind]} size={20} />
              </span>
              <div className={styles['words']}>
                <b>{name}</b>
                <LeftStatusLine device={part} />
              </div>
              {brief ? null : <EventReading device={device} className={styles['reading']} />}
              {mayChange && !left && back.includes(part) ? <JoinAgain devices={[part]} name={name} /> : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange && left && back.length > 0 ? <JoinAgain devices={back} /> : null}
      {asks && mayChange && out.some(({ part }) => part.optOut?.cause === 'person') ? (
        <WhyLeft key={dispatch.id} dispatch={dispatch} />
      ) : null}
    </div>
  );
}
