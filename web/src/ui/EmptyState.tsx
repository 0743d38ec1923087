import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import styles from './EmptyState.module.css';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing here yet: says so, and what to do next. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={28} />
      </span>
      <p className={styles['title']}>{title}</p>
      {children ? <p className={styles['text']}>{children}</p> : null}
      {action}
    </div>
  );
}
