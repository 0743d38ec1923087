import type { ReactNode } from 'react';
import type { User } from '#contract/entities/account.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate, usePath } from '#web/lib/routing/router.ts';
import { THEMES, chooseTheme, useTheme } from '#web/lib/browser/theme.ts';
import { Badge } from '#web/ui/text/Badge.tsx';
import { Brand } from '#web/ui/page/Brand.tsx';
import { Footer } from '#web/ui/page/Footer.tsx';
import { LanguageButton } from '#web/ui/page/LanguageButton.tsx';
import { Menu } from '#web/ui/overlay/Menu.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { useHistoryProgress } from '#web/lib/feedback/history-progress.ts';
import { SkipLink } from '#web/ui/page/SkipLink.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { ACCOUNT_TABS } from '#web/features/account/account-tabs.ts';
import { HouseMenu } from './HouseMenu.tsx';
import styles from './Shell.module.css';
import { navigation } from './navigation.ts';

/** Only a demo ever needs it, in its first minute. */
const HistoryNotice = lazyPart(
  async () => (await import('./HistoryNotice.tsx')).HistoryNotice,
  () => null,
);

const initials = ({ firstName, lastName }: User): string =>
  `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();

function Nav({ menu, label }: { readonly menu: 'side' | 'bottom'; readonly label: string }) {
  const t = useT();
  const { settings, messages } = useHouse();
  const path = usePath();
  const entries = navigation.filter((entry) => entry.menus.includes(menu) && entry.shown(settings));
  return (
    <nav aria-label={label} className={styles[menu]}>
      {menu === 'side' ? (
        <a href={`#${paths.home}`} className={styles['logo']} aria-label={boot().page.provider.name}>
          <Brand />
        </a>
      ) : null}
      <ul>
        {entries.map((entry) => (
          <li key={entry.path}>
            <a
              href={`#${entry.path}`}
              className={styles['entry']}
              aria-current={entry.covers.some((prefix) => path.startsWith(prefix)) ? 'page' : undefined}
            >
              <Icon name={entry.icon} size={22} />
              <span>{t(entry.label)}</span>
              {entry.path === paths.inbox && messages && messages.unread > 0 ? (
                <Badge count={messages.unread} label={t('messages.unread.count', { n: messages.unread })} />
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function UserMenu() {
  const t = useT();
  const { user } = useHouse();
  const theme = useTheme();
  return (
    <Menu
      label={t('user.menu', { initials: initials(user), name: `${user.firstName} ${user.lastName}` })}
      button={<span className={styles['avatar']}>{initials(user)}</span>}
      header={
        <>
          <strong>
            {user.firstName} {user.lastName}
          </strong>
          <span>{user.email}</span>
        </>
      }
      items={[
        ...ACCOUNT_TABS.map(({ path, icon, label, ...tab }) => ({
          id: path,
          icon,
          text: t('menuLabel' in tab ? tab.menuLabel : label),
          onChoose: () => navigate(path),
        })),
        ...THEMES.map((choice) => ({
          id: choice,
          text: t(`theme.${choice}`),
          section: t('theme.title'),
          checked: choice === theme,
          onChoose: () => chooseTheme(choice),
        })),
        {
          id: 'logout',
          icon: 'logout',
          text: t('user.logout'),
          section: '',
          onChoose: () => navigate(paths.logout),
        },
      ]}
    />
  );
}

export function Shell({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const online = useOnline();
  const progress = useHistoryProgress();
  return (
    <div className={styles['shell']}>
      <SkipLink to="main" />
      <Nav menu="side" label={t('nav.main')} />
      <header className={styles['top']}>
        <a href={`#${paths.home}`} className={styles['small-logo']} aria-label={t('nav.home')}>
          <Brand compact />
        </a>
        <HouseMenu />
        <div className={styles['tools']}>
          <LanguageButton />
          <UserMenu />
        </div>
      </header>
      <main tabIndex={-1} className={styles['main']}>
        {online ? null : (
          <div className={styles['offline']}>
            <Notice tone="warn" title={t('offline.title')} brief urgent>
              {t('offline.text')}
            </Notice>
          </div>
        )}
        {progress === null ? null : <HistoryNotice progress={progress} />}
        {children}
      </main>
      <div className={styles['foot']}>
        <Footer />
      </div>
      <Nav menu="bottom" label={t('nav.main')} />
    </div>
  );
}
