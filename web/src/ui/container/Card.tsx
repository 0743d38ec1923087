import type { ReactNode } from 'react';
import styles from './Card.module.css';

interface Props {
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Card({ label, labelledBy, className = '', children }: Props) {
  return (
    <section className={`${styles['card']} ${className}`} aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}
