import type { ProviderSettings } from '#contract/entities/house.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

export const marketingWidget = {
  id: 'marketing',
  area: 'offers',
  shown: ({ enableHomeMarketing }: ProviderSettings) => enableHomeMarketing,
  // Nothing waits in its place: most homes have no offer.
  Component: lazyPart(
    async () => (await import('./Marketing.tsx')).Marketing,
    () => null,
  ),
} as const;
