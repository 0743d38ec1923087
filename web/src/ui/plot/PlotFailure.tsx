import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { RetryButton } from '../form/RetryButton.tsx';
import { Notice } from '../text/Notice.tsx';
import { Skeleton } from '../container/Skeleton.tsx';
import styles from './Plot.module.css';

interface Props {
  readonly title: string;
  /** They are being loaded again. */
  readonly busy?: boolean;
  readonly onRetry: () => unknown;
}

/** In place of a plot without values. Offline trying again would not help, and they come by themselves. */
export function PlotFailure({ title, busy = false, onRetry }: Props) {
  const t = useT();
  const online = useOnline();
  return (
    <div className={styles['failure']}>
      {online ? (
        <Notice tone="danger" action={<RetryButton busy={busy} subject={title} onRetry={onRetry} />}>
          {t('plot.failed')}
        </Notice>
      ) : (
        <Skeleton height="12rem" label={t('state.loading')} />
      )}
    </div>
  );
}
