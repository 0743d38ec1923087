import { useId } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import styles from './EventBanner.module.css';
import { changedNothing, endText, endTitle, wasCancelled } from './end-text.ts';
import { isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { useDueText, useEndText } from '../page/EndFigures.tsx';
import { goingBackText } from '../plan-text.ts';

/** The devices that the event gives back, each with what it goes back to and by when. */
export function GoingBack({ dispatch }: { readonly dispatch: Dispatch }) {
  const { devices, house } = useHouse();
  const texts = () =>
    (devices ?? []).flatMap((device) => {
      const part = dispatch.devices.find(({ deviceId }) => deviceId === device.id);
      if (!part) return [];
      const text = goingBackText(part, part.event, house.timezone, now().getTime());
      return [{ id: device.id, icon: KIND_ICONS[device.kind], name: deviceTitle(device), text }];
    });
  useTimed(() => JSON.stringify(texts()));
  return (
    <ul className={styles['devices']}>
      {texts().map(({ id, icon, name, text }) => (
        <li key={id}>
          <Icon name={icon} size={20} />
          <span>
            <b>{name}</b> {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** About what it saved and earned, and when its result comes. */
function SoFar({ dispatch }: { readonly dispatch: Dispatch }) {
  const text = useEndText(dispatch);
  const due = useDueText(dispatch);
  if (text === null && due === null) return null;
  return (
    <p>
      {text === null ? null : <b>{text}</b>} {due}
    </p>
  );
}

/** An event is over, or was cancelled: which device is back when, and what follows. */
export function EndedBanner({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${styles['banner']} ${styles['left']} ${styles['ended']}`}>
      <span className={styles['icon']}>
        <Icon name={wasCancelled(dispatch) ? 'close' : 'check'} />
      </span>
      <header className={styles['header']}>
        <h2 id={id}>{endTitle(dispatch)}</h2>
      </header>
      <div className={styles['body']}>
        {isLeft(dispatch) || changedNothing(dispatch) ? null : <GoingBack dispatch={dispatch} />}
        <div className={styles['foot']}>
          <div>
            {isLeft(dispatch) || changedNothing(dispatch) ? null : <SoFar dispatch={dispatch} />}
            <p className={styles['next']}>{endText(dispatch)}</p>
          </div>
          <div className={styles['actions']}>
            <a className={styles['quiet']} href={`#${eventPath(dispatch.eventId)}`}>
              {t('event.banner.result')}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
