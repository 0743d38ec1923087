import { passGate } from '#domain/control/gate/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { lastDue, nextDue } from '#domain/schedules/due-times.ts';
import type { DueStep } from '#domain/schedules/due-times.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import { inSavepoint } from '../db/savepoint.ts';
import { addMs } from '../lib/clock/clock.ts';
import { systemHouseScope } from '../lib/scope/system-scope.ts';
import * as commands from '../stores/devices/commands.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import * as schedules from '../stores/devices/schedules.ts';
import type { CommandDeps } from './deps.ts';
import { enqueueCommands } from './enqueue-command.ts';

/** Devices of one transaction: people may wait for them. */
const PAGE = 100;
/** When a schedule that failed is tried again. It then does what it wants at that time, so nothing is lost but the delay. */
const RETRY_DELAY = 5 * MINUTE;

export interface ScheduleDeps extends CommandDeps {
  readonly onError: (error: unknown, what: string) => void;
}

/** The command of a schedule, if the gate approves it; null: it does not, or the device is in vacation mode. */
export const approveScheduled = (
  device: commands.CommandedDevice,
  { mode, setpoint }: DueStep['command'],
): ApprovedCommand | null => {
  const readings = latestValuesOf(toRealtime(device.entries));
  const { vacation } = modelOf(device);
  if (vacation !== null && readings.text('hwh-set-mode') === vacation) return null;
  const result = passGate({
    device,
    command: {
      type: 'OPERATIONAL',
      kind: device.kind,
      body: { ...(mode === null ? {} : { mode }), ...(setpoint === null ? {} : { setpoint }) },
    },
    sender: { origin: 'schedule' },
  });
  return 'refused' in result ? null : result.approved;
};

interface LockedSchedule extends schedules.DueSchedule {
  readonly device: commands.CommandedDevice;
}

const keyOf = ({ providerId, houseId, deviceId }: DeviceRef): string =>
  `${providerId}/${houseId}/${deviceId}`;

/**
 * Sends what schedules want at present, and notes when they are due next. While an event runs on a device, that is noted instead of
 * being sent.
 */
const runPage = async (
  tx: Db,
  deps: CommandDeps,
  page: readonly LockedSchedule[],
  now: Date,
): Promise<void> => {
  const time = now.getTime();
  const planned = page.map((schedule) => {
    const due = lastDue(schedule.events, schedule.timezone, time);
    const next = nextDue(schedule.events, schedule.timezone, time);
    return {
      schedule,
      command: due && approveScheduled(schedule.device, due.command),
      nextAt: next && new Date(next.time),
    };
  });
  await schedules.setNext(
    tx,
    planned.map(({ schedule, nextAt }) => ({ ...schedule, nextAt })),
  );
  const approved = planned.flatMap(({ schedule, command }) => (command ? [{ schedule, command }] : []));
  const inEvents = new Set(
    (
      await deps.eventHooks.inEvents(
        tx,
        approved.map(({ schedule }) => schedule),
      )
    ).map(keyOf),
  );
  const sent: typeof approved = [];
  for (const one of approved) {
    const scope = systemHouseScope(one.schedule);
    const isSkipped =
      inEvents.has(keyOf(one.schedule)) &&
      (await deps.eventHooks.skipSchedule(tx, scope, one.schedule.deviceId));
    if (!isSkipped) sent.push(one);
  }
  await enqueueCommands(
    tx,
    deps,
    sent.map(({ schedule, command }) => ({
      scope: systemHouseScope(schedule),
      device: schedule.device,
      accountId: null,
      origin: 'schedule',
      command,
      because: { code: 'schedule' },
    })),
  );
  for (const { schedule } of sent.filter((one) => inEvents.has(keyOf(one.schedule)))) {
    await deps.eventHooks.noteEdit(tx, systemHouseScope(schedule), schedule.deviceId);
  }
};

/** Runs one of a page that failed; what fails by itself is due again later. */
const runAlone = async (tx: Db, deps: ScheduleDeps, schedule: LockedSchedule, now: Date): Promise<void> => {
  try {
    await inSavepoint(tx, () => runPage(tx, deps, [schedule], now));
  } catch (error) {
    deps.onError(error, 'running a schedule');
    deps.metrics.countScheduleFailure();
    // Still locked, so no other node has tried it meanwhile.
    await schedules.setNext(tx, [{ ...schedule, nextAt: addMs(now, RETRY_DELAY) }]);
  }
};

/** Runs a page of schedules that are due, without devices that somebody else has locked. Returns how many they were. */
const runNext = (deps: ScheduleDeps): Promise<number> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const locked = await commands.lockFreeDevices(tx, await schedules.devicesDue(tx, now, PAGE));
    const devices = new Map(locked.map((one) => [keyOf(one), one.device]));
    const page = (await schedules.readDue(tx, locked, now)).flatMap((schedule) => {
      const device = devices.get(keyOf(schedule));
      return device ? [{ ...schedule, device }] : [];
    });
    if (page.length === 0) return 0;
    try {
      await inSavepoint(tx, () => runPage(tx, deps, page, now));
    } catch {
      for (const schedule of page) await runAlone(tx, deps, schedule, now);
    }
    return page.length;
  });

/**
 * Runs every schedule that is due, each once even when several nodes call this. One that fails is reported and tried again
 * later; the others run. Returns how many were due.
 */
export const runSchedules = async (deps: ScheduleDeps): Promise<number> => {
  for (let count = 0; ;) {
    const page = await runNext(deps);
    if (page === 0) return count;
    count += page;
  }
};
