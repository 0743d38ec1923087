import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import type { IconName } from '#web/ui/icon/icons.tsx';
import styles from './AccountTabs.module.css';

interface Props {
  readonly current: string;
  readonly tabs: readonly { readonly path: string; readonly text: string; readonly icon: IconName }[];
}

/** The tabs as links, all in view at every width: a row, on phones a grid of tiles. Below 1024 px signing out is the last. */
export function AccountTabs({ current, tabs }: Props) {
  const t = useT();
  return (
    <nav aria-label={t('account.title')}>
      <ul className={styles['tabs']}>
        {tabs.map(({ path, text, icon }) => (
          <li key={path}>
            <a href={`#${path}`} aria-current={path === current ? 'page' : undefined}>
              <Icon name={icon} size={20} />
              <span data-text={text}>{text}</span>
            </a>
          </li>
        ))}
        <li className={styles['last']}>
          <a href={`#${paths.logout}`}>
            <Icon name="logout" size={20} />
            <span>{t('user.logout')}</span>
          </a>
        </li>
      </ul>
    </nav>
  );
}
