import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import styles from './Account.module.css';

interface Props {
  readonly title: string;
  readonly onRetry: () => Promise<unknown>;
}

/** A load failure with a retry button. */
export function LoadFailure({ title, onRetry }: Props) {
  return (
    <div className={styles['trouble']}>
      <Notice tone="warn" title={title} action={<RetryButton onRetry={onRetry} />} />
    </div>
  );
}
