import type { ProviderSettings } from '#contract/entities/house.ts';
import { lazyPart } from '#web/ui/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/WidgetWaiting.tsx';

export const eventDaysWidget = {
  id: 'event-days',
  area: 'results',
  shown: ({ enableHomeEventCalendar }: ProviderSettings) => enableHomeEventCalendar,
  Component: lazyPart(async () => (await import('./EventDays.tsx')).EventDays, WidgetWaiting),
} as const;
