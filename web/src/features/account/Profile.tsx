import { useHome } from '#web/lib/home.ts';
import { useT } from '#web/lib/i18n.ts';
import { usePhoneNumbers } from '#web/lib/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Notice } from '#web/ui/Notice.tsx';

const showPhone = (phone: string, countryCode: string): string => `+${countryCode} ${phone}`;

export function Profile() {
  const t = useT();
  const { user, house } = useHome();
  const { data: phones, isError, refetch } = usePhoneNumbers(user.id);
  return (
    <>
      <Card label={t('account.profile')}>
        <Facts
          rows={[
            [t('profile.firstName'), user.firstName],
            [t('profile.lastName'), user.lastName],
            [t('profile.email'), user.email],
            [t('profile.nickname'), user.alias ?? house.nickname ?? t('value.unset')],
          ]}
        />
      </Card>
      <Card labelledBy="phones">
        <h2 id="phones">{t('profile.phones')}</h2>
        {isError ? (
          <Notice
            tone="warn"
            title={t('profile.phones.failed')}
            action={<Button onClick={() => void refetch()}>{t('action.retry')}</Button>}
          />
        ) : null}
        {phones?.length === 0 ? <p>{t('profile.phones.none')}</p> : null}
        <Facts
          rows={(phones ?? []).map(({ phone, countryCode, verified }) => [
            showPhone(phone, countryCode),
            verified ? t('phone.verified') : t('phone.unverified'),
          ])}
        />
      </Card>
    </>
  );
}
