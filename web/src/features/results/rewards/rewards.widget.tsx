import type { ComponentProps } from 'react';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/container/WidgetWaiting.tsx';

const Waiting = (props: Omit<ComponentProps<typeof WidgetWaiting>, 'room'>) => (
  <WidgetWaiting {...props} room="rewards" />
);

export const rewardsWidget = {
  id: 'rewards',
  area: 'results',
  shown: () => true,
  Component: lazyPart(async () => (await import('./YearRewards.tsx')).YearRewards, Waiting),
} as const;
