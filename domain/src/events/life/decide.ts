import type { CommandBody } from '../../control/command/command.ts';
import type { DemandEvent, EventDevice, EventHome, MovedField } from '../event.ts';
import { isContacted, stepsSent } from '../participation.ts';
import type { DropReason, EventAction, Participation, PassingReason } from '../participation.ts';
import { recheckStep } from '../plan/plan.ts';
import { overriddenSince, fieldsOfSchedule, returnTarget, settingWithoutEvent } from './return-target.ts';
import type { SettingHistory, Snapshot } from './return-target.ts';
import { historyWithoutEvents, withSkippedStep } from './without-events.ts';
import { readingsShow } from '../device-readings.ts';
import { holdUntil } from '../timing.ts';

/** What is looked at, under the lock of the device, when an action is about to be sent. */
export interface DeliveryFacts {
  readonly device: EventDevice;
  readonly home: EventHome;
  readonly history: Pick<SettingHistory, 'commands' | 'schedule'>;
  /** What the device does in other events that are not over for it. */
  readonly others: readonly Participation[];
}

export type Decision =
  | {
      readonly send: CommandBody;
      /** null: the device holds it for good. */
      readonly holdUntil: number | null;
      /** It is held no longer than this, in ms, whatever the event says; absent: only the event limits it. */
      readonly limit?: number;
      /** To be kept with the participation. */
      readonly before: Snapshot | null;
    }
  | { readonly wait: 'not_yet' | 'reading_old' | 'command_open' }
  | { readonly drop: DropReason }
  | { readonly expire: true };

const drop = (code: PassingReason): Decision => ({ drop: { code } });

const decideStep = (
  event: DemandEvent,
  participation: Participation,
  action: EventAction,
  facts: DeliveryFacts,
  now: number,
): Decision => {
  const { phase, round, expiresAt } = action;
  if (phase === 'after') return drop('superseded');
  if (event.cancelledAt !== null || now >= event.endTime) return drop('event_over');
  if (participation.optOut !== null) return drop('opted_out');
  if (round !== participation.round) return drop('superseded');
  if (phase === 'before' && participation.preparationCancelled) return drop('edited');
  if (now < action.at) return { wait: 'not_yet' };
  const { device, home, history } = facts;
  const without = historyWithoutEvents(device, [participation, ...facts.others], history, now);
  const options = { eased: participation.eased, setting: settingWithoutEvent(without) };
  const check = recheckStep(event, device, home, { phase, until: expiresAt }, now, options);
  if ('leaveOut' in check) return { drop: check.leaveOut };
  if ('wait' in check) return check;
  const { before } = without;
  const { limit = Number.POSITIVE_INFINITY } = check;
  return { ...check, holdUntil: Math.min(holdUntil(event), limit), before };
};

/** What the event moved, and what it kept the schedule from setting. */
export const fieldsToReturn = (
  participation: Participation,
  history: Pick<SettingHistory, 'schedule'>,
): MovedField[] => {
  const { plan, scheduleSkippedAt } = participation;
  const moved = 'steps' in plan && isContacted(participation) ? plan.moved : [];
  const skipped = scheduleSkippedAt === null ? [] : fieldsOfSchedule(history);
  return [...new Set([...moved, ...skipped])];
};

/** Where to is computed from the facts of this moment. */
const decideReturn = (
  event: DemandEvent,
  participation: Participation,
  action: EventAction,
  facts: DeliveryFacts,
  now: number,
): Decision => {
  const { optOut, round, before } = participation;
  if (action.round !== round) return drop('joined_again');
  if (optOut?.cause === 'wall') return drop('wall_change');
  if (now < action.at) return { wait: 'not_yet' };
  if (now >= action.expiresAt) return { expire: true };
  const { device } = facts;
  const history: SettingHistory = { ...withSkippedStep(facts.history, participation), before };
  const fields = fieldsToReturn(participation, history);
  const since = stepsSent(participation).at(-1)?.sentAt ?? participation.scheduleSkippedAt ?? 0;
  const acts = overriddenSince(facts.history.commands, fields, since, now);
  if (acts === 'done') return drop('acted_since');
  if (acts === 'open') return { wait: 'command_open' };
  const target = returnTarget(device, history, fields);
  if (Object.keys(target).length === 0) return drop('nothing_known');
  const reportedAt = device.readings.reportedAt?.getTime() ?? 0;
  if (reportedAt >= holdUntil(event) && readingsShow(device, target)) return drop('fell_back');
  return { send: target, holdUntil: null, before };
};

/** Whether an open action is sent, waits or is dropped, by the facts of this moment. */
export const decideAction: typeof decideStep = (event, participation, action, facts, now) => {
  const decide = action.phase === 'after' ? decideReturn : decideStep;
  return decide(event, participation, action, facts, now);
};
