import { useEffect } from 'react';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { setAwaiting, useTimed } from '#web/lib/browser/timers.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './Left.module.css';
import { LEFT_ICONS, leftStatus } from './left-status.ts';
import type { DispatchDevice } from '../dispatch.ts';

/** How far one device is; while it is under way the page asks more often. */
export function LeftStatusLine({ device }: { readonly device: DispatchDevice }) {
  const t = useT();
  const text = useTimed(() => leftStatus(device, now().getTime()).text);
  const { tone } = leftStatus(device, now().getTime());
  const isPending = tone === 'pending';
  const key = `event ${device.deviceId}`;
  useEffect(() => {
    setAwaiting(key, isPending);
    return () => setAwaiting(key, false);
  }, [key, isPending]);
  return (
    <p className={`${styles['status']} ${styles[tone]}`}>
      <Icon name={LEFT_ICONS[tone]} size={16} />
      {t(text)}
    </p>
  );
}
