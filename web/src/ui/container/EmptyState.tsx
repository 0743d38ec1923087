import type { ReactNode } from 'react';
import { Icon } from '../icon/icons.tsx';
import type { IconName } from '../icon/icons.tsx';
import styles from './EmptyState.module.css';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  /** The title is the h1 of the page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Stands in for content that does not exist yet or could not be loaded, with the next step. */
export function EmptyState({ icon, title, isPage = false, children, action }: Props) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles['empty']}>
      <span className={styles[icon === 'alert' ? 'alert' : 'icon']}>
        <Icon name={icon} size={28} />
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children ? <p className={styles['text']}>{children}</p> : null}
      {action}
    </div>
  );
}
