import { ACCOUNT_TABS } from '#web/features/account/account-tabs.ts';
import type { ComponentType } from 'react';
import type { ProviderSettings } from '#contract/entities/house.ts';
import { boot } from '#web/lib/boot-state.ts';
import { BatteryPart, EventLine } from '#web/features/events/card/card-parts.tsx';
import { matchPath, paths } from '#web/lib/routing/paths.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { waitingFor } from './ScreenWaiting.tsx';
import { SignOut } from './SignOut.tsx';
import { Dashboard } from './dashboard/Dashboard.tsx';

interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}
type Screen = ComponentType<ScreenProps>;

interface Route {
  readonly pattern: string;
  readonly Screen: Screen;
  /** Whether the route exists for the house; if not, it redirects home like any unknown path. */
  readonly exists?: (settings: ProviderSettings) => boolean;
  /** Routes of one group are one screen, which keeps its state from one to the other. */
  readonly group?: string;
}

const Account = lazyPart(
  async () => (await import('#web/features/account/Account.tsx')).Account,
  waitingFor('account.title'),
);
const DeviceDetail = lazyPart(async () => {
  // What events say on a device's screen stands above the rest: coming later it would push that down.
  const parts = [EventLine.preload(), BatteryPart.preload()];
  const { DeviceDetail: Part } = await import('#web/features/devices/detail/DeviceDetail.tsx');
  await Promise.all(parts);
  return Part;
}, waitingFor('device.screen'));
const Messages = lazyPart(
  async () => (await import('./MessagesScreen.tsx')).MessagesScreen,
  waitingFor('messages.title'),
);
const EventPage = lazyPart(
  async () => (await import('./EventPageScreen.tsx')).EventPageScreen,
  waitingFor('plot.event'),
);
const ReceiptPage = lazyPart(
  async () => (await import('#web/features/results/receipt/ReceiptPage.tsx')).ReceiptPage,
  waitingFor('plot.event'),
);
const ComponentGallery = lazyPart(
  async () => (await import('./dev/ComponentGallery.tsx')).ComponentGallery,
  waitingFor('state.loading'),
);
const PlotGallery = lazyPart(
  async () => (await import('./dev/PlotGallery.tsx')).PlotGallery,
  waitingFor('state.loading'),
);

/**
 * Fetches the screens that people open next, so that they open at once, and without a connection too. One after the other:
 * all at once they would keep the connections from what the dashboard still asks for.
 */
export const preloadScreens = async (): Promise<void> => {
  for (const { preload } of [DeviceDetail, Account, Messages, EventPage]) await preload();
};

const messages = {
  Screen: Messages,
  exists: (settings: ProviderSettings) => settings.enableHomeMessageCenterPage,
  group: paths.messages,
} as const;

const routes: readonly Route[] = [
  { pattern: paths.home, Screen: Dashboard },
  { pattern: paths.logout, Screen: SignOut },
  ...ACCOUNT_TABS.map(({ path }) => ({ pattern: path, Screen: Account })),
  { pattern: paths.device, Screen: DeviceDetail },
  { pattern: paths.deviceSchedule, Screen: DeviceDetail },
  { pattern: paths.deviceSettings, Screen: DeviceDetail },
  { pattern: paths.event, Screen: EventPage },
  { pattern: paths.receipt, Screen: ReceiptPage },
  { pattern: paths.inbox, ...messages },
  { pattern: paths.favorites, ...messages },
  { pattern: paths.archived, ...messages },
  { pattern: paths.inboxMessage, ...messages },
  { pattern: paths.favoriteMessage, ...messages },
  { pattern: paths.archivedMessage, ...messages },
  { pattern: paths.parts, Screen: ComponentGallery, exists: () => boot().page.demo },
  { pattern: paths.plots, Screen: PlotGallery, exists: () => boot().page.demo },
];

const redirects: Readonly<Record<string, string>> = {
  [paths.account]: paths.profile,
  [paths.messages]: paths.inbox,
};

type Resolved =
  | { readonly Screen: Screen; readonly params: Readonly<Record<string, string>>; readonly key: string }
  | { readonly redirect: string };

/** The screen of a path while signed in; public and unknown paths redirect home. */
export const resolve = (path: string, settings: ProviderSettings): Resolved => {
  for (const { pattern, Screen, exists, group } of routes) {
    const params = matchPath(pattern, path);
    if (params && (exists?.(settings) ?? true)) return { Screen, params, key: group ?? path };
  }
  return { redirect: redirects[path] ?? paths.home };
};
