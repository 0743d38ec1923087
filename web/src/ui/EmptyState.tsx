import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import styles from './EmptyState.module.css';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  /** The page's own title, where there is nothing else on the page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing here yet: says so, and what to do next. */
export function EmptyState({ icon, title, isPage = false, children, action }: Props) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={28} />
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children ? <p className={styles['text']}>{children}</p> : null}
      {action}
    </div>
  );
}
