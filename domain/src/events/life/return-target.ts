import type { CommandBody } from '../../control/command/command.ts';
import type { Origin } from '../../control/gate/origin.ts';
import type { LimitedDevice } from '../../control/gate/safety.ts';
import type { MovedField } from '../event.ts';
import { strategies } from '../plan/strategies/index.ts';
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

/** Parameters hold for the mode that they were sent with: another mode ends them. */
const afterwards = (setting: CommandBody, body: CommandBody): CommandBody => {
  const { parameters, ...others } = setting;
  const isOtherMode = body.mode !== undefined && body.mode !== setting.mode;
  return { ...(isOtherMode ? others : setting), ...body };
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
  return sources.reduce((setting, { body }) => afterwards(setting, body), {} as CommandBody);
};

/** The command that puts the moved fields back to `setting`, as far as limits that changed since allow it. */
export const returnBody = (
  device: LimitedDevice,
  setting: CommandBody,
  moved: readonly MovedField[],
): CommandBody => {
  const back = strategies[device.kind]?.restored(device, setting, moved) ?? {};
  return Object.keys(back).length === 0 ? {} : commandFor(device, setting, back);
};

/** Where a device returns to, computed when the return is delivered; an empty command: nothing is known. */
export const returnTarget = (
  device: LimitedDevice,
  history: SettingHistory,
  moved: readonly MovedField[],
): CommandBody => returnBody(device, settingWithoutEvent(history), moved);

const isMovable = (field: string): field is MovedField => field !== 'fanMode';

/** What a schedule's step sets that the event kept from being sent. */
export const fieldsOfSchedule = ({ schedule }: Pick<SettingHistory, 'schedule'>): MovedField[] =>
  Object.keys(schedule?.body ?? {}).filter(isMovable);

/**
 * Whether people, schedules or safety have set every moved field since, so that there is nothing left to put back. open:
 * they have, but their command may still fail. One that was overtaken, or whose answers were lost, says nothing after its time.
 */
export const overriddenSince = (
  commands: readonly PastCommand[],
  moved: readonly MovedField[],
  since: number,
  now: number,
): 'none' | 'open' | 'done' => {
  const newest = moved.map((field) =>
    commands
      .filter(({ acceptedAt, body }) => acceptedAt >= since && body[field] !== undefined)
      .toSorted((a, b) => a.acceptedAt - b.acceptedAt)
      .at(-1),
  );
  if (newest.includes(undefined)) return 'none';
  const missing = newest.filter((command) => (command?.deliveredAt ?? command?.confirmedAt ?? null) === null);
  if (missing.length === 0) return 'done';
  return missing.every((command) => now < (command?.expiresAt ?? 0)) ? 'open' : 'none';
};
