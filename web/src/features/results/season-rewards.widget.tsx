import { lazyPart } from '#web/ui/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/WidgetWaiting.tsx';

export const seasonRewardsWidget = {
  id: 'season-rewards',
  area: 'results',
  shown: () => true,
  Component: lazyPart(async () => (await import('./SeasonRewards.tsx')).SeasonRewards, WidgetWaiting),
} as const;
