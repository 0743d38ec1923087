import type { ComponentProps } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { House, ProviderSettings } from '#contract/entities/house.ts';
import { reportsPower } from '#domain/telemetry/measured-by.ts';
import { useHouse } from '#web/api/house-context.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/container/WidgetWaiting.tsx';

const Waiting = (props: Omit<ComponentProps<typeof WidgetWaiting>, 'room'>) => (
  <WidgetWaiting {...props} room="flows" />
);

const PowerNow = lazyPart(async () => (await import('./PowerNow.tsx')).PowerNow, Waiting, whenIdle);

/** Readings that cannot be drawn are named by the card of their device; the next ones may be good again. */
function Power() {
  return (
    <ErrorBoundary fallback={() => null} resetKey={useHouse().devices}>
      <PowerNow />
    </ErrorBoundary>
  );
}

export const powerWidget = {
  id: 'power',
  area: 'side',
  shown: (_settings: ProviderSettings, _house: House, devices: readonly DashboardDevice[]) =>
    devices.some(reportsPower),
  Component: Power,
} as const;
