import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { ApprovedCommand } from '../control/gate/gate.ts';

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
  /**
   * The device falls back by itself at this instant to what it held before the first of its held commands, also when no
   * server is left to tell it. Any command without it, and any change at the device, cancels the fallback.
   */
  readonly holdUntil?: Date;
}

export type Delivery =
  | { readonly outcome: 'delivered' }
  /** Sent before, or overtaken by a newer one: nothing was done, nothing is wrong. */
  | { readonly outcome: 'superseded' }
  | { readonly outcome: 'expired' }
  /** The maker or the device will not do it; trying again would not help. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** down: no call gets through at present. */
export type LinkHealth = 'up' | 'down' | 'stopped';

/** Resolves when the readings are stored: only then may a link acknowledge them to its cloud. Rejects: deliver them again. */
export type OnReadings = (readings: readonly Reading[]) => Promise<void>;

/** Aborted when the caller has stopped to wait. An `AbortSignal` is one. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
}

/** Adapter to one maker's cloud or protocol. */
export interface DeviceLink {
  readonly name: string;
  /** Connects; resolves when commands can be sent. */
  readonly start: () => Promise<void>;
  /** Ends the connection after what is in flight; resolves when nothing runs any more. */
  readonly stop: () => Promise<void>;
  readonly health: () => LinkHealth;
  /**
   * May be called twice with the same command: the second time has no effect. Rejects with `LinkFailure` where the cloud
   * fails and with `DeviceUnreachable` where only the device does; both are worth another try before the expiry.
   */
  readonly send: (outgoing: Outgoing, signal?: CallSignal) => Promise<Delivery>;
  /**
   * Readings arrive in batches, in any order, some twice. A link passes the next batch only when the promise of the one
   * before is settled, and keeps no more than it must meanwhile. Returns the function that ends it.
   */
  readonly subscribe: (onReadings: OnReadings) => () => void;
}
