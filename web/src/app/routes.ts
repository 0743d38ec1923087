import { lazy } from 'react';
import type { ComponentType } from 'react';
import { matchPath, paths } from '#web/lib/paths.ts';
import { Dashboard } from './dashboard/Dashboard.tsx';
import { SignOut } from './SignOut.tsx';

export type ScreenProps = { readonly params: Readonly<Record<string, string>> };
type Screen = ComponentType<ScreenProps>;

interface Route {
  readonly pattern: string;
  readonly Screen: Screen;
}

const Account = lazy(async () => ({
  default: (await import('#web/features/account/Account.tsx')).Account,
}));
const DeviceDetail = lazy(async () => ({
  default: (await import('#web/features/devices/DeviceDetail.tsx')).DeviceDetail,
}));

const routes: readonly Route[] = [
  { pattern: paths.home, Screen: Dashboard },
  { pattern: paths.logout, Screen: SignOut },
  { pattern: paths.profile, Screen: Account },
  { pattern: paths.security, Screen: Account },
  { pattern: paths.preferences, Screen: Account },
  { pattern: paths.device, Screen: DeviceDetail },
];

const redirects: Readonly<Record<string, string>> = { [paths.account]: paths.profile };

export type Resolved =
  | { readonly Screen: Screen; readonly params: Readonly<Record<string, string>> }
  | { readonly redirect: string };

/** The screen of a path for somebody signed in; public and unknown paths lead home. */
export const resolve = (path: string): Resolved => {
  for (const { pattern, Screen } of routes) {
    const params = matchPath(pattern, path);
    if (params) return { Screen, params };
  }
  return { redirect: redirects[path] ?? paths.home };
};
