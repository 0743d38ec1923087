import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/container/Card.tsx';
import styles from './WidgetCard.module.css';

interface Props {
  readonly title: string;
  /** Beside the title, such as a choice. */
  readonly tool: ReactNode;
  /** Not as high as those beside it. */
  readonly short?: boolean;
  readonly children: ReactNode;
}

export function WidgetCard({ title, tool, short = false, children }: Props) {
  const id = useId();
  return (
    <Card labelledBy={id} className={`${styles['widget']} ${short ? styles['short'] : ''}`}>
      <header className={styles['title']}>
        <h2 id={id}>{title}</h2>
        {tool}
      </header>
      {children}
    </Card>
  );
}
