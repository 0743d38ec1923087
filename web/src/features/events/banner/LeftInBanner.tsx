import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import styles from './EventBanner.module.css';
import { isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { LeftDevices } from '../leaving/LeftDevices.tsx';

/** The devices that left, and the ways in again; where all of them did, the whole body of the banner with the way to the event. */
export function LeftInBanner({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const devices = <LeftDevices dispatch={dispatch} brief />;
  if (!isLeft(dispatch)) return devices;
  return (
    <div className={styles['body']}>
      {devices}
      <div className={styles['actions']}>
        <a className={styles['quiet']} href={`#${eventPath(dispatch.eventId)}`}>
          {t('event.banner.see')}
        </a>
      </div>
    </div>
  );
}
