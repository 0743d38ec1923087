import type { ReactNode } from 'react';
import { RetryButton } from '../form/RetryButton.tsx';
import { Icon } from '../icon/icons.tsx';
import styles from './Failure.module.css';

interface Props {
  readonly title: string;
  /** What it means, or what helps. */
  readonly children?: ReactNode;
  readonly onRetry: () => unknown;
  /** It is being tried again by itself. */
  readonly busy?: boolean;
  /** For screen readers, where the title does not name what is tried again. */
  readonly subject?: string;
  /** An alert: screen readers announce it when it appears. */
  readonly urgent?: boolean;
}

/** In place of what could not be loaded or drawn, in the middle of its room. */
export function Failure({ title, children, urgent = false, ...retry }: Props) {
  return (
    <div className={styles['failure']} role={urgent ? 'alert' : undefined}>
      <Icon name="alert" size={28} />
      <p>
        <strong>{title}</strong>
      </p>
      {children ? <p>{children}</p> : null}
      <RetryButton {...retry} />
    </div>
  );
}
