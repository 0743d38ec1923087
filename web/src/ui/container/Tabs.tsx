import { navigate } from '#web/lib/routing/router.ts';
import { Menu } from '../overlay/Menu.tsx';
import { Icon } from '../icon/icons.tsx';
import styles from './Tabs.module.css';

interface Tab {
  readonly path: string;
  readonly text: string;
  /** In a badge, such as of what is unread. */
  readonly count?: number;
}

interface Props {
  readonly label: string;
  readonly current: string;
  readonly tabs: readonly Tab[];
  /** A row on narrow screens too, instead of the menu. */
  readonly inRow?: boolean;
}

/** Tabs with a path each: a row of links, and on narrow screens a menu. */
export function Tabs({ label, current, tabs, inRow = false }: Props) {
  const chosen = tabs.find(({ path }) => path === current) ?? tabs[0];
  const textWithCount = ({ text, count }: Tab) => (count === undefined ? text : `${text} (${count})`);
  const items = tabs.map(({ path, ...tab }) => ({
    id: path,
    text: textWithCount({ path, ...tab }),
    checked: path === current,
    onChoose: () => navigate(path),
  }));
  return (
    <nav aria-label={label} className={inRow ? styles['in-row'] : undefined}>
      <ul className={styles['row']}>
        {tabs.map(({ path, text, count }) => (
          <li key={path}>
            <a href={`#${path}`} aria-current={path === current ? 'page' : undefined}>
              <span>
                {text}
                {count === undefined ? null : ' '}
                {count === undefined ? null : <span className={styles['count']}>{count}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <div className={styles['select']}>
        <Menu
          label={`${label}: ${chosen?.text ?? ''}`}
          align="start"
          button={
            <>
              <span>{chosen && textWithCount(chosen)}</span>
              <Icon name="chevron-down" size={20} />
            </>
          }
          items={items}
        />
      </div>
    </nav>
  );
}
