import { EVENT_TIMES } from '#domain/events/event-times.ts';
import { JOINING_STATES, nextState } from '#domain/events/life/life.ts';
import { nextDueTime } from '#domain/events/life/next-due-time.ts';
import { noticesOf } from '#domain/events/life/notices.ts';
import { newParticipation } from '#domain/events/participation.ts';
import { asHomeDecided, departureOf } from '#domain/events/people/house-dispatch.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { enrolledOutside, stillEnrolled } from '../stores/events/enrolment.ts';
import { housesWithoutNotice } from '../stores/events/event-notices.ts';
import {
  listOpenEvents,
  lockEvent,
  lockEventsShared,
  summarizeEvent,
  writeTransition,
} from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { makeCancelledDue, makeHurriedDue, makeOutdatedDue } from '../stores/events/due-participations.ts';
import { lockHouseDispatches } from '../stores/events/house-dispatches.ts';
import { insertParticipations } from '../stores/events/participations.ts';
import type { SweepDeps } from './deps.ts';
import { deviceKey, lockFacts, planByFacts } from './load-facts.ts';
import { cancelStopped } from './orders/cancel-stopped.ts';

/** Devices that are looked for at once, and devices and homes of one transaction: people may wait for them. */
const FOUND = 1_000;
const PAGE = 100;
const HOMES = 100;

const refOf = ({ providerId, id }: StoredEvent) => ({ providerId, eventId: id });

/** Plans enrolled devices that are not in the event yet; false: it takes none in any more. */
const joinPage = (
  { db, clock }: SweepDeps,
  { providerId, id }: StoredEvent,
  devices: readonly DeviceRef[],
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const [event] = await lockEventsShared(tx, [{ providerId, eventId: id }], 'wait');
    if (!event || event.cancelledAt !== null || !JOINING_STATES.includes(event.state)) return false;
    const now = clock.now();
    const facts = await lockFacts(tx, devices, 'wait', now);
    // While the locks were waited for, a household may have been closed.
    const enrolled = await stillEnrolled(tx, event, devices);
    const { dispatchId } = event;
    const locked = await lockHouseDispatches(
      tx,
      enrolled.map(({ houseId }) => ({ providerId, houseId, dispatchId })),
      'share',
    );
    const departures = new Map(locked.map((home) => [home.houseId, departureOf(home)]));
    const joining = enrolled.flatMap((device) => {
      const deviceFacts = facts.get(deviceKey(device));
      if (!deviceFacts) return [];
      const plan = planByFacts(event, deviceFacts, now.getTime());
      const planned = newParticipation({ eventId: event.id, ...device }, plan);
      const participation = asHomeDecided(event, departures.get(device.houseId) ?? null, planned);
      const dueAt = nextDueTime(event, participation, now.getTime());
      return [{ ...device, eventId: event.id, participation, planRevision: event.revision, dueAt }];
    });
    await insertParticipations(tx, joining, now);
    return true;
  });

const joinAll = async (deps: SweepDeps, event: StoredEvent): Promise<void> => {
  if (!JOINING_STATES.includes(event.state) || event.cancelledAt !== null) return;
  for (;;) {
    const found = await enrolledOutside(deps.db, event, FOUND);
    for (let at = 0; at < found.length; at += PAGE) {
      if (!(await joinPage(deps, event, found.slice(at, at + PAGE)))) return;
    }
    if (found.length < FOUND) return;
  }
};

const notifyAll = async (deps: SweepDeps, event: StoredEvent): Promise<void> => {
  const { db, clock } = deps;
  for (const notice of noticesOf(event, clock.now().getTime())) {
    const houses = await housesWithoutNotice(db, event, notice);
    for (let at = 0; at < houses.length; at += HOMES) {
      const due = houses.slice(at, at + HOMES).map((houseId) => ({ houseId, notice }));
      await db.transaction().execute((tx) => deps.writeNotices(tx, event, due, clock.now()));
    }
  }
};

/** The event in the state that follows, written under its lock; null: it stays as it is. */
const advance = async ({ db, clock }: SweepDeps, event: StoredEvent): Promise<StoredEvent | null> => {
  const ref = refOf(event);
  const isDue = nextState(event, await summarizeEvent(db, ref), clock.now().getTime()) !== null;
  if (!isDue) return null;
  return db.transaction().execute(async (tx) => {
    const locked = await lockEvent(tx, ref);
    if (!locked) return null;
    const now = clock.now();
    const to = nextState(locked, await summarizeEvent(tx, ref), now.getTime());
    if (to === null || !(await writeTransition(tx, ref, to, now))) return null;
    return { ...locked, state: to, notifiedAt: to === 'notified' ? now.getTime() : locked.notifiedAt };
  });
};

/** Takes in devices, tells the homes, and moves the event on, until nothing of this is due. */
const sweepEvent = async (deps: SweepDeps, event: StoredEvent): Promise<void> => {
  await joinAll(deps, event);
  // Also in the last state: those that were being looked at without knowledge of the cancellation are not any more.
  if (event.cancelledAt !== null) await makeCancelledDue(deps.db, refOf(event), deps.clock.now());
  if (event.returnNowAt !== null) {
    const latest = new Date(event.returnNowAt + EVENT_TIMES.returnNowSpread);
    await makeHurriedDue(deps.db, refOf(event), latest, deps.clock.now());
  }
  if (event.revision > 0) {
    await makeOutdatedDue(deps.db, refOf(event), event.revision, deps.clock.now());
  }
  await notifyAll(deps, event);
  const next = await advance(deps, event);
  if (next) await sweepEvent(deps, next);
};

/** Carries on every event that is not over; one that fails holds up no other, and is tried again in the next round. */
export const sweepEvents = async (deps: SweepDeps): Promise<void> => {
  await deps.db.transaction().execute((tx) => cancelStopped(tx, deps, null));
  for (const event of await listOpenEvents(deps.db)) {
    await sweepEvent(deps, event).catch((error: unknown) =>
      deps.onError(error, `carrying on event ${event.id}`),
    );
  }
};
