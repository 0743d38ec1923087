import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { JoinAgain } from './JoinAgain.tsx';
import styles from './Left.module.css';
import { LeftStatusLine } from './LeftStatusLine.tsx';
import { isTakenOut } from '../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { leftElementId } from './opt-out-request.ts';
import { useBroughtBackBy } from './way-in-again.ts';

interface Props {
  readonly device: DispatchDevice;
  readonly dispatch: Dispatch;
  /** Among other cards, below the banner. */
  readonly linked: boolean;
}

/** In the footer of a card: the device is out of the event, how far it is back, and the way in again, unless the banner has that. */
export function LeftNote({ device, dispatch, linked }: Props) {
  const t = useT();
  const home = useHouse();
  const onCard = useBroughtBackBy(dispatch, device.deviceId);
  const back = linked ? onCard : [device].filter((one) => !isTakenOut(one));
  return (
    <div className={styles['note']} id={leftElementId(device.deviceId)} tabIndex={-1}>
      <p className={styles['title']}>{t(isTakenOut(device) ? 'event.note.takenOut' : 'event.note')}</p>
      <div role="status">
        <LeftStatusLine device={device} />
      </div>
      {mayChangeHome(home) && back.length > 0 ? <JoinAgain devices={back} /> : null}
    </div>
  );
}
