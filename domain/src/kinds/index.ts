import type { DeviceKind } from '#contract/entities/device.ts';
import { battery } from './battery.ts';
import type { Kind } from './define.ts';
import { ev } from './ev.ts';
import { evse } from './evse.ts';
import { hwh } from './hwh.ts';
import { rac } from './rac.ts';
import { tstat } from './tstat.ts';

export const kinds = { tstat, rac, hwh, battery, evse, ev } as const satisfies Record<DeviceKind, Kind>;

const isKind = (kind: string): kind is DeviceKind => Object.hasOwn(kinds, kind);

export const kindOf = (kind: string): Kind => {
  if (!isKind(kind)) throw new Error(`Unknown deviceKind: ${kind}`);
  return kinds[kind];
};
