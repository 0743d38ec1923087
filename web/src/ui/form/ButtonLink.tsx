import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface Props {
  readonly href: string;
  readonly look?: 'primary' | 'secondary';
  /** Where its words are shortened. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** A link that looks like a button: the main act of a screen that leads to another one. */
export function ButtonLink({ href, look = 'primary', label, children }: Props) {
  return (
    <a href={href} className={`${styles['button']} ${styles[look]}`} aria-label={label}>
      {children}
    </a>
  );
}
