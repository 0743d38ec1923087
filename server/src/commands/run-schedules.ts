import { passGate } from '#domain/control/gate/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { lastDue, nextDue } from '#domain/schedules/due-times.ts';
import type { DueStep } from '#domain/schedules/due-times.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import { inSavepoint } from '../db/savepoint.ts';
import { addMs } from '../lib/clock/clock.ts';
import { systemHouseScope } from '../lib/scope/system-scope.ts';
import * as commands from '../stores/devices/commands.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import * as schedules from '../stores/devices/schedules.ts';
import type { CommandDeps } from './deps.ts';
import { enqueueCommand } from './enqueue-command.ts';

/** Transactions at a time; the embedded database runs them one after the other. */
const WORKERS = 4;
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

/** Sends what the schedule wants at present; while an event runs on the device, that is noted instead. */
const runSchedule = async (tx: Db, deps: CommandDeps, schedule: schedules.DueSchedule): Promise<void> => {
  const due = lastDue(schedule.events, schedule.timezone, deps.clock.now().getTime());
  if (!due) return;
  const scope = systemHouseScope(schedule);
  const device = await commands.lockDevice(tx, scope, schedule.deviceId);
  const command = approveScheduled(device, due.command);
  if (!command) return;
  if (await deps.eventHooks.skipSchedule(tx, scope, schedule.deviceId)) return;
  await enqueueCommand(tx, deps, scope, {
    device,
    accountId: null,
    origin: 'schedule',
    command,
    because: { code: 'schedule' },
  });
  await deps.eventHooks.noteEdit(tx, scope, schedule.deviceId);
};

/** Runs one schedule that is due, in a transaction of its own; false: none is. */
const runNext = (deps: ScheduleDeps): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const schedule = await schedules.lockDue(tx, now);
    if (!schedule) return false;
    try {
      await inSavepoint(tx, async () => {
        const next = nextDue(schedule.events, schedule.timezone, now.getTime());
        await schedules.setNext(tx, schedule, next && new Date(next.time));
        await runSchedule(tx, deps, schedule);
      });
    } catch (error) {
      deps.onError(error, 'running a schedule');
      deps.metrics.countScheduleFailure();
      // Still locked, so no other worker or node has tried it meanwhile.
      await schedules.setNext(tx, schedule, addMs(now, RETRY_DELAY));
    }
    return true;
  });

/**
 * Runs every schedule that is due, each once even when several nodes call this. One that fails is reported and tried again
 * later; the others run. Returns how many were due.
 */
export const runSchedules = async (deps: ScheduleDeps): Promise<number> => {
  let count = 0;
  const work = async (): Promise<void> => {
    while (await runNext(deps)) count += 1;
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return count;
};
