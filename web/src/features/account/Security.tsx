import { useHome } from '#web/lib/home.ts';
import { useT } from '#web/lib/i18n.ts';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';

export function Security() {
  const t = useT();
  const { user } = useHome();
  return (
    <Card label={t('account.security')}>
      <Facts
        rows={[
          [t('security.password'), user.hasPassword ? t('value.set') : t('value.unset')],
          [t('security.totp'), user.totp?.enabled ? t('value.on') : t('value.off')],
        ]}
      />
    </Card>
  );
}
