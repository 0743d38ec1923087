import type { ComponentProps } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { useHistoryProgress } from '#web/lib/feedback/history-progress.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/container/WidgetWaiting.tsx';

const Waiting = (props: Omit<ComponentProps<typeof WidgetWaiting>, 'room'>) => (
  <WidgetWaiting {...props} room="figures" />
);

const MonthlyResults = lazyPart(
  async () => (await import('./MonthlyResults.tsx')).MonthlyResults,
  Waiting,
  whenIdle,
);

function Month() {
  const { month } = useHouse();
  const isPreparing = useHistoryProgress() !== null;
  return month || isPreparing ? <MonthlyResults results={month} /> : null;
}

export const monthWidget = {
  id: 'month',
  area: 'side',
  shown: () => true,
  Component: Month,
} as const;
