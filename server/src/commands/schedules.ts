import { passGate } from '#domain/control/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate.ts';
import { readingsOf } from '#domain/control/readings.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { lastDue, nextDue } from '#domain/schedule.ts';
import type { Due } from '#domain/schedule.ts';
import type { Db } from '../db/connection.ts';
import * as commands from '../stores/commands.ts';
import { toRealtime } from '../stores/devices.ts';
import * as schedules from '../stores/schedules.ts';
import { enqueueCommand } from './accept.ts';
import type { CommandMeans } from './accept.ts';

/** Schedules that one round looks at; the rest waits for the next. */
const AT_ONCE = 200;

/** What a schedule may do to a device as it stands; null: nobody is home, or the gate refuses it. */
export const passSchedule = (
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

/** Does what a schedule holds now, unless an event runs. */
const act = async (tx: Db, means: CommandMeans, due: schedules.DueSchedule): Promise<void> => {
  const now = means.clock.now().getTime();
  const holds = lastDue(due.events, due.timezone, now);
  if (!holds || (await means.isEventActive(due, due.deviceId))) return;
  const device = await commands.lockDevice(tx, due, due.deviceId);
  const command = passSchedule(device, holds.command);
  if (!command) return;
  await enqueueCommand(tx, means, {
    device,
    place: due,
    accountId: null,
    origin: 'schedule',
    command,
  });
};

/** Lets every schedule act whose time has come, each once, whichever node is at it. Returns how many were looked at. */
export const runSchedules = async (means: CommandMeans): Promise<number> => {
  const { db, clock } = means;
  for (let count = 0; count < AT_ONCE; count += 1) {
    const isDone = await db.transaction().execute(async (tx) => {
      const due = await schedules.takeDue(tx, clock.now());
      if (!due) return true;
      const next = nextDue(due.events, due.timezone, clock.now().getTime());
      await schedules.setNext(tx, due, next && new Date(next.time));
      await act(tx, means, due);
      return false;
    });
    if (isDone) return count;
  }
  return AT_ONCE;
};
