import type { CommandBody } from '../../control/command/command.ts';
import type { Origin } from '../../control/gate/origin.ts';
import { setpointBounds } from '../../control/gate/safety.ts';
import type { LimitedDevice } from '../../control/gate/safety.ts';
import type { MovedField } from '../event.ts';
import { commandFor } from '../setting.ts';

/**
 * An accepted command of a person, a schedule or safety. All times in ms. One that was refused, or whose time ran out
 * before any link took it, does not count, whether or not its row says so yet; one that a later command overtook does.
 */
export interface PastCommand {
  readonly origin: Exclude<Origin, 'event' | 'restore'>;
  readonly acceptedAt: number;
  /** A reading from here on shows what came of it. */
  readonly expiresAt: number;
  /** When the link took it; null: not yet, or it was overtaken. */
  readonly deliveredAt: number | null;
  /** null: no reading has shown its effect yet. */
  readonly confirmedAt: number | null;
  readonly body: CommandBody;
}

/** A reading, as the command that would set the device so. */
export interface Snapshot {
  /** The device's time, but not later than when it was read: its clock may be ahead. */
  readonly at: number;
  readonly setting: CommandBody;
}

/** From which we know what would hold without the event. */
export interface SettingHistory {
  /** In any order; those of the last day are enough. */
  readonly commands: readonly PastCommand[];
  /** The present step of the active schedule, which the event may have kept from being sent. */
  readonly schedule: { readonly dueAt: number; readonly body: CommandBody } | null;
  /** The reading before the first step; null: no step has been sent. */
  readonly before: Snapshot | null;
}

interface Source {
  readonly at: number;
  readonly body: CommandBody;
}

/**
 * A command that was on its way when the reading was taken is newer than what the reading shows, unless a later one was
 * confirmed: devices carry commands out in their order.
 */
const effectiveTimes = (commands: readonly PastCommand[], reading: Snapshot | null): Source[] => {
  const isBeforeReading = ({ confirmedAt, expiresAt }: PastCommand) =>
    reading === null || (confirmedAt ?? expiresAt) <= reading.at;
  const ordered = commands.toSorted((a, b) => a.acceptedAt - b.acceptedAt);
  const lastBefore = ordered.findLastIndex(isBeforeReading);
  return ordered.map(({ acceptedAt, body }, index) => ({
    at: index > lastBefore ? Math.max(acceptedAt, reading?.at ?? acceptedAt) : acceptedAt,
    body,
  }));
};

/**
 * What would hold without the event, field by field: the newest of the person's last command, the schedule's present step
 * and the reading before the first step.
 */
export const settingWithoutEvent = ({ commands, schedule, before }: SettingHistory): CommandBody => {
  const reading: Source[] = before === null ? [] : [{ at: before.at, body: before.setting }];
  const scheduled: Source[] = schedule === null ? [] : [{ at: schedule.dueAt, body: schedule.body }];
  // Of equal times the later in this order counts; sorting keeps it.
  const sources = [...reading, ...scheduled, ...effectiveTimes(commands, before)].toSorted(
    (a, b) => a.at - b.at,
  );
  return Object.assign({}, ...sources.map(({ body }) => body)) as CommandBody;
};

const clamped = (device: LimitedDevice, field: MovedField, value: string | number): string | number => {
  const bounds = field === 'mode' ? null : setpointBounds(device);
  return typeof value === 'string' || bounds === null
    ? value
    : Math.max(bounds.min, Math.min(bounds.max, value));
};

/** The command that puts the moved fields back to `setting`, as far as limits that changed since allow it. */
export const returnBody = (
  device: LimitedDevice,
  setting: CommandBody,
  moved: readonly MovedField[],
): CommandBody => {
  const back = moved.flatMap((field) => {
    const value = setting[field];
    return value === undefined ? [] : [[field, clamped(device, field, value)] as const];
  });
  return back.length === 0 ? {} : commandFor(device, setting, Object.fromEntries(back));
};

/** Where a device returns to, computed when the return is delivered; an empty command: nothing is known. */
export const returnTarget = (
  device: LimitedDevice,
  history: SettingHistory,
  moved: readonly MovedField[],
): CommandBody => returnBody(device, settingWithoutEvent(history), moved);

const MOVABLE: readonly MovedField[] = ['mode', 'setpoint', 'heatSetpoint', 'coolSetpoint'];

/** What a schedule's step sets that the event kept from being sent. */
export const fieldsOfSchedule = ({ schedule }: Pick<SettingHistory, 'schedule'>): MovedField[] =>
  MOVABLE.filter((field) => schedule?.body[field] !== undefined);

/**
 * Whether people, schedules or safety have set every moved field since, so that there is nothing left to put back. open:
 * they have, but their command may still fail.
 */
export const overriddenSince = (
  commands: readonly PastCommand[],
  moved: readonly MovedField[],
  since: number,
): 'none' | 'open' | 'done' => {
  const newest = moved.map((field) =>
    commands
      .filter(({ acceptedAt, body }) => acceptedAt >= since && body[field] !== undefined)
      .toSorted((a, b) => a.acceptedAt - b.acceptedAt)
      .at(-1),
  );
  if (newest.includes(undefined)) return 'none';
  const reachedAt = newest.map((command) => command?.deliveredAt ?? command?.confirmedAt ?? null);
  return reachedAt.includes(null) ? 'open' : 'done';
};
