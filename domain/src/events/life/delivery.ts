import type { Delivery } from '../../ports/device-link.ts';
import { fieldsToReturn } from './decide.ts';
import type { Decision, DeliveryFacts } from './decide.ts';
import { readingsShow } from '../device-readings.ts';
import type { DemandEvent, EventDevice } from '../event.ts';
import { withAction } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { overriddenSince } from './return-target.ts';
import { takesNoCommand } from '../plan/takes-no-command.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { returnTime } from '../timing.ts';
import { releaseOf, withHoldUntil } from './hold-until.ts';

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
  const sent = withAction(participation, {
    ...action,
    state: 'sent',
    command: decision.send,
    sentAt: now,
    deliveredAt: null,
  });
  const { before, limit } = decision;
  return { ...(limit === undefined ? sent : withHoldUntil(sent, limit)), before };
};

/** Asked before every try of a command that an action made: it may have become pointless since. */
export const mayDeliver = (
  event: DemandEvent,
  participation: Participation,
  action: EventAction,
  now: number,
): boolean => {
  const { optOut, round } = participation;
  if (action.state !== 'sent') return false;
  // The end may have been moved since the command was made.
  return (
    action.phase === 'after' ||
    (optOut === null && action.round === round && now < releaseOf(event, participation))
  );
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
  now: number,
): Participation => {
  if (action.state !== 'sent') return participation;
  const isOvertaken = outcome === 'superseded' && !isNewest;
  if (isOvertaken && action.phase === 'after') return withAction(participation, { ...action, state: 'open' });
  if (outcome === 'expired') return withAction(participation, { ...action, state: 'expired' });
  if (outcome === 'refused' || isOvertaken) {
    const code = outcome === 'refused' ? 'refused' : 'superseded';
    return withAction(participation, { ...action, state: 'dropped', reason: { code } });
  }
  return withAction(participation, { ...action, state: 'delivered', deliveredAt: now });
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
  now: number,
): Participation =>
  participation.actions
    .filter(
      ({ phase, state, sentAt }) =>
        phase === 'after' &&
        state === 'delivered' &&
        sentAt !== null &&
        overriddenSince(history.commands, fieldsToReturn(participation, history), sentAt, now) === 'done',
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

/** Put off to its very end: it is to be sent as soon as the device may be told something again. */
export const isPutOff = ({ phase, state, at, expiresAt }: EventAction): boolean =>
  phase === 'after' && state === 'open' && at === expiresAt;

/** With returns put off while nothing may be told to the device, and due now when that is over: nobody is late meanwhile. */
export const withReturnsPutOff = (
  participation: Participation,
  device: EventDevice,
  now: number,
): Participation => {
  const isBlocked = takesNoCommand(device);
  return participation.actions
    .filter((action) =>
      isBlocked
        ? action.phase === 'after' && action.state === 'open' && !isPutOff(action)
        : isPutOff(action) && action.at > now,
    )
    .reduce(
      (before, action) => withAction(before, { ...action, at: isBlocked ? action.expiresAt : now }),
      participation,
    );
};

/** When a return that its link took, and that no reading has shown, is decided and sent again; null: it waits for no reading. */
export const returnRetryTime = ({ phase, state, sentAt, deliveredAt }: EventAction): number | null => {
  if (phase !== 'after' || state !== 'delivered' || sentAt === null) return null;
  return Math.max(sentAt, deliveredAt ?? sentAt) + EVENT_TIMES.returnRetry;
};

export const isReturnLost = (action: EventAction, now: number): boolean =>
  now >= (returnRetryTime(action) ?? Number.POSITIVE_INFINITY);
