import type { CommandBody } from '../../control/command/command.ts';
import { snapshotOf } from '../device-readings.ts';
import type { EventDevice } from '../event.ts';
import { isInForce, needsReturn } from '../participation.ts';
import type { Participation } from '../participation.ts';
import { settingWithoutEvent } from './return-target.ts';
import type { SettingHistory, Snapshot } from './return-target.ts';

type History = Pick<SettingHistory, 'commands' | 'schedule'>;

/** Whether something of the event is in force, or on its way, so that the readings need not show the owner's own setting. */
const isHeld = (participation: Participation, { commands }: History): boolean => {
  const { before, actions } = participation;
  if (before === null) return isInForce(participation);
  const last = actions.findLast(({ phase }) => phase === 'after');
  if (last === undefined || needsReturn(participation)) return true;
  if (last.state === 'confirmed') return false;
  const code = last.reason?.code;
  if (code === 'wall_change' || code === 'fell_back') return false;
  const since = commands.filter(({ acceptedAt }) => acceptedAt >= before.at);
  return code !== 'acted_since' || since.some(({ confirmedAt }) => confirmedAt === null);
};

/**
 * With the schedule's step that the event kept from being sent among the commands: like one that is not confirmed yet, it
 * counts more than a reading.
 */
export const withSkippedStep = (
  { commands, schedule }: History,
  { scheduleSkippedAt }: Pick<Participation, 'scheduleSkippedAt'>,
): History =>
  scheduleSkippedAt === null || schedule === null
    ? { commands, schedule }
    : {
        commands: [
          ...commands,
          {
            origin: 'schedule',
            acceptedAt: Math.max(schedule.dueAt, scheduleSkippedAt),
            expiresAt: Number.POSITIVE_INFINITY,
            deliveredAt: null,
            confirmedAt: null,
            body: schedule.body,
          },
        ],
        schedule,
      };

/**
 * From which we know what would hold without any event: what the device reports, or reported before the first step of the one that
 * holds it. `participations`: of the device, in any events that are not over for it.
 */
export const historyWithoutEvents = (
  device: EventDevice,
  participations: readonly Participation[],
  history: History,
  now: number,
): SettingHistory & { readonly before: Snapshot } => {
  const held = participations.filter((participation) => isHeld(participation, history));
  return {
    ...held.reduce(withSkippedStep, history),
    before: held.find(({ before }) => before !== null)?.before ?? snapshotOf(device, now),
  };
};

/** What would hold without any event, as the command that would set it so. */
export const settingWithoutEvents = (...facts: Parameters<typeof historyWithoutEvents>): CommandBody =>
  settingWithoutEvent(historyWithoutEvents(...facts));
