import { createContext } from 'react';
import type { ComponentType } from 'react';

interface DeviceProps {
  readonly deviceId: string;
}

/** Parts of a device card that belong to other features; the app fills them in. */
interface CardSlots {
  /** In the place of the controls while an event runs on the device. */
  readonly EventLock: ComponentType<DeviceProps>;
  /** In the footer, after the device was taken out of an event. `linked`: the card stands among others, and not on the device's screen. */
  readonly EventNote: ComponentType<DeviceProps & { readonly linked: boolean }>;
  /** On a device's screen: the event that is near, what it does with the device, and the way to it. */
  readonly EventLine: ComponentType<DeviceProps>;
  /** On the charge bar of a battery: what events leave in it. */
  readonly ReserveMark: ComponentType;
  /** On the screen of a battery: what an event does with it, or what events leave in it. */
  readonly BatteryPart: ComponentType<DeviceProps & { readonly about: 'event' | 'reserve' }>;
}

export const CardSlots = createContext<CardSlots | null>(null);
