import type { LatestPoint } from '#contract/entities/history.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { readLast } from '../stores/telemetry/series.ts';

/** How far back is looked, step by step: most devices report every minute. */
const REACHES = [HOUR, DAY, 30 * DAY, 800 * DAY];

interface Wanted {
  readonly key: string;
  readonly slot: Slot;
  readonly before: Date;
}

/** The newest value of a resource before a moment. */
export const readNewestBefore = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  { key, slot, before }: Wanted,
): Promise<LatestPoint> => {
  for (const reach of REACHES) {
    const span = { start: addMs(before, -reach), end: before };
    const last = await readLast(db, scope, deviceId, span, slot);
    if (last) return { id: key, time: last.time, value: last.value };
  }
  return { id: key, time: null, value: null };
};
