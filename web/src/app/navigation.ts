import type { ProviderSettings } from '#contract/entities/house.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import type { IconName } from '#web/ui/icon/icons.tsx';

interface Entry {
  readonly path: string;
  /** Path prefixes on which the entry is marked as current. */
  readonly covers: readonly string[];
  readonly icon: IconName;
  readonly label: TextKey;
  readonly menus: readonly ('side' | 'bottom')[];
  readonly shown: (settings: ProviderSettings) => boolean;
}

export const navigation: readonly Entry[] = [
  {
    path: paths.home,
    covers: [paths.home, '/device/', '/event/'],
    icon: 'home',
    label: 'nav.home',
    menus: ['side', 'bottom'],
    shown: () => true,
  },
  {
    path: paths.inbox,
    covers: [paths.messages],
    icon: 'messages',
    label: 'nav.messages',
    menus: ['side', 'bottom'],
    shown: (settings) => settings.enableHomeMessageCenterPage,
  },
  {
    path: paths.profile,
    covers: [paths.account],
    icon: 'profile',
    label: 'nav.profile',
    menus: ['bottom'],
    shown: () => true,
  },
];
