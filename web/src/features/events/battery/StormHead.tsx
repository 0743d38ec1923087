import { useHouse } from '#web/api/house-context.ts';
import { currentLanguage, useT } from '#web/lib/language/i18n.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './BatteryInEvent.module.css';
import { momentText } from './moment-text.ts';
import { useStorm } from './use-storm.ts';

/** Until when a storm keeps the battery out of events, and in the words of the operator why. */
export function StormHead({ deviceId }: { readonly deviceId: string }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const storm = useStorm(deviceId);
  if (storm === null) return null;
  const cause = storm.cause?.[currentLanguage()];
  return (
    <section aria-labelledby="battery-storm" className={`${styles['head']} ${styles['storm']}`}>
      <h2 id="battery-storm">
        <Icon name="shield" size={20} />
        {t('battery.storm.title')}
      </h2>
      <p className={styles['hours']}>
        {t('battery.storm.until', { until: momentText(Date.parse(storm.until), timezone) })}
      </p>
      <p className={styles['sentence']}>{t('battery.storm.text')}</p>
      {cause === undefined ? null : <p className={styles['sentence']}>{cause}</p>}
    </section>
  );
}
