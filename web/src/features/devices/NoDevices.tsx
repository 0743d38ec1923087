import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { TextWithSupport } from '#web/ui/text/SupportAddress.tsx';
import styles from './NoDevices.module.css';

const STEPS = [
  { step: 'add', icon: 'thermostat' },
  { step: 'tell', icon: 'bolt' },
  { step: 'earn', icon: 'star' },
] as const;

/** What happens next in a home without devices, and whom to ask for the first one. */
export function NoDevices() {
  const t = useT();
  const { supportEmail, shortName: provider } = boot().page.provider;
  return (
    <Card className={styles['none']}>
      <h3 className={styles['title']}>{t('devices.none')}</h3>
      <p className={styles['lead']}>
        <TextWithSupport text={t('devices.none.advice', { supportEmail })} />
      </p>
      <ol className={styles['steps']}>
        {STEPS.map(({ step, icon }) => (
          <li key={step} data-step={step}>
            <span className={styles['icon']}>
              <Icon name={icon} size={24} />
            </span>
            <div>
              <p className={styles['what']}>{t(`devices.none.${step}`)}</p>
              <p className={styles['why']}>{t(`devices.none.${step}.text`, { provider })}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
