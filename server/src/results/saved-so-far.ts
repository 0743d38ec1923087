import type { SavedSoFar } from '#contract/entities/result.ts';
import { exclusionIn } from '#domain/events/outcome.ts';
import { endOf } from '#domain/events/timing.ts';
import { startOfQuarter } from '#domain/telemetry/meter.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { hasEventResults } from '../stores/results/event-results.ts';
import { readDispatch } from '../stores/events/house-events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import type { HouseEventRow } from '../stores/events/house-events.ts';
import { measureDevices } from './measure-devices.ts';

/** ms; readings of a quarter hour may come that long after it. */
export const READINGS_LATE = 2 * MINUTE;

/** Its results say more than what is known of it meanwhile; one that was called off before it began has none. */
const hasNoEstimate = async (db: Db, event: StoredEvent): Promise<boolean> => {
  const { state, providerId, id } = event;
  if (state === 'provisional' || state === 'final' || endOf(event) <= event.startTime) return true;
  // It stays cancelled, also when it has results.
  return state === 'cancelled' && (await hasEventResults(db, { providerId, eventId: id }));
};

/** Those that stayed in the event, measured from its start to the last quarter hour whose readings can be in, or to its end. */
const ofEvent = async (
  db: Db,
  { event, participations }: HouseEventRow,
  now: number,
): Promise<SavedSoFar[]> => {
  if (now < event.startTime || (await hasNoEstimate(db, event))) return [];
  const taking = participations.filter(
    (candidate) => exclusionIn(event, candidate) === null && candidate.optOut === null,
  );
  const until = Math.min(Math.max(startOfQuarter(now - READINGS_LATE), event.startTime), endOf(event));
  const measured = await measureDevices(db, event, taking, { until });
  return measured.map(({ content, usualAhead }) => {
    const { deviceId, estimated, baselineWh, actualWh, reductionWh, intervals, reason } = content;
    return {
      deviceId,
      until: new Date(until).toISOString(),
      baselineWh,
      actualWh,
      savedWh: reductionWh,
      intervals: [...intervals],
      ahead: usualAhead(),
      estimated,
      reason,
    };
  });
};

/** An estimate by the days of the rule, without its adjustment; other days may count in the end. */
export const savedSoFar = async (
  db: Db,
  scope: HouseScope,
  eventId: string,
  now: Date,
): Promise<SavedSoFar[]> => {
  const { events } = await readDispatch(db, scope, eventId);
  const devices: SavedSoFar[] = [];
  for (const row of events) devices.push(...(await ofEvent(db, row, now.getTime())));
  return devices;
};
