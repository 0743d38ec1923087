import { makerOf } from '../../manufacturers/index.ts';
import { DAY } from '../../time/time.ts';
import type { DemandEvent, EventDevice, EventHome, Exclusion } from '../event.ts';
import { overlaps } from '../season.ts';
import type { Span } from '../season.ts';
import { strategies } from './strategies/index.ts';

/** After so long a silence a device is not counted on. */
const OFFLINE_LIMIT = DAY;

/** What keeps a device out of an event whatever its kind; the strategies add what their kind needs. */
export const exclusionOf = (
  { kind, program }: Pick<DemandEvent, 'kind' | 'program'>,
  device: EventDevice,
  { lifeSupport, comfort }: EventHome,
  span: Span,
  now: number,
): Exclusion | null => {
  if (lifeSupport) return { code: 'life_support' };
  if (comfort.devicesLeftOut.includes(device.id)) return { code: 'left_out_by_owner' };
  if (device.kind !== kind || !program.kinds.includes(kind) || strategies[kind] === null) {
    return { code: 'kind_not_supported' };
  }
  if (makerOf(device.mfg).events === 'none') return { code: 'maker_takes_no_events', mfg: device.mfg };
  if (!device.hasLink) return { code: 'no_link' };
  const since = device.readings.reportedAt?.getTime() ?? null;
  if (since === null) return { code: 'never_reported' };
  if (now - since >= OFFLINE_LIMIT) return { code: 'offline', since };
  return device.otherEvents.some((other) => overlaps(other, span)) ? { code: 'other_event' } : null;
};
