import { useEffect } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate, useLocation } from '#web/lib/routing/router.ts';
import type { IconName } from '#web/ui/icon/icons.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './Account.module.css';
import { AccountTabs } from './AccountTabs.tsx';
import { HouseholdTab } from './household/HouseholdTab.tsx';
import { Notifications } from './Notifications.tsx';
import { Profile } from './Profile.tsx';
import { Security } from './security/Security.tsx';
import { Settings } from './Settings.tsx';

interface TabRow {
  readonly path: string;
  readonly label: TextKey;
  readonly icon: IconName;
  readonly Panel: () => React.ReactNode;
}

const PROFILE: TabRow = { path: paths.profile, label: 'account.profile', icon: 'profile', Panel: Profile };
const TABS: readonly TabRow[] = [
  PROFILE,
  { path: paths.household, label: 'account.household', icon: 'home', Panel: HouseholdTab },
  { path: paths.security, label: 'account.security', icon: 'lock', Panel: Security },
  { path: paths.preferences, label: 'account.preferences', icon: 'bell', Panel: Notifications },
  { path: paths.settings, label: 'account.settings', icon: 'settings', Panel: Settings },
];

/** One screen with a path for each of its tabs. */
export function Account() {
  const t = useT();
  const { path, search } = useLocation();
  const { label, Panel } = TABS.find((tab) => tab.path === path) ?? PROFILE;
  const heading = usePageHeading(t(label));
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
        tabs={TABS.map((tab) => ({ path: tab.path, icon: tab.icon, text: t(tab.label) }))}
      />
      <div className={styles['panel']}>
        <Panel />
      </div>
    </div>
  );
}
