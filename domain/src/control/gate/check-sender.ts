import type { Device } from '#contract/entities/device.ts';
import { kinds } from '../../kinds/index.ts';
import { makerOf } from '../../manufacturers/index.ts';
import type { CommandBody } from '../command/command.ts';
import type { RefusalReason } from './gate-refusal.ts';
import type { Origin } from './origin.ts';
import type { LatestValues } from '../latest-values.ts';
import { CONTROL_TIMES } from '../state.ts';

/** A person, with the state of the device at this moment: it limits persons only. */
interface Person {
  readonly origin: 'person';
  /** An event runs on the device and the household has not opted it out. */
  readonly activeEvent: boolean;
  /** Counts the accepted commands of the device. */
  readonly version: number;
  /** The version that the person's screen showed; null: not given. */
  readonly versionSeen: number | null;
  readonly status: LatestValues['status'];
  /** How long ago the device last reported. */
  readonly silentMs: number;
}

export type Sender = Person | { readonly origin: Exclude<Origin, 'person'> };

const checkMaker = (mfg: string, origin: Origin, body: CommandBody): RefusalReason | null => {
  const { control, events, locked = [] } = makerOf(mfg);
  const isEvent = origin === 'event' || origin === 'restore';
  // View-only and notice-only concern persons and schedules. Other origins may command such a device, unless its maker takes
  // no commands of events: then nothing reaches it.
  if (control !== undefined && (origin === 'person' || origin === 'schedule' || events === 'none')) {
    return { code: 'view_only', control };
  }
  // Safety commands pass: where persons may set a device too hot, it must be possible to lower it.
  if (isEvent && events === 'none') return { code: 'events_unsupported', mfg };
  if (body.mode !== undefined && locked.includes('mode')) return { code: 'control_locked', field: 'mode' };
  return null;
};

/** Whether this sender may command this device now; what the command asks for is `checkSafety`'s matter. */
export const checkSender = (
  device: Pick<Device, 'kind' | 'mfg'>,
  body: CommandBody,
  sender: Sender,
): RefusalReason | null => {
  const isPerson = sender.origin === 'person';
  if (isPerson && Object.keys(kinds[device.kind].controls).length === 0) {
    return { code: 'read_only_kind', kind: device.kind };
  }
  const reason = checkMaker(device.mfg, sender.origin, body);
  if (reason !== null || !isPerson) return reason;
  const { activeEvent, version, versionSeen, status, silentMs } = sender;
  if (activeEvent) return { code: 'event_active' };
  if (versionSeen !== null && versionSeen !== version) return { code: 'version_conflict', version };
  if (status !== 'ONLINE') return { code: 'device_offline', status };
  return silentMs > CONTROL_TIMES.staleMs ? { code: 'readings_old' } : null;
};
