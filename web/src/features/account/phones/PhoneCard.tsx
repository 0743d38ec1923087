import type { PhoneNumber } from '#contract/entities/account.ts';
import { phoneInText } from '#domain/account/phone.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './PhoneCard.module.css';
import placeStyles from './PhonePlace.module.css';

interface Props {
  readonly number: PhoneNumber;
  readonly onVerify: () => void;
  readonly onLater: () => void;
}

/** The reminder among the messages of the dashboard. */
export function PhoneCard({ number, onVerify, onLater }: Props) {
  const t = useT();
  const online = useOnline();
  return (
    <Card labelledBy="phone-card" className={`${styles['reminder']} ${placeStyles['room']}`}>
      <span className={styles['icon']}>
        <Icon name="phone" />
      </span>
      <div className={styles['text']}>
        <h2 id="phone-card">{t('phone.modal.title')}</h2>
        <p>{t('phone.modal.text', { phone: phoneInText(number) })}</p>
      </div>
      <div className={styles['actions']}>
        <Button
          look="quiet"
          onClick={() => {
            onLater();
            // The button goes away.
            document.querySelector('h1')?.focus();
          }}
        >
          {t('phone.modal.later')}
        </Button>
        <Button disabled={!online} onClick={onVerify}>
          {t('phone.verify')}
        </Button>
      </div>
    </Card>
  );
}
