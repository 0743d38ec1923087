import { passGate } from '#domain/control/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate.ts';
import { readingsOf } from '#domain/control/readings.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { lastDue, nextDue } from '#domain/schedules/due-times.ts';
import type { Due } from '#domain/schedules/due-times.ts';
import type { Db } from '../db/connection.ts';
import { systemHouseScope } from '../lib/system-scope.ts';
import * as commands from '../stores/commands.ts';
import { toRealtime } from '../stores/devices.ts';
import * as schedules from '../stores/schedules.ts';
import type { CommandDeps } from './deps.ts';
import { enqueueCommand } from './enqueue-command.ts';

/** Schedules that one call of `runSchedules` handles; the rest waits for the next call. */
const MOST_PER_RUN = 200;

/** The command of a schedule, if the gate approves it; null: it does not, or the device is in vacation mode. */
export const approveScheduled = (
  device: commands.CommandedDevice,
  { mode, setpoint }: Due['command'],
): ApprovedCommand | null => {
  const readings = readingsOf(toRealtime(device.entries));
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

/** Sends what the schedule wants at present, unless an event runs on the device. */
const runSchedule = async (tx: Db, deps: CommandDeps, schedule: schedules.DueSchedule): Promise<void> => {
  const due = lastDue(schedule.events, schedule.timezone, deps.clock.now().getTime());
  if (!due) return;
  const scope = systemHouseScope(schedule);
  const device = await commands.lockDevice(tx, scope, schedule.deviceId);
  if (await deps.isEventActive(tx, scope, schedule.deviceId)) return;
  const command = approveScheduled(device, due.command);
  if (!command) return;
  await enqueueCommand(tx, deps, scope, {
    device,
    accountId: null,
    origin: 'schedule',
    command,
  });
};

/** Runs every schedule that is due, each once even when several nodes call this. Returns how many were due. */
export const runSchedules = async (deps: CommandDeps): Promise<number> => {
  const { db, clock } = deps;
  for (let count = 0; count < MOST_PER_RUN; count += 1) {
    const isDone = await db.transaction().execute(async (tx) => {
      const schedule = await schedules.lockDue(tx, clock.now());
      if (!schedule) return true;
      const next = nextDue(schedule.events, schedule.timezone, clock.now().getTime());
      await schedules.setNext(tx, schedule, next && new Date(next.time));
      await runSchedule(tx, deps, schedule);
      return false;
    });
    if (isDone) return count;
  }
  return MOST_PER_RUN;
};
