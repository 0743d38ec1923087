import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { JoinAgain } from './JoinAgain.tsx';
import styles from './Left.module.css';
import { LeftStatusLine } from './LeftStatusLine.tsx';
import type { DispatchDevice } from '../dispatch.ts';
import { leftElementId } from './opt-out-request.ts';

/** In the footer of a card: the device is out of the event, how far it is back, and the way in again. */
export function LeftNote({ device }: { readonly device: DispatchDevice }) {
  const t = useT();
  const home = useHouse();
  return (
    <div className={styles['note']} id={leftElementId(device.deviceId)} tabIndex={-1}>
      <p className={styles['title']}>{t('event.note')}</p>
      <div role="status">
        <LeftStatusLine device={device} />
      </div>
      {mayChangeHome(home) ? <JoinAgain devices={[device]} /> : null}
    </div>
  );
}
