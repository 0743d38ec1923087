import { SECOND } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';
import { mayPass } from '../may-pass.ts';
import { findAction, isContacted, isSettled, needsReturn } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { endOf, preparationTime, stepTime } from '../timing.ts';
import { returnRetryTime } from './delivery.ts';
import { releaseOf, renewalTime, returnTimeOf } from './hold-until.ts';

/** An action that waits for a command to be carried out is looked at again after this time. */
const RECHECK_AFTER = 10 * SECOND;
/** The link may have answered that a newer command overtook it. */
const RECHECK_SENT_AFTER = 30 * SECOND;

/** What is due next with a device, and which loop does it. */
export interface NextLook {
  /** ms; null: nothing ever again. */
  readonly dueAt: number | null;
  /** It is on its way back, or nothing else comes than its return: the loop of returns takes it. */
  readonly returning: boolean;
  /** Any reading of the device may bring it on. */
  readonly awaitsReading: boolean;
}

const dueTimeOfAction = (action: EventAction, now: number, awaitsReading: boolean): number | null => {
  const { phase, state, at, expiresAt, sentAt } = action;
  if (state === 'open' && awaitsReading && at <= now) return Math.max(expiresAt, now + SECOND);
  if (state === 'open') return Math.max(at, now + RECHECK_AFTER);
  if (phase !== 'after' || sentAt === null) return null;
  if (state === 'sent') return now + RECHECK_SENT_AFTER;
  const retryAt = returnRetryTime(action);
  return retryAt === null ? null : Math.max(retryAt, now + RECHECK_AFTER);
};

/** What keeps a device out may have passed before the preparation, and at its own start. */
const laterLooks = (event: DemandEvent, deviceId: string, now: number): number[] =>
  [preparationTime(event, now), stepTime(event, deviceId)].filter((time) => time > now);

const earliest = (times: readonly number[]): number | null =>
  times.length === 0 ? null : Math.min(...times);

/**
 * When something may have to be done with the device next, if nothing new becomes known until then: what happens to the event
 * or the device is looked at when it happens. `awaitsReading`: what is open waits for nothing but a reading.
 */
export const nextLook = (
  event: DemandEvent,
  participation: Participation,
  now: number,
  awaitsReading = false,
): NextLook => {
  const { plan, round, optOut, actions, deviceId } = participation;
  const timesOf = (waiting: readonly EventAction[]): number[] =>
    waiting
      .filter((action) => !isSettled(action))
      .map((action) => dueTimeOfAction(action, now, awaitsReading))
      .filter((at) => at !== null);
  if ('excluded' in plan) {
    const looks =
      mayPass(plan.excluded) && event.cancelledAt === null ? laterLooks(event, deviceId, now) : [];
    // A step that waited for a reading when the device was left out ends as any other.
    return { dueAt: earliest([...looks, ...timesOf(actions)]), returning: false, awaitsReading };
  }
  const end = endOf(event);
  const isIn = event.cancelledAt === null && optOut === null;
  const steps = plan.steps.flatMap(({ phase, at, until }) =>
    phase !== 'after' && isIn && now < until && findAction(participation, round, phase) === undefined
      ? [Math.max(at, now + SECOND)]
      : [],
  );
  const renewal = renewalTime(event, participation, now);
  const stepTimes = [
    ...steps,
    ...timesOf(actions.filter(({ phase }) => phase !== 'after')),
    ...(renewal === null ? [] : [renewal]),
  ];
  const returning = needsReturn(participation)
    ? [Math.max(now + SECOND, isIn ? returnTimeOf(event, participation) : now)]
    : [];
  // At its release it is to be put back; until the end its owner may still change something.
  const limits = [releaseOf(event, participation), end].filter((time) => time > now);
  const returnTimes = [...timesOf(actions.filter(({ phase }) => phase === 'after')), ...returning, ...limits];
  const dueAt = earliest([...stepTimes, ...returnTimes]);
  return {
    dueAt,
    returning: isContacted(participation) && dueAt !== earliest(stepTimes),
    awaitsReading,
  };
};
