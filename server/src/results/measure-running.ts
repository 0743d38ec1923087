import { exclusionIn } from '#domain/events/outcome.ts';
import { addCurves, curveOf } from '#domain/results/event-curve.ts';
import type { CurvePoint } from '#domain/results/event-curve.ts';
import { QUARTER, startOfQuarter } from '#domain/telemetry/meter.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { findEvents } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { claimQuarter, endClaim, unmeasuredEvents, writeCurve } from '../stores/results/event-curve.ts';
import { pageOfHousesInEvent, participationsOfHouses } from '../stores/results/settlements.ts';
import { measureDevices } from './measure-devices.ts';
import { READINGS_LATE } from './saved-so-far.ts';

export interface MeasureDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly isStopped: () => boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/** Houses that are measured at a time. */
const PAGE = 50;
/** A node that has not finished by then has died: within the same quarter hour another one measures it. */
const LEASE = 5 * MINUTE;

/** What all devices that are in the event would have used until `until`, and used; null: the node stops. */
const measureEvent = async (
  { db, isStopped }: MeasureDeps,
  event: StoredEvent,
  until: number,
): Promise<{ readonly curve: readonly CurvePoint[]; readonly devices: number } | null> => {
  const { providerId, id: eventId } = event;
  let [curve, devices]: [readonly CurvePoint[], number] = [[], 0];
  for (let after = ''; ;) {
    if (isStopped()) return null;
    const houses = await pageOfHousesInEvent(db, { providerId, eventId }, after, PAGE);
    const taking = (await participationsOfHouses(db, providerId, [eventId], houses))
      .map(({ participation }) => participation)
      .filter((candidate) => exclusionIn(event, candidate) === null && candidate.optOut === null);
    const measured = await measureDevices(db, event, taking, { until });
    curve = addCurves(curve, curveOf(measured.map(({ content }) => content.intervals)));
    devices += taking.length;
    const last = houses.at(-1);
    if (last === undefined || houses.length < PAGE) return { curve, devices };
    after = last;
  }
};

/** Measures events that run once a quarter hour, by the days of their rule without its adjustment: for the operator alone. */
export const measureRunningEvents = async (deps: MeasureDeps): Promise<void> => {
  const { db, clock, onError } = deps;
  const now = clock.now();
  const until = startOfQuarter(now.getTime() - READINGS_LATE);
  const quarter = { from: new Date(until - QUARTER), to: new Date(until), staleAt: addMs(now, -LEASE) };
  for (const event of await findEvents(db, await unmeasuredEvents(db, quarter))) {
    const ref = { providerId: event.providerId, eventId: event.id };
    if (!(await claimQuarter(db, ref, quarter, clock.now()))) continue;
    const measure = async (): Promise<void> => {
      const measured = await measureEvent(deps, event, until);
      if (!measured) return;
      const { curve, devices } = measured;
      await writeCurve(
        db,
        ref,
        curve.map((point) => ({ ...point, devices })),
      );
      await endClaim(db, ref, quarter);
    };
    await measure().catch((error: unknown) => onError(error, `measuring event ${event.id}`));
  }
};
