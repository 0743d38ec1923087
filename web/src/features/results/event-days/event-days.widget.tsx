import type { ComponentProps } from 'react';
import type { ProviderSettings } from '#contract/entities/house.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/container/WidgetWaiting.tsx';

const Waiting = (props: Omit<ComponentProps<typeof WidgetWaiting>, 'room'>) => (
  <WidgetWaiting {...props} room="days" />
);

export const eventDaysWidget = {
  id: 'event-days',
  area: 'results',
  shown: ({ enableHomeEventCalendar }: ProviderSettings) => enableHomeEventCalendar,
  Component: lazyPart(async () => (await import('./EventDays.tsx')).EventDays, Waiting),
} as const;
