import { SECOND } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';
import { mayPass } from '../may-pass.ts';
import { findAction, isSettled, needsReturn } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { endOf, preparationTime, releaseTime, returnTime, stepTime } from '../timing.ts';

/** An action that waits for a reading, or for a command to be carried out, is looked at again after this time. */
const RECHECK_AFTER = 10 * SECOND;
/** The link may have answered that a newer command overtook it. */
const RECHECK_SENT_AFTER = 30 * SECOND;

const dueTimeOfAction = ({ phase, state, at, sentAt }: EventAction, now: number): number | null => {
  if (state === 'open') return Math.max(at, now + RECHECK_AFTER);
  if (phase !== 'after' || sentAt === null) return null;
  if (state === 'sent') return now + RECHECK_SENT_AFTER;
  return state === 'delivered' ? Math.max(sentAt + EVENT_TIMES.returnRetry, now + RECHECK_AFTER) : null;
};

/** What keeps a device out may have passed before the preparation, and at its own start. */
const laterLooks = (event: DemandEvent, deviceId: string, now: number): number[] =>
  [preparationTime(event, now), stepTime(event, deviceId)].filter((time) => time > now);

/**
 * When something may have to be done with the device next, if nothing new becomes known until then: what happens to the event
 * or the device is looked at when it happens. null: nothing ever again.
 */
export const nextDueTime = (event: DemandEvent, participation: Participation, now: number): number | null => {
  const { plan, round, optOut, actions, deviceId } = participation;
  if ('excluded' in plan) {
    const looks =
      mayPass(plan.excluded) && event.cancelledAt === null ? laterLooks(event, deviceId, now) : [];
    return looks.length === 0 ? null : Math.min(...looks);
  }
  const end = endOf(event);
  const isIn = event.cancelledAt === null && optOut === null;
  const steps = plan.steps.flatMap(({ phase, at, until }) =>
    phase !== 'after' && isIn && now < until && findAction(participation, round, phase) === undefined
      ? [Math.max(at, now + SECOND)]
      : [],
  );
  const waiting = actions
    .filter((action) => !isSettled(action))
    .map((action) => dueTimeOfAction(action, now))
    .filter((at) => at !== null);
  const returning = needsReturn(participation)
    ? [Math.max(now + SECOND, isIn ? returnTime(event, deviceId) : now)]
    : [];
  // At its release it is to be put back; until the end its owner may still change something.
  const limits = [releaseTime(event), end].filter((time) => time > now);
  const times = [...steps, ...waiting, ...returning, ...limits];
  return times.length === 0 ? null : Math.min(...times);
};
