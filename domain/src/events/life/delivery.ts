import type { Delivery } from '../../ports/device-link.ts';
import { fieldsToReturn } from './decide.ts';
import type { Decision, DeliveryFacts } from './decide.ts';
import { readingsShow } from '../device-readings.ts';
import type { DemandEvent, EventDevice } from '../event.ts';
import { withAction } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { overriddenSince } from './return-target.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { releaseTime, returnTime } from '../timing.ts';

/** The participation after a decision was written. */
export const withDecision = (
  participation: Participation,
  action: EventAction,
  decision: Decision,
  now: number,
): Participation => {
  if ('wait' in decision) return participation;
  if ('expire' in decision) return withAction(participation, { ...action, state: 'expired' });
  if ('drop' in decision) {
    const dropped = withAction(participation, { ...action, state: 'dropped', reason: decision.drop });
    return decision.drop.code === 'acted_since' ? { ...dropped, scheduleSkippedAt: null } : dropped;
  }
  const sent = withAction(participation, { ...action, state: 'sent', command: decision.send, sentAt: now });
  return { ...sent, before: decision.before };
};

/** Asked before every try of a command that an action made: it may have become pointless since. */
export const mayDeliver = (
  event: DemandEvent,
  { optOut, round }: Participation,
  action: EventAction,
  now: number,
): boolean => {
  if (action.state !== 'sent') return false;
  // The end may have been moved since the command was made.
  return action.phase === 'after' || (optOut === null && action.round === round && now < releaseTime(event));
};

/**
 * The action after the link has answered. A return that a newer command overtook has not taken effect, and is decided
 * again; `isNewest` says whether its command is still the newest of the device.
 */
export const withDelivery = (
  participation: Participation,
  action: EventAction,
  outcome: Delivery['outcome'],
  isNewest: boolean,
): Participation => {
  if (action.state !== 'sent') return participation;
  const isOvertaken = outcome === 'superseded' && !isNewest;
  if (isOvertaken && action.phase === 'after') return withAction(participation, { ...action, state: 'open' });
  if (outcome === 'expired') return withAction(participation, { ...action, state: 'expired' });
  if (outcome === 'refused' || isOvertaken) {
    const code = outcome === 'refused' ? 'refused' : 'superseded';
    return withAction(participation, { ...action, state: 'dropped', reason: { code } });
  }
  return withAction(participation, { ...action, state: 'delivered' });
};

/** The participation after new readings: delivered actions whose effect they show are confirmed. */
export const withReadings = (participation: Participation, device: EventDevice): Participation => {
  const reportedAt = device.readings.reportedAt?.getTime() ?? 0;
  return participation.actions
    .filter(
      ({ state, command, sentAt }) =>
        state === 'delivered' &&
        sentAt !== null &&
        reportedAt >= sentAt &&
        command !== null &&
        readingsShow(device, command),
    )
    .reduce((before, action) => {
      const confirmed = withAction(before, { ...action, state: 'confirmed', confirmedAt: reportedAt });
      return action.phase === 'after' ? { ...confirmed, scheduleSkippedAt: null } : confirmed;
    }, participation);
};

/**
 * Without returns that were overtaken after the link had taken them: people or schedules have set everything since they were sent,
 * so no reading will ever show them.
 */
export const withoutOvertakenReturns = (
  participation: Participation,
  history: DeliveryFacts['history'],
): Participation =>
  participation.actions
    .filter(
      ({ phase, state, sentAt }) =>
        phase === 'after' &&
        state === 'delivered' &&
        sentAt !== null &&
        overriddenSince(history.commands, fieldsToReturn(participation, history), sentAt) === 'done',
    )
    .reduce(
      (before, action): Participation => ({
        ...withAction(before, { ...action, state: 'dropped', reason: { code: 'acted_since' } }),
        scheduleSkippedAt: null,
      }),
      participation,
    );

/** With returns that are still to come brought forward where the event was stopped because something is wrong. */
export const withHurriedReturns = (event: DemandEvent, participation: Participation): Participation => {
  if (event.returnNowAt === null) return participation;
  const at = returnTime(event, participation.deviceId);
  return participation.actions
    .filter((action) => action.phase === 'after' && action.state === 'open' && action.at > at)
    .reduce((before, action) => withAction(before, { ...action, at }), participation);
};

/** A return that the link took but no reading has shown is decided and sent again. */
export const isReturnLost = ({ phase, state, sentAt }: EventAction, now: number): boolean =>
  phase === 'after' && state === 'delivered' && now - (sentAt ?? now) >= EVENT_TIMES.returnRetry;
