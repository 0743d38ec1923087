import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Failure } from '../container/Failure.tsx';
import { Skeleton } from '../container/Skeleton.tsx';
import styles from './Plot.module.css';

interface Props {
  readonly title: string;
  /** They are being loaded again. */
  readonly busy?: boolean;
  readonly onRetry: () => unknown;
}

/** In place of plots without values. Offline trying again would not help, and they come by themselves. */
export function PlotFailure({ title, busy = false, onRetry }: Props) {
  const t = useT();
  const online = useOnline();
  return (
    <div className={styles['failure']}>
      {online ? (
        <Failure title={t('plot.failed')} busy={busy} subject={title} onRetry={onRetry}>
          {t('plot.failed.advice')}
        </Failure>
      ) : (
        <Skeleton height="12rem" label={t('state.loading')} />
      )}
    </div>
  );
}
