import { useId } from 'react';
import { holdIn } from '#web/api/event-hold.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import { Countdown } from './Countdown.tsx';
import styles from './EventBanner.module.css';
import { BannerFigures, BannerReward, LeftInBanner } from './banner-parts.tsx';
import { titleText, whyText } from './banner-text.ts';
import { briefText } from './brief-text.ts';
import { isHeld, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';

/** The devices that take part, each with what the event does with it. */
function Devices({ dispatch }: { readonly dispatch: Dispatch }) {
  const { devices, house } = useHouse();
  return (
    <ul className={styles['devices']}>
      {devices?.map((device) => {
        const participation = dispatch.devices.find(({ deviceId }) => deviceId === device.id);
        if (!participation || participation.optOut !== null) return null;
        return (
          <li key={device.id}>
            <Icon name={KIND_ICONS[device.kind]} size={20} />
            <span>
              <b>{deviceTitle(device)}</b>{' '}
              {briefText(
                participation,
                isHeld(participation, now().getTime()) ? holdIn(participation, device) : null,
                dispatch,
                house.timezone,
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface Props {
  readonly dispatch: Dispatch;
}

/** What is coming or runs: when, why, with which devices, what for, and the ways to the plan and out of it. */
export function EventBanner({ dispatch }: Props) {
  const t = useT();
  const id = useId();
  const home = useHouse();
  const title = useTimed(() => titleText(dispatch, home.house.timezone));
  const phase = useTimed(() => phaseOf(dispatch, now().getTime()));
  const left = isLeft(dispatch);
  const runs = phase === 'active' && !left;
  const mayLeave = dispatch.events.some(({ optOutAllowed }) => optOutAllowed);
  const mayChange = mayChangeHome(home);
  const online = useOnline();
  // While it runs its figures take the place of the reason.
  const isShort = runs && mayLeave && mayChange;
  const control = t(mayLeave ? 'event.banner.control' : 'event.banner.locked');
  return (
    <section
      aria-labelledby={id}
      className={`${styles['banner']} ${left ? styles['left'] : runs ? styles['active'] : ''}`}
    >
      <span className={styles['icon']}>
        <Icon name="bolt" />
      </span>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {left ? null : (
          // One of its own while it runs: it stands elsewhere then, and nothing seen has moved.
          <span key={String(runs)} className={styles['countdown']}>
            <Icon name="clock" size={16} />
            <Countdown dispatch={dispatch} />
          </span>
        )}
        {runs ? <BannerFigures dispatch={dispatch} /> : null}
      </header>
      {left ? (
        <LeftInBanner dispatch={dispatch} />
      ) : (
        <div className={styles['body']}>
          {isShort ? null : (
            <p className={online && !home.refreshFailed ? undefined : styles['detail']}>
              {/* Who may change nothing is told so once, above the devices. */}
              {whyText(dispatch)} {mayChange ? control : null}
            </p>
          )}
          <Devices dispatch={dispatch} />
          {dispatch.devices.some(({ optOut }) => optOut !== null) ? (
            <LeftInBanner dispatch={dispatch} />
          ) : null}
          <div className={styles['foot']}>
            <p
              className={`${styles['reward']} ${isShort && online ? styles['detail'] : ''}`}
              id={`${id}-offline`}
            >
              {online || !mayChange ? (
                // While it runs its figures tell what was earned.
                runs ? null : (
                  <BannerReward dispatch={dispatch} />
                )
              ) : (
                t('offline.reason')
              )}
              {isShort ? <span>{control}</span> : null}
            </p>
            <div className={styles['actions']}>
              {mayLeave && mayChange ? (
                <Button
                  disabled={!online}
                  aria-describedby={online ? undefined : `${id}-offline`}
                  onClick={() => openOptOut({ dispatchId: dispatch.id, deviceId: null, choice: null })}
                >
                  {t('event.optOut')}
                </Button>
              ) : null}
              <a className={styles['plan']} href={`#${eventPath(dispatch.eventId)}`}>
                {t('event.banner.plan')}
              </a>
            </div>
          </div>
        </div>
      )}
    </section>
  );
}
