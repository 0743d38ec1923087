import { useT } from '#web/lib/language/i18n.ts';
import styles from './BatteryInEvent.module.css';
import { useReserve } from './use-save-reserve.ts';

/** On the charge bar of a battery's card: how much of it events leave. */
export function ReserveMark() {
  const t = useT();
  const percent = useReserve();
  if (percent === null) return null;
  const label = t('battery.charge.reserve', { percent });
  return (
    <i
      className={styles['mark']}
      style={{ marginInlineStart: `${percent}%` }}
      role="img"
      aria-label={label}
      title={label}
    />
  );
}
