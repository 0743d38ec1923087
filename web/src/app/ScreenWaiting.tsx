import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { LoadingPage } from '#web/ui/page/LoadingPage.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';

interface Props {
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
}

function ScreenUnreachable({ busy, retry }: Omit<Props, 'failed'>) {
  const t = useT();
  const online = useOnline();
  usePageHeading(t('screen.unreachable'));
  return (
    <EmptyState
      isPage
      icon="offline"
      title={t('screen.unreachable')}
      action={<RetryButton busy={busy} onRetry={retry} />}
    >
      {t(online ? 'screen.unreachable.service' : 'screen.unreachable.offline')}
    </EmptyState>
  );
}

/** Drawn while the bundle of a screen is loading, and when it could not be loaded. `title` is what the screen is about. */
export const waitingFor = (title: TextKey) =>
  function ScreenWaiting({ failed, ...rest }: Props) {
    const t = useT();
    return failed ? (
      <ScreenUnreachable {...rest} />
    ) : (
      <div aria-busy="true">
        <LoadingPage title={t(title)} />
      </div>
    );
  };
