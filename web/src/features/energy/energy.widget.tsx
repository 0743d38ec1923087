import type { ComponentProps } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { House, ProviderSettings } from '#contract/entities/house.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { useHouse } from '#web/api/house-context.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/container/WidgetWaiting.tsx';

function Waiting(props: Omit<ComponentProps<typeof WidgetWaiting>, 'room'>) {
  const kinds = new Set(useHouse().devices?.map(({ kind }) => kind));
  return <WidgetWaiting {...props} room={kinds.size > 1 ? 'long-graph' : 'graph'} />;
}

export const energyWidget = {
  id: 'energy',
  area: 'main',
  shown: (_settings: ProviderSettings, _house: House, devices: readonly DashboardDevice[]) =>
    devices.some(({ mfg }) => makerOf(mfg).energy !== 'none'),
  Component: lazyPart(async () => (await import('./EnergyUse.tsx')).EnergyUse, Waiting, whenIdle),
} as const;
