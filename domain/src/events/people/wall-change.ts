import type { CommandBody } from '../../control/command/command.ts';
import { isReached } from '../../control/values.ts';
import { snapshotOf } from '../device-readings.ts';
import type { DemandEvent, EventDevice } from '../event.ts';
import {
  findAction,
  isInForce,
  needsReturn,
  stepsSent,
  withAction,
  withoutReturns,
} from '../participation.ts';
import type { Participation } from '../participation.ts';
import { settingWithoutEvent } from '../life/return-target.ts';
import type { SettingHistory } from '../life/return-target.ts';
import { strategies } from '../plan/strategies/index.ts';
import { isReported } from '../setting.ts';
import type { ReportedField } from '../setting.ts';
import { endOf } from '../timing.ts';

type History = Pick<SettingHistory, 'commands' | 'schedule'>;

/** Every setting that the event, its return, the fallback or an accepted command may have brought about. */
const knownSettings = (participation: Participation, { commands, schedule }: History): CommandBody[] => {
  const { plan, actions, before } = participation;
  return [
    ...('steps' in plan ? plan.steps.map(({ command }) => command) : []),
    ...actions.flatMap(({ command }) => (command === null ? [] : [command])),
    ...commands.map(({ body }) => body),
    ...(before === null ? [] : [before.setting]),
    settingWithoutEvent({ commands, schedule, before }),
  ];
};

/** What changed a device that an event holds; null: nothing that is not known. */
type Changed = 'by_hand' | 'own_schedule';

/**
 * Whether something else than the event changed the device: a reading newer, by the device's clock, than the one that confirmed the
 * last step, and equal to no known setting. A device that follows its maker's schedule was changed by that.
 */
export const changeFound = (
  participation: Participation,
  device: EventDevice,
  history: History,
): Changed | null => {
  const { plan, before } = participation;
  // A later step that is not confirmed may have overtaken the change.
  const confirmedAt = stepsSent(participation).at(-1)?.confirmedAt ?? null;
  const reportedAt = device.readings.reportedAt?.getTime() ?? 0;
  if ('excluded' in plan || confirmedAt === null || reportedAt <= confirmedAt) return null;
  if (!isInForce(participation)) return null;
  const { setting } = snapshotOf(device, reportedAt);
  const known = knownSettings(participation, history);
  const moved = plan.moved.filter(isReported);
  const fields = before?.setting.mode === undefined ? moved : (['mode', ...moved] as const);
  const isUnknown = (field: ReportedField): boolean => {
    const value = setting[field];
    return (
      value !== undefined && !known.some((one) => one[field] !== undefined && isReached(one[field], value))
    );
  };
  if (!fields.some(isUnknown)) return null;
  // Its mode is nothing that a schedule changes.
  const isScheduled = !isUnknown('mode') && strategies[device.kind]?.followsOwnSchedule(device.readings);
  return isScheduled ? 'own_schedule' : 'by_hand';
};

/** The maker's schedule has moved the device on: that is what holds without the event, and what it returns to. */
export const withOwnSchedule = (
  participation: Participation,
  device: EventDevice,
  now: number,
): Participation => ({ ...participation, before: snapshotOf(device, now) });

/** The return that is not needed any more, written so that nothing writes it later. */
const withoutReturn = (participation: Participation, now: number): Participation => {
  const dropped = withoutReturns(participation, 'wall_change');
  const { round } = dropped;
  return !needsReturn(dropped) || findAction(dropped, round, 'after') !== undefined
    ? dropped
    : withAction(dropped, {
        round,
        phase: 'after',
        at: now,
        expiresAt: now,
        state: 'dropped',
        command: null,
        sentAt: null,
        deliveredAt: null,
        confirmedAt: null,
        reason: { code: 'wall_change' },
      });
};

/**
 * The participation after a change at the wall: before the start it ends the preparation, during the event it takes the
 * device out, and wherever the device was to return to, it stays as it is now.
 */
export const withWallChange = (
  event: DemandEvent,
  participation: Participation,
  device: EventDevice,
  now: number,
): Participation => {
  const changed = { ...participation, before: snapshotOf(device, now), scheduleSkippedAt: null };
  if (changed.before.at < event.startTime && participation.optOut === null) {
    return { ...changed, preparationCancelled: true };
  }
  const released = withoutReturn(changed, now);
  return now < endOf(event) && released.optOut === null
    ? { ...released, optOut: { at: now, cause: 'wall' }, optOutCounted: true }
    : released;
};
