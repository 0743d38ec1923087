import type { ComponentProps } from 'react';
import type { ProviderSettings } from '#contract/entities/house.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/container/WidgetWaiting.tsx';

const Waiting = (props: Omit<ComponentProps<typeof WidgetWaiting>, 'room'>) => (
  <WidgetWaiting {...props} room="ranking" />
);

export const leaderboardWidget = {
  id: 'leaderboard',
  area: 'results',
  shown: ({ enableHomeLeaderboard }: ProviderSettings) => enableHomeLeaderboard,
  Component: lazyPart(async () => (await import('./Leaderboard.tsx')).Leaderboard, Waiting),
} as const;
