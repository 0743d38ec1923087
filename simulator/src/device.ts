import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command.ts';
import type { Delivery, LinkedDevice, Outgoing, Reading } from '#domain/ports/device-link.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { HOUR } from '#domain/time.ts';
import { refusalOf } from './accept.ts';
import { spoiled } from './garbage.ts';
import { tenths } from './base/numbers.ts';
import type { Model } from './models/model.ts';
import type { Place } from './environment/place.ts';
import { randomOf } from './base/random.ts';

/** What a device said last, as its state row holds it. */
type Entries = Readonly<Record<string, { readonly value: Value | null; readonly time?: string }>>;

export interface FleetDevice extends LinkedDevice {
  /** null: it has never reported. */
  readonly entries: Entries | null;
  /** Where its house stands; absent: somewhere. */
  readonly place?: Place;
}

/** How a device, or the way to it, can misbehave. */
export type Fault =
  /** It says so once, then nothing; nothing reaches it. */
  | { readonly type: 'offline' }
  /** What is delivered takes effect only after so long. */
  | { readonly type: 'slow'; readonly seconds: number }
  | { readonly type: 'refuses'; readonly reason: string }
  /** Its thermometer wanders off by so many °F in an hour. */
  | { readonly type: 'drifts'; readonly perHour: number }
  /** Its readings hold nonsense. */
  | { readonly type: 'garbage' }
  /** Its readings come twice. */
  | { readonly type: 'duplicate' }
  /** Every other reading comes after the next one. */
  | { readonly type: 'late' };

/** The maker's cloud cannot reach the device; trying again may help. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface SimulatedDevice {
  readonly device: FleetDevice;
  readonly deliver: (outgoing: Outgoing, now: Date) => Delivery;
  /** What it says at this moment, with what was held back before. */
  readonly read: (time: Date) => readonly Reading[];
  /** Lets what was delivered slowly take effect, as far as its time has come. */
  readonly settle: (time: number) => void;
  /** What is set for good at the device itself; what it has no mode or number for is left as it is. */
  readonly set: (body: CommandBody) => void;
  readonly fault: (fault: Fault | null) => void;
}

interface Parts {
  readonly device: FleetDevice;
  readonly model: Model;
  /** The resources it tells of. */
  readonly keys: ReadonlySet<string>;
  readonly seed: string;
}

interface Waiting {
  readonly outgoing: Outgoing;
  readonly at: number;
}

/** A model behind a maker's cloud: the cloud remembers the newest command, loses, delays and repeats things. */
export const createSimulatedDevice = ({ device, model, keys, seed }: Parts): SimulatedDevice => {
  const { providerId, houseId, deviceId, entries } = device;
  const isSilent = entries === null || Object.keys(entries).length === 0;
  const wasOffline = entries?.['status']?.value === 'OFFLINE';
  const random = randomOf(`${seed} ${deviceId} faults`);
  let fault: Fault | null = null;
  let newest = Number.NEGATIVE_INFINITY;
  let waiting: readonly Waiting[] = [];
  let held: Reading | null = null;
  let hasSaidOffline = false;
  /** When the thermometer began to wander. */
  let since: number | null = null;
  const { resources, controls } = kindOf(device.kind);
  const measured = new Set(
    Object.keys(resources).filter(
      (key) => resources[key]?.measure === 'temperature' && !Object.hasOwn(controls, key),
    ),
  );

  const isOffline = () => isSilent || wasOffline || fault?.type === 'offline';

  const reading = (time: Date, values: Readonly<Record<string, Value>>): Reading => ({
    providerId,
    houseId,
    deviceId,
    time,
    values,
  });

  const told = (key: string, value: Value, time: Date): Value => {
    if (fault?.type !== 'drifts' || typeof value !== 'number' || !measured.has(key)) return value;
    since ??= time.getTime();
    return tenths(value + (fault.perHour * (time.getTime() - since)) / HOUR);
  };

  const valuesNow = (time: Date): Record<string, Value> => {
    const values: Record<string, Value> = {};
    for (const [key, value] of Object.entries(model.report())) {
      if (keys.has(key)) values[key] = told(key, value, time);
    }
    values['status'] = 'ONLINE';
    return values;
  };

  const lastWord = (time: Date): readonly Reading[] => {
    if (fault?.type !== 'offline' || hasSaidOffline) return [];
    hasSaidOffline = true;
    return [reading(time, { status: 'OFFLINE' })];
  };

  const settle = (time: number): void => {
    if (waiting.length === 0) return;
    const due = waiting.filter(({ at }) => at <= time);
    waiting = waiting.filter(({ at }) => at > time);
    for (const { outgoing, at } of due) {
      if (at <= outgoing.expiresAt.getTime()) model.obey(outgoing.command.body);
    }
  };

  /** A newer command pushes the older ones through, so that they come in order. */
  const hurry = (time: number): void => {
    waiting = waiting.map((one) => ({ ...one, at: Math.min(one.at, time) }));
    settle(time);
  };

  return {
    device,
    settle,
    set: (body) => {
      if (refusalOf(device, { deviceId, kind: device.kind, body }) === null) model.obey(body, true);
    },
    fault: (next) => {
      fault = next;
      since = null;
      hasSaidOffline = false;
      // An outage loses what is on its way: nothing old arrives after it.
      if (next?.type === 'offline') waiting = [];
    },
    read: (time) => {
      if (isSilent || wasOffline) return [];
      if (isOffline()) return lastWord(time);
      const values = valuesNow(time);
      const said = reading(time, fault?.type === 'garbage' ? spoiled(values, random) : values);
      const before = held === null ? [] : [held];
      held = null;
      if (fault?.type === 'late' && before.length === 0) {
        held = said;
        return [];
      }
      return fault?.type === 'duplicate' ? [said, said, ...before] : [said, ...before];
    },
    deliver: (outgoing, now) => {
      const { sequence, expiresAt, command } = outgoing;
      // Before the expiry: what was done in time stays done, however late somebody asks again.
      if (sequence <= newest) return { outcome: 'superseded' };
      if (now.getTime() > expiresAt.getTime()) return { outcome: 'expired' };
      if (isOffline()) throw new Unreachable(`device ${deviceId} does not answer`);
      if (fault?.type === 'refuses') return { outcome: 'refused', reason: fault.reason };
      const reason = refusalOf(device, command);
      if (reason !== null) return { outcome: 'refused', reason };
      newest = sequence;
      if (fault?.type === 'slow') {
        waiting = [...waiting, { outgoing, at: now.getTime() + fault.seconds * 1000 }];
        return { outcome: 'delivered' };
      }
      hurry(now.getTime());
      model.obey(command.body);
      return { outcome: 'delivered' };
    },
  };
};
