import { Failure } from '#web/ui/container/Failure.tsx';
import styles from './Account.module.css';

interface Props {
  readonly title: string;
  readonly onRetry: () => Promise<unknown>;
}

/** Between other parts of a card. */
export function LoadFailure({ title, onRetry }: Props) {
  return (
    <div className={styles['trouble']}>
      <Failure title={title} onRetry={onRetry} />
    </div>
  );
}
