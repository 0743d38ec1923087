import { navigate } from '#web/lib/router.ts';
import styles from './Tabs.module.css';

interface Tab {
  readonly path: string;
  readonly text: string;
}

interface Props {
  readonly label: string;
  readonly current: string;
  readonly tabs: readonly Tab[];
  /** An entry that joins the selector on narrow screens. */
  readonly extra?: Tab;
  /** Few and short: a row on every screen. */
  readonly inRow?: boolean;
}

/** Tabs that are places of their own: links in a row, a selector where there is no room for a row. */
export function Tabs({ label, current, tabs, extra, inRow = false }: Props) {
  const all = extra ? [...tabs, extra] : tabs;
  return (
    <nav aria-label={label} className={inRow ? styles['in-row'] : undefined}>
      <ul className={styles['row']}>
        {tabs.map(({ path, text }) => (
          <li key={path}>
            <a href={`#${path}`} aria-current={path === current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      <select
        className={styles['select']}
        aria-label={label}
        value={current}
        onChange={(event) => navigate(event.target.value)}
      >
        {all.map(({ path, text }) => (
          <option key={path} value={path}>
            {text}
          </option>
        ))}
      </select>
    </nav>
  );
}
