import { LONGEST_GAP } from '#domain/telemetry/meter.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { DAY } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { NewRow } from '../../stores/system/demo.ts';
import { deviceId, houseId } from '../ids.ts';
import { findHousehold } from '../rows.ts';
import { idOf } from '../seeded-random.ts';
import type { HistoryPlan } from './history-plan.ts';
import { SCHEDULED_LIFE } from './lived-event.ts';
import type { LivedCommand } from './lived-event.ts';
import { scheduledCommands } from './past-actions.ts';
import type { EventOutcome } from './past-events.ts';

/** As long as an owner looks back at what a device did. */
const SCHEDULED_KEPT = 40 * DAY;

/** What the active schedule of a device sent at a time of the past. */
export interface ScheduledCommand {
  readonly device: DeviceRef;
  readonly command: ApprovedCommand;
  readonly acceptedAt: number;
  /** When the next stored reading had shown it at the latest. */
  readonly settledAt: number;
}

export const pastScheduledCommands = (
  plans: readonly Pick<HistoryPlan, 'house' | 'length'>[],
  until: Date,
): ScheduledCommand[] =>
  plans.flatMap(({ house: key, length }) => {
    const household = findHousehold(key);
    const { providerId } = household.house;
    const span = { from: addMs(until, -Math.min(length, SCHEDULED_KEPT)), to: until };
    return household.devices.flatMap((device) =>
      scheduledCommands(household, device, span).map(({ time, command }) => ({
        device: { providerId, houseId: houseId(key), deviceId: deviceId(key, device.key) },
        command,
        acceptedAt: time,
        settledAt: Math.min(time + LONGEST_GAP, until.getTime()),
      })),
    );
  });

/** A step that is held longer by readings is sent again. */
const commandIdOf = ({ event, device }: EventOutcome, { action, acceptedAt }: LivedCommand): string =>
  idOf(`command ${event.id} ${device.deviceId} ${action.round} ${action.phase} ${acceptedAt}`);

/** The last one that was sent for the step. */
export const lastCommandOf = (
  lived: EventOutcome,
  { round, phase }: LivedCommand['action'],
): string | null => {
  const last = lived.commands.findLast(({ action }) => action.round === round && action.phase === phase);
  return last ? commandIdOf(lived, last) : null;
};

type CommandRow = Omit<NewRow<'command'>, 'version'> & { readonly acceptedAt: Date };

const asRow = (
  { providerId, houseId: ofHouse, deviceId: ofDevice }: DeviceRef,
  { type, kind, body }: ApprovedCommand,
  sentAt: number,
) => ({
  providerId,
  houseId: ofHouse,
  deviceId: ofDevice,
  accountId: null,
  command: JSON.stringify({ type, kind, body }),
  acceptedAt: new Date(sentAt),
  sentAt: new Date(sentAt),
  deliveredAt: new Date(sentAt),
});

const eventRows = (lived: EventOutcome): CommandRow[] =>
  lived.commands.map((sent): CommandRow => {
    const { event, device, participation } = lived;
    const confirmedAt =
      participation.actions.find(
        ({ round, phase }) => round === sent.action.round && phase === sent.action.phase,
      )?.confirmedAt ?? null;
    const shownAt = Math.min((confirmedAt ?? sent.expiresAt) + LONGEST_GAP, sent.expiresAt);
    return {
      ...asRow(device, sent.command, sent.acceptedAt),
      id: commandIdOf(lived, sent),
      origin: sent.action.phase === 'after' ? 'restore' : 'event',
      state: confirmedAt === null ? 'expired' : 'confirmed',
      reason: confirmedAt === null ? 'no_answer' : null,
      settledAt: new Date(Math.max(sent.acceptedAt, shownAt)),
      expiresAt: new Date(sent.expiresAt),
      holdUntil: sent.holdUntil === null ? null : new Date(sent.holdUntil),
      eventId: event.id,
      because: JSON.stringify(sent.because),
    };
  });

const scheduledRow = ({ device, command, acceptedAt, settledAt }: ScheduledCommand): CommandRow => ({
  ...asRow(device, command, acceptedAt),
  id: idOf(`command schedule ${device.deviceId} ${acceptedAt}`),
  origin: 'schedule',
  state: 'confirmed',
  reason: null,
  settledAt: new Date(settledAt),
  expiresAt: new Date(acceptedAt + SCHEDULED_LIFE),
  holdUntil: null,
  eventId: null,
  because: JSON.stringify({ code: 'schedule' }),
});

/**
 * Commands of the past. They were open until a stored reading showed them: the activity explains a change by the
 * command that was open then. Their versions lie below zero: people may have commanded a device from the first moment of the
 * demo on, and versions count from one.
 */
export const commandRows = (
  outcomes: readonly EventOutcome[],
  scheduled: readonly ScheduledCommand[],
): NewRow<'command'>[] => {
  const rows = [...outcomes.flatMap(eventRows), ...scheduled.map(scheduledRow)];
  const byDevice = Map.groupBy(rows, (row) => `${row.houseId} ${row.deviceId}`);
  return [...byDevice.values()].flatMap((ofDevice) =>
    ofDevice
      .toSorted((a, b) => a.acceptedAt.getTime() - b.acceptedAt.getTime())
      .map((row, index) => ({ ...row, version: index - ofDevice.length })),
  );
};
