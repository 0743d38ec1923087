import type { ReactNode } from 'react';
import styles from './TextLink.module.css';

interface Props {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link inside a sentence, high enough for a finger. */
export function TextLink({ href, children }: Props) {
  return (
    <a href={href} className={styles['link']}>
      {children}
    </a>
  );
}
