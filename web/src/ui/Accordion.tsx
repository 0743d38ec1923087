import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import styles from './Accordion.module.css';

interface Props {
  readonly title: string;
  /** Shown in the header while the section is closed too. */
  readonly summary?: string;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A collapsible section; from 1024 px on it is always open and has no header. */
export function Accordion({ title, summary, onToggle, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const toggle = () => {
    setOpen(!open);
    onToggle?.(!open);
  };
  return (
    <section className={styles['accordion']} aria-label={title}>
      <h2 className={styles['header']}>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={toggle}>
          <span className={styles['title']}>{title}</span>
          {summary ? <span className={styles['summary']}>{summary}</span> : null}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={18} />
        </button>
      </h2>
      <div id={id} className={open ? styles['open'] : styles['closed']}>
        {children}
      </div>
    </section>
  );
}
