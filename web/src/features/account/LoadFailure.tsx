import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import styles from './Account.module.css';

interface Props {
  readonly title: string;
  readonly onRetry: () => Promise<unknown>;
}

/** A load failure with a retry button. */
export function LoadFailure({ title, onRetry }: Props) {
  const t = useT();
  return (
    <div className={styles['trouble']}>
      <Notice
        tone="warn"
        title={title}
        action={<Button onClick={() => void onRetry()}>{t('action.retry')}</Button>}
      />
    </div>
  );
}
