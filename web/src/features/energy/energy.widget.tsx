import type { ComponentProps } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { House, ProviderSettings } from '#contract/entities/house.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { whenIdle } from '#web/lib/timers.ts';
import { lazyPart } from '#web/ui/LazyPart.tsx';
import { WidgetWaiting } from '#web/ui/WidgetWaiting.tsx';

const Waiting = (props: ComponentProps<typeof WidgetWaiting>) => <WidgetWaiting {...props} room="graph" />;

export const energyWidget = {
  id: 'energy',
  area: 'main',
  shown: (_settings: ProviderSettings, _house: House, devices: readonly DashboardDevice[]) =>
    devices.some(({ mfg }) => makerOf(mfg).energy !== 'none'),
  Component: lazyPart(async () => (await import('./EnergyUse.tsx')).EnergyUse, Waiting, whenIdle),
} as const;
