import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { Delivery, LinkedDevice, Outgoing, Reading } from '#domain/ports/device-link.ts';
import { DeviceUnreachable } from '#domain/ports/link-failure.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { HOUR } from '#domain/time/time.ts';
import { refusalOf } from './device-refusal.ts';
import { corruptValues } from './corrupt-values.ts';
import { createHeldSettings } from './held-settings.ts';
import { tenths } from './base/numbers.ts';
import type { DeviceSimulation } from './models/device-simulation.ts';
import type { Place } from './environment/place.ts';
import { randomOf } from './base/random.ts';

/** The newest readings of a device, as its state row holds them. */
export type Entries = Readonly<Record<string, { readonly value: Value | null; readonly time?: string }>>;

export interface FleetDevice extends LinkedDevice {
  /** null: it has never reported. */
  readonly entries: Entries | null;
  /** Where its house is; absent: `DEFAULT_PLACE`. */
  readonly place?: Place;
}

/** Faults of a device or its connection that tests and demos can inject. */
export type Fault =
  /** Reports OFFLINE once, then nothing, and cannot be reached. */
  | { readonly type: 'offline' }
  /** The grid of its house is away; a battery goes on by itself, other devices do not notice. */
  | { readonly type: 'outage' }
  /** Commands take effect only after so many seconds. */
  | { readonly type: 'slow'; readonly seconds: number }
  | { readonly type: 'refuses'; readonly reason: string }
  /** Measured temperatures are off by so many °F more with each hour. */
  | { readonly type: 'drifts'; readonly perHour: number }
  /** Its readings hold corrupt values. */
  | { readonly type: 'garbage' }
  /** Its readings come twice. */
  | { readonly type: 'duplicate' }
  /** Every other reading comes after the next one. */
  | { readonly type: 'late' };

export interface SimulatedDevice {
  readonly device: FleetDevice;
  readonly deliver: (outgoing: Outgoing, now: Date) => Delivery;
  /** Its readings at this moment, with those that were held back before. */
  readonly read: (time: Date) => readonly Reading[];
  /** J since the start by resource in W; see the simulation of its kind. */
  readonly energies: () => Readonly<Record<string, number>>;
  /** Applies delayed commands that are due at `time`, and falls back from held ones whose time is over. */
  readonly applyDue: (time: number) => void;
  /** Changes a setting as if at the device itself, for good; a setting that the device does not have is ignored. */
  readonly setAtDevice: (body: CommandBody) => void;
  readonly fault: (fault: Fault | null) => void;
}

interface SimulatedDeviceSetup {
  readonly device: FleetDevice;
  readonly model: DeviceSimulation;
  /** Resources that it reports. */
  readonly keys: ReadonlySet<string>;
  readonly seed: string;
}

interface DelayedCommand {
  readonly outgoing: Outgoing;
  readonly at: number;
}

