import type { TextKey } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import type { IconName } from '#web/ui/icon/icons.tsx';

interface AccountTab {
  readonly path: string;
  readonly icon: IconName;
  readonly label: TextKey;
  /** In the user menu, where the word alone would not say what it is about. */
  readonly menuLabel?: TextKey;
}

/** In the order in which the screen and the user menu have them. */
export const ACCOUNT_TABS = [
  { path: paths.profile, icon: 'profile', label: 'account.profile', menuLabel: 'user.profile' },
  { path: paths.household, icon: 'home', label: 'account.household' },
  { path: paths.security, icon: 'lock', label: 'account.security' },
  { path: paths.preferences, icon: 'bell', label: 'account.preferences', menuLabel: 'user.preferences' },
  { path: paths.settings, icon: 'settings', label: 'account.settings' },
] as const satisfies readonly AccountTab[];
