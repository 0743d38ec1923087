import { withoutOvertakenReturns, withReadings } from '#domain/events/life/delivery.ts';
import type { EventDevice } from '#domain/events/event.ts';
import type { Participation } from '#domain/events/participation.ts';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import { changeFound, withOwnSchedule, withWallChange } from '#domain/events/people/wall-change.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../db/connection.ts';
import { participationsToObserve } from '../stores/events/participation-edits.ts';
import { readParticipations } from '../stores/events/participations.ts';
import type { ParticipationRef } from '../stores/events/participations.ts';
import { changeParticipations } from './carry-out.ts';
import type { LockedParticipation } from './carry-out.ts';
import type { EventDeps } from './deps.ts';
import { deviceKey, loadFacts } from './load-facts.ts';
import type { DeviceFacts } from './load-facts.ts';
import { keepUnasked } from './people/keep-opt-outs.ts';

export interface ReadingsDeps extends EventDeps {
  /** A device left an event because somebody changed it at the wall or in the maker's app. */
  readonly onWallChange: (
    tx: Db,
    changed: LockedParticipation,
    told: OptOutConsequence | null,
    now: Date,
  ) => Promise<void>;
}

/** Devices of one transaction: people may wait for them. */
const PAGE = 100;

interface Seen {
  readonly participation: Participation;
  readonly isWall: boolean;
}

const look = (
  participation: Participation,
  device: EventDevice,
  { history }: DeviceFacts,
  now: number,
): Seen => {
  const confirmed = withoutOvertakenReturns(withReadings(participation, device), history);
  const change = changeFound(confirmed, device, history);
  return {
    participation: change === 'own_schedule' ? withOwnSchedule(confirmed, device, now) : confirmed,
    isWall: change === 'by_hand',
  };
};

/** Those of which the stored readings show something new. */
const findChanged = async (
  { db, clock }: ReadingsDeps,
  refs: readonly ParticipationRef[],
): Promise<ParticipationRef[]> => {
  const facts = await loadFacts(db, refs, clock.now());
  return (await readParticipations(db, refs)).filter((stored) => {
    const deviceFacts = facts.get(deviceKey(stored));
    if (!deviceFacts) return false;
    const { participation, isWall } = look(
      stored.participation,
      deviceFacts.deviceIn(stored.eventId),
      deviceFacts,
      clock.now().getTime(),
    );
    return isWall || participation !== stored.participation;
  });
};

/** Looks again under the locks of the devices, and writes what the readings show. */
const write = (deps: ReadingsDeps, refs: readonly ParticipationRef[]): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const wallChanges: LockedParticipation[] = [];
    await changeParticipations(tx, deps, refs, (stored, now) => {
      const device = stored.facts.deviceIn(stored.eventId);
      const { participation, isWall } = look(stored.participation, device, stored.facts, now);
      if (!isWall) return participation;
      const changed = withWallChange(stored.event, participation, device, now);
      if (participation.optOut === null && changed.optOut !== null) {
        wallChanges.push({ ...stored, participation: changed });
      }
      return changed;
    });
    const now = deps.clock.now();
    for (const { device, told } of await keepUnasked(tx, wallChanges, 'wall', now)) {
      await deps.onWallChange(tx, device, told, now);
    }
  });

/**
 * Called when readings of devices were stored: confirms the actions of events that they show, and takes devices out of an event
 * that somebody has changed at the wall. Devices that no event has sent anything to cost one statement for all of them. What
 * fails is reported, not thrown: the readings are stored, and those that follow show the same.
 */
export const observeReadings = async (deps: ReadingsDeps, devices: readonly DeviceRef[]): Promise<void> => {
  try {
    const observed = await participationsToObserve(deps.db, devices);
    for (let index = 0; index < observed.length; index += PAGE) {
      const changed = await findChanged(deps, observed.slice(index, index + PAGE));
      if (changed.length > 0) await write(deps, changed);
    }
  } catch (error) {
    deps.onError(error, 'looking at readings of devices in events');
  }
};
