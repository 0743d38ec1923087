import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { ApprovedCommand } from '../control/gate.ts';

/** A device among all tenants. */
export interface DeviceRef {
  readonly providerId: string;
  readonly houseId: string;
  readonly deviceId: string;
}

export interface LinkedDevice extends DeviceRef {
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
}

/** Values that one device reported at one time, by resource key. */
export interface Reading extends DeviceRef {
  readonly time: Date;
  readonly values: Readonly<Record<string, Value>>;
}

/** A command to deliver; only the gate can make its content. */
export interface Outgoing extends DeviceRef {
  readonly commandId: string;
  /** Rises with every accepted command of the device: a link drops what is lower than it has seen. */
  readonly sequence: number;
  readonly command: ApprovedCommand;
  /** After this moment it must not be delivered any more. */
  readonly expiresAt: Date;
}

export type Delivery =
  | { readonly outcome: 'delivered' }
  /** Sent before, or overtaken by a newer one: nothing was done, nothing is wrong. */
  | { readonly outcome: 'superseded' }
  | { readonly outcome: 'expired' }
  /** The maker or the device will not do it; trying again would not help. */
  | { readonly outcome: 'refused'; readonly reason: string };

/**
 * The one way to devices, whatever the protocol. `send` may be called twice with the same command: the second time has
 * no effect. It rejects when the maker's cloud cannot be reached, which is worth another try before the expiry.
 */
export interface DeviceLink {
  readonly name: string;
  readonly send: (outgoing: Outgoing) => Promise<Delivery>;
  /** Readings arrive in batches, in any order, some twice; returns the function that ends it. */
  readonly subscribe: (onReadings: (readings: readonly Reading[]) => void) => () => void;
}
