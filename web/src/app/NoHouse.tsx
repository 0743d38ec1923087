import { signOut } from '#web/api/session.ts';
import { OpeningJoin } from '#web/features/account/household/OpeningJoin.tsx';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Brand } from '#web/ui/page/Brand.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { SupportAddress } from '#web/ui/text/SupportAddress.tsx';
import styles from './StartFailureScreen.module.css';

const noop = () => {};

/** For an account that belongs to no home: it may be joining its first one. */
export function NoHouse() {
  const t = useT();
  return (
    <main className={styles['page']}>
      <Brand />
      <EmptyState
        isPage
        icon="home"
        title={t('house.none')}
        action={<Button onClick={() => void signOut()}>{t('user.logout')}</Button>}
      >
        {t('house.none.advice')}
      </EmptyState>
      <p className={styles['help']}>
        {t('support.help')} <SupportAddress email={boot().page.provider.supportEmail} />
      </p>
      <OpeningJoin onShown={noop} onDone={noop} />
    </main>
  );
}
