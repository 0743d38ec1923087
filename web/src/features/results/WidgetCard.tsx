import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/container/Card.tsx';
import styles from './WidgetCard.module.css';

interface Props {
  readonly title: string;
  /** Beside the title, such as a choice. */
  readonly tool: ReactNode;
  readonly children: ReactNode;
}

export function WidgetCard({ title, tool, children }: Props) {
  const id = useId();
  return (
    <Card labelledBy={id} className={styles['widget']}>
      <header className={styles['title']}>
        <h2 id={id}>{title}</h2>
        {tool}
      </header>
      {children}
    </Card>
  );
}
