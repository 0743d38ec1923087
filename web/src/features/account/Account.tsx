import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { useLocation } from '#web/lib/routing/router.ts';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import { Tabs } from '#web/ui/container/Tabs.tsx';
import styles from './Account.module.css';
import { Preferences } from './Preferences.tsx';
import { Profile } from './Profile.tsx';
import { Security } from './security/Security.tsx';

const TABS = [
  { path: paths.profile, label: 'account.profile', Panel: Profile },
  { path: paths.security, label: 'account.security', Panel: Security },
  { path: paths.preferences, label: 'account.preferences', Panel: Preferences },
] as const satisfies readonly { path: string; label: TextKey; Panel: () => React.ReactNode }[];

/** One screen with a path for each of its tabs. */
export function Account() {
  const t = useT();
  const { path } = useLocation();
  const tab = TABS.find((accountTab) => accountTab.path === path) ?? TABS[0];
  const heading = usePageHeading(t(tab.label));
  const { Panel } = tab;
  return (
    <div className={styles['account']}>
      <h1 ref={heading} tabIndex={-1}>
        {t('account.title')}
      </h1>
      <Tabs
        label={t('account.title')}
        current={path}
        tabs={TABS.map((accountTab) => ({ path: accountTab.path, text: t(accountTab.label) }))}
        extra={{ path: paths.logout, text: t('user.logout') }}
      />
      <div className={styles['panel']}>
        <Panel />
      </div>
    </div>
  );
}
