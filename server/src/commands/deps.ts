import type { Delivery, DeviceRef } from '#domain/ports/device-link.ts';
import type { Db, RootDb } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Keys } from '../lib/secrets/keys.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Random } from '../lib/secrets/random.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import type { Providers } from '../providers/registry.ts';
import type { CommandRef } from '../stores/devices/command-delivery.ts';

/**
 * What demand events have to do with the commands of persons and schedules. Called inside the caller's transaction, after it has
 * locked the device.
 */
export interface EventHooks {
  /** Whether an event runs on the device that the household has not opted it out of. */
  readonly isActive: (tx: Db, scope: HouseDataScope, deviceId: string) => Promise<boolean>;
  /** A command of a person or a schedule was accepted. */
  readonly noteEdit: (tx: Db, scope: HouseDataScope, deviceId: string) => Promise<void>;
  /** Those of the devices in events that are not over for them: no event has anything to do with the others. */
  readonly inEvents: (tx: Db, devices: readonly DeviceRef[]) => Promise<DeviceRef[]>;
  /** A step of the schedule is due. true: an event runs on the device, so the step is skipped and made up for afterwards. */
  readonly skipSchedule: (tx: Db, scope: HouseDataScope, deviceId: string) => Promise<boolean>;
}

/** How the link answered a command; newest: the device has not been given a later one. */
export interface DeliveryResult {
  readonly outcome: Delivery['outcome'];
  readonly isNewest: boolean;
}

/** What demand events know about commands of theirs that are about to be delivered. */
export interface EventCommands {
  readonly mayDeliver: (commandId: string) => boolean;
  /** Writes what became of them, in the transaction that writes it to the commands. */
  readonly settle: (tx: Db, results: ReadonlyMap<string, DeliveryResult>, now: Date) => Promise<void>;
}

export interface EventDelivery {
  readonly load: (db: Db, commands: readonly CommandRef[], now: Date) => Promise<EventCommands>;
  /** Links have taken commands of events for these devices; their readings may be stored already. */
  readonly onDelivered: (devices: readonly DeviceRef[]) => Promise<void>;
}

export interface CommandDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  readonly eventHooks: EventHooks;
}

export interface SettingDeps extends CommandDeps {
  readonly providers: Providers;
  readonly keys: Keys;
}
