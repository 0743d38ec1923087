import { signOut } from '#web/api/session.ts';
import { JoinTurn } from '#web/features/account/join-turn.tsx';
import { useT } from '#web/lib/i18n.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

const noop = () => {};

/** For an account that belongs to no home: it may be joining its first one. */
export function NoHouse() {
  const t = useT();
  return (
    <main>
      <EmptyState
        isPage
        icon="home"
        title={t('house.none')}
        action={<Button onClick={() => void signOut()}>{t('user.logout')}</Button>}
      >
        {t('house.none.advice')}
      </EmptyState>
      <JoinTurn onDone={noop} />
    </main>
  );
}
