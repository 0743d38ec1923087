import { ApiError } from '#web/api/client.ts';
import { signOut } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Brand } from '#web/ui/page/Brand.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { SupportAddress } from '#web/ui/text/SupportAddress.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './StartFailureScreen.module.css';

interface Texts {
  readonly title: TextKey;
  readonly text: TextKey;
}

/** Answers of a server, or of the proxy in front of it, that restarts or has too much to do. */
const UNAVAILABLE = [502, 503, 504];

const textsFor = (error: Error, online: boolean): Texts => {
  if (!(error instanceof ApiError)) return { title: 'screen.failed', text: 'screen.failed.advice' };
  if (error.code === 'network') {
    return { title: 'error.network', text: online ? 'start.noAnswer' : 'error.network.advice' };
  }
  return UNAVAILABLE.includes(error.status)
    ? { title: 'start.unavailable', text: 'start.unavailable.advice' }
    : { title: 'screen.failed', text: 'start.failed.advice' };
};

interface Props {
  readonly error: Error;
  readonly busy: boolean;
  readonly retry: () => void;
}

/** Shown instead of the app when its first data could not be loaded and none are stored; it is tried again by itself. */
export function StartFailureScreen({ error, busy, retry }: Props) {
  const t = useT();
  const online = useOnline();
  const { title, text } = textsFor(error, online);
  usePageHeading(t(title));
  return (
    <main className={styles['page']}>
      <Brand />
      <EmptyState
        isPage
        icon={title === 'error.network' ? 'offline' : 'alert'}
        title={t(title)}
        action={<RetryButton look="primary" busy={busy} onRetry={retry} />}
      >
        {t(text)}
      </EmptyState>
      <p className={styles['help']}>
        {t('support.help')} <SupportAddress email={boot().page.provider.supportEmail} />
      </p>
      <Button look="quiet" onClick={() => void signOut()}>
        {t('user.logout')}
      </Button>
    </main>
  );
}
