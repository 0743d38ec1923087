import { useId } from 'react';
import type { ReactNode } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Icon } from '../icon/icons.tsx';
import styles from './Accordion.module.css';
import { toggleSection, useIsOpened } from './opened-sections.ts';

interface Props {
  /** By which it is remembered whether it is open. */
  readonly name: string;
  readonly title: string;
  /** Shown in the header while the section is closed too. */
  readonly summary?: string;
  /** There are no data, because they could not be loaded: the header says so in place of the summary. */
  readonly failed?: boolean;
  readonly children: ReactNode;
}

/** A collapsible section; from 1024 px on it is always open and has no header. */
export function Accordion({ name, title, summary, failed = false, children }: Props) {
  const t = useT();
  const id = useId();
  const open = useIsOpened(name);
  const figure = failed ? t('widget.notLoaded') : summary;
  return (
    <section className={styles['accordion']} aria-label={title}>
      <h2 className={styles['header']}>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => toggleSection(name)}>
          <span className={styles['title']}>{title}</span>
          {figure ? <span className={styles['summary']}>{figure}</span> : null}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={18} />
        </button>
      </h2>
      <div id={id} className={open ? styles['open'] : styles['closed']}>
        {children}
      </div>
    </section>
  );
}
