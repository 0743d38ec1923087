import { loweredSetpoint } from '#domain/control/settings/device-settings.ts';
import { passGate } from '#domain/control/gate/gate.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import * as commands from '../stores/devices/commands.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import type { CommandDeps } from './deps.ts';
import { enqueueCommand } from './enqueue-command.ts';

/**
 * Sends a water heater down to its ceiling when a changed setting has put that below the setpoint it reports or the one of
 * an open command. `device` is locked in the transaction and has the changed settings; `accountId`: who
 * changed them.
 */
export const lowerSetpoint = async (
  tx: Db,
  deps: CommandDeps,
  scope: HouseDataScope,
  device: commands.CommandedDevice,
  accountId: string | null,
): Promise<void> => {
  const open = await commands.listOpenOf(tx, scope, device.id);
  const setpoint = loweredSetpoint(device, {
    reported: latestValuesOf(toRealtime(device.entries)).number('hwh-set-temperature'),
    commanded: open.flatMap(({ command }) => command.body.setpoint ?? []),
  });
  if (setpoint === null) return;
  const result = passGate({
    device,
    command: { type: 'OPERATIONAL', kind: device.kind, body: { setpoint } },
    sender: { origin: 'safety' },
  });
  if ('refused' in result) throw new AppError(result.refused.code, { deviceId: device.id });
  await enqueueCommand(tx, deps, scope, {
    device,
    accountId,
    origin: 'safety',
    command: result.approved,
    because: { code: 'safety' },
  });
  await deps.eventHooks.noteEdit(tx, scope, device.id);
};