/** A model behind the cloud of its maker, which drops superseded commands and in which faults can be injected. */
export const createSimulatedDevice = ({
  device,
  model,
  keys,
  seed,
}: SimulatedDeviceSetup): SimulatedDevice => {
  const { providerId, houseId, deviceId, entries } = device;
  const neverReported = entries === null || Object.keys(entries).length === 0;
  const wasOffline = entries?.['status']?.value === 'OFFLINE';
  const random = randomOf(`${seed} ${deviceId} faults`);
  let fault: Fault | null = null;
  let newestSequence = Number.NEGATIVE_INFINITY;
  let delayed: readonly DelayedCommand[] = [];
  let heldBack: Reading | null = null;
  let hasReportedOffline = false;
  /** ms; when the drift of measured temperatures began. */
  let driftingSince: number | null = null;
  const heldSettings = createHeldSettings(device, model);
  const { resources, controls } = kindOf(device.kind);
  const measured = new Set(
    Object.keys(resources).filter(
      (key) => resources[key]?.measure === 'temperature' && !Object.hasOwn(controls, key),
    ),
  );

  const isOffline = () => neverReported || wasOffline || fault?.type === 'offline';

  const reading = (time: Date, values: Readonly<Record<string, Value>>): Reading => ({
    providerId,
    houseId,
    deviceId,
    time,
    values,
  });

  const withDrift = (key: string, value: Value, time: Date): Value => {
    if (fault?.type !== 'drifts' || typeof value !== 'number' || !measured.has(key)) return value;
    driftingSince ??= time.getTime();
    return tenths(value + (fault.perHour * (time.getTime() - driftingSince)) / HOUR);
  };

  const valuesNow = (time: Date): Record<string, Value> => {
    const values: Record<string, Value> = {};
    for (const [key, value] of Object.entries(model.report())) {
      if (keys.has(key)) values[key] = withDrift(key, value, time);
    }
    values['status'] = 'ONLINE';
    return values;
  };

  const offlineReading = (time: Date): readonly Reading[] => {
    if (fault?.type !== 'offline' || hasReportedOffline) return [];
    hasReportedOffline = true;
    return [reading(time, { status: 'OFFLINE' })];
  };

  const apply = ({ command, holdUntil }: Outgoing): void => {
    heldSettings.beforeCommand(holdUntil ?? null);
    model.applyCommand(command.body);
  };

  const settle = (time: number): void => {
    heldSettings.fallBackIfDue(time);
    if (delayed.length === 0) return;
    const due = delayed.filter(({ at }) => at <= time);
    delayed = delayed.filter(({ at }) => at > time);
    for (const { outgoing, at } of due) {
      if (at <= outgoing.expiresAt.getTime()) apply(outgoing);
    }
  };

  /** Applies all delayed commands before a newer one, so that they take effect in order. */
  const applyAllDelayed = (time: number): void => {
    delayed = delayed.map((command) => ({ ...command, at: Math.min(command.at, time) }));
    settle(time);
  };

  return {
    device,
    energies: model.energies ?? (() => ({})),
    applyDue: settle,
    setAtDevice: (body) => {
      if (refusalOf(device, { deviceId, kind: device.kind, body }) !== null) return;
      heldSettings.cancel();
      model.applyCommand(body, true);
    },
    fault: (next) => {
      fault = next;
      driftingSince = null;
      hasReportedOffline = false;
      model.setOutage?.(next?.type === 'outage');
      // Delayed commands are lost in an outage: none takes effect after it.
      if (next?.type === 'offline') delayed = [];
    },
    read: (time) => {
      if (neverReported || wasOffline) return [];
      if (isOffline()) return offlineReading(time);
      const values = valuesNow(time);
      const current = reading(time, fault?.type === 'garbage' ? corruptValues(values, random) : values);
      const before = heldBack === null ? [] : [heldBack];
      heldBack = null;
      if (fault?.type === 'late' && before.length === 0) {
        heldBack = current;
        return [];
      }
      return fault?.type === 'duplicate' ? [current, current, ...before] : [current, ...before];
    },
    deliver: (outgoing, now) => {
      const { sequence, expiresAt, command } = outgoing;
      // Checked before the expiry: a command that was carried out in time and is sent again late has not expired.
      if (sequence <= newestSequence) return { outcome: 'superseded' };
      if (now.getTime() > expiresAt.getTime()) return { outcome: 'expired' };
      if (isOffline()) throw new DeviceUnreachable(`device ${deviceId} does not answer`);
      if (fault?.type === 'refuses') return { outcome: 'refused', reason: fault.reason };
      const reason = refusalOf(device, command);
      if (reason !== null) return { outcome: 'refused', reason };
      newestSequence = sequence;
      if (fault?.type === 'slow') {
        delayed = [...delayed, { outgoing, at: now.getTime() + fault.seconds * 1000 }];
        return { outcome: 'delivered' };
      }
      applyAllDelayed(now.getTime());
      apply(outgoing);
      return { outcome: 'delivered' };
    },
  };
};
