import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { JoinAgain } from './JoinAgain.tsx';
import styles from './Left.module.css';
import { LeftStatusLine } from './LeftStatusLine.tsx';
import { WhyLeft } from './WhyLeft.tsx';
import { isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { leftElementId } from './opt-out-request.ts';

/** The devices that were taken out of a dispatch: how far each is back, the ways in again, and why they left. */
export function LeftDevices({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const home = useHouse();
  const { devices } = home;
  // In the order of the cards.
  const out = (devices ?? []).flatMap(({ id }) =>
    dispatch.devices.filter(({ deviceId, optOut }) => deviceId === id && optOut !== null),
  );
  const nameOf = (deviceId: string) => {
    const device = devices?.find(({ id }) => id === deviceId);
    return device ? deviceTitle(device) : '';
  };
  return (
    <div className={styles['left']} id={leftElementId(null)} tabIndex={-1}>
      <ul className={styles['rows']} aria-label={t('event.left.title')}>
        {out.map((device) => (
          <li key={device.deviceId}>
            <b>{nameOf(device.deviceId)}</b>
            <LeftStatusLine device={device} />
            {mayChangeHome(home) && !isLeft(dispatch) ? (
              <JoinAgain devices={[device]} name={nameOf(device.deviceId)} />
            ) : null}
          </li>
        ))}
      </ul>
      {mayChangeHome(home) && isLeft(dispatch) ? <JoinAgain devices={out} /> : null}
      {mayChangeHome(home) && out.some(({ optOut }) => optOut?.cause === 'person') ? (
        <WhyLeft key={dispatch.id} dispatch={dispatch} />
      ) : null}
    </div>
  );
}
