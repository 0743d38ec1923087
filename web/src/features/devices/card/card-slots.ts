import { createContext } from 'react';
import type { ComponentType } from 'react';

interface DeviceProps {
  readonly deviceId: string;
}

/** Parts of a device card that belong to other features; the app fills them in. */
interface CardSlots {
  /** In the place of the controls while an event runs on the device. */
  readonly EventLock: ComponentType<DeviceProps>;
  /** In the footer, after the device was taken out of an event. */
  readonly EventNote: ComponentType<DeviceProps>;
}

export const CardSlots = createContext<CardSlots | null>(null);
