import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './BatteryInEvent.module.css';
import { momentText } from './moment-text.ts';
import { useStorm } from './use-storm.ts';

/** In the footer of the card of a device that a storm keeps out of events. */
export function StormNote({ deviceId }: { readonly deviceId: string }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const storm = useStorm(deviceId);
  if (storm === null) return null;
  return (
    <p className={styles['storm-note']}>
      <Icon name="shield" size={20} />
      {t('battery.storm.note', { until: momentText(Date.parse(storm.until), timezone) })}
    </p>
  );
}
