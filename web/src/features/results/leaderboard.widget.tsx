import type { ProviderSettings } from '#contract/entities/house.ts';
import { lazyPart } from '#web/ui/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/WidgetWaiting.tsx';

export const leaderboardWidget = {
  id: 'leaderboard',
  area: 'results',
  shown: ({ enableHomeLeaderboard }: ProviderSettings) => enableHomeLeaderboard,
  Component: lazyPart(async () => (await import('./Leaderboard.tsx')).Leaderboard, WidgetWaiting),
} as const;
