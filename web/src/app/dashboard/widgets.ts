import type { ComponentType } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { House, ProviderSettings } from '#contract/entities/house.ts';
import { phoneReminderWidget } from '#web/features/account/phone-reminder.widget.tsx';
import { devicesWidget } from '#web/features/devices/devices.widget.tsx';
import { greetingWidget } from '#web/features/greeting/greeting.widget.tsx';

export interface Widget {
  readonly id: string;
  readonly area: 'top' | 'devices';
  readonly shown: (settings: ProviderSettings, house: House, devices: readonly DashboardDevice[]) => boolean;
  readonly Component: ComponentType;
}

/** In the order in which the dashboard shows them. */
export const widgets: readonly Widget[] = [greetingWidget, devicesWidget, phoneReminderWidget];
