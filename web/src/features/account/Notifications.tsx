import { showPhone } from '#domain/account/phone.ts';
import { useHouse } from '#web/api/house-context.ts';
import { usePhoneNumbers } from '#web/api/queries.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { EmailText } from '#web/ui/text/EmailText.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import styles from './Account.module.css';
import { MessageSettings } from './MessageSettings.tsx';
import { phoneState } from './phones/phone-state.ts';

/** The addresses that messages go to. */
function Reach() {
  const t = useT();
  const { user } = useHouse();
  const { data: phones } = usePhoneNumbers(user.id);
  return (
    <Card labelledBy="reach">
      <h2 id="reach">{t('notify.reach')}</h2>
      <ul className={styles['list']}>
        <li className={styles['entry']}>
          <span className={styles['person']}>
            <span className={styles['hint']}>{t('profile.email')}</span>
            <span className={styles['number']}>
              <EmailText email={user.email} />
            </span>
          </span>
        </li>
        {phones?.map((number) => {
          const { tone, word } = phoneState(number);
          return (
            <li key={showPhone(number)} className={styles['entry']}>
              <span className={styles['person']}>
                <span className={styles['hint']}>{t('notify.reach.phone')}</span>
                <span className={styles['number']}>{showPhone(number)}</span>
              </span>
              <Chip tone={tone}>{t(word)}</Chip>
              {number.verified || number.optout ? null : (
                <TextLink href={`#${paths.profile}`}>{t('phone.verify')}</TextLink>
              )}
            </li>
          );
        })}
      </ul>
      <TextLink href={`#${paths.profile}`}>{t('notify.reach.change')}</TextLink>
    </Card>
  );
}

export function Notifications() {
  return (
    <>
      <MessageSettings />
      <Reach />
    </>
  );
}
