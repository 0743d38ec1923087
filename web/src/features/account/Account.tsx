import { useEffect } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate, useLocation } from '#web/lib/routing/router.ts';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './Account.module.css';
import { ACCOUNT_TABS } from './account-tabs.ts';
import { AccountTabs } from './AccountTabs.tsx';
import { HouseholdTab } from './household/HouseholdTab.tsx';
import { Notifications } from './Notifications.tsx';
import { Profile } from './Profile.tsx';
import { Security } from './security/Security.tsx';
import { Settings } from './Settings.tsx';

const PANELS: Readonly<Record<(typeof ACCOUNT_TABS)[number]['path'], () => React.ReactNode>> = {
  [paths.profile]: Profile,
  [paths.household]: HouseholdTab,
  [paths.security]: Security,
  [paths.preferences]: Notifications,
  [paths.settings]: Settings,
};

/** One screen with a path for each of its tabs. */
export function Account() {
  const t = useT();
  const { path, search } = useLocation();
  const tab = ACCOUNT_TABS.find((candidate) => candidate.path === path) ?? ACCOUNT_TABS[0];
  const heading = usePageHeading(t(tab.label));
  const Panel = PANELS[tab.path];
  // The limits had this address before they had a tab, and people keep addresses.
  const isOldLimits = path === paths.preferences && search.has('limits');
  useEffect(() => {
    if (isOldLimits) navigate(`${paths.settings}?limits`, { replace: true });
  }, [isOldLimits]);
  return (
    <div className={styles['account']}>
      <h1 ref={heading} tabIndex={-1}>
        {t('account.title')}
      </h1>
      <AccountTabs
        current={path}
        tabs={ACCOUNT_TABS.map(({ path: tabPath, icon, label }) => ({ path: tabPath, icon, text: t(label) }))}
      />
      <div className={styles['panel']}>
        <Panel />
      </div>
    </div>
  );
}
