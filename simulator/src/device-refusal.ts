import type { Command, CommandBody } from '#domain/control/command/command.ts';
import { holdsSetpoint } from '#domain/control/controls.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { LinkedDevice } from '#domain/ports/device-link.ts';

const SETPOINTS = ['setpoint', 'heatSetpoint', 'coolSetpoint'] as const;

type ForDevice = Pick<Command, 'kind' | 'body'> & { readonly deviceId: string };

const setpointRefusal = (device: LinkedDevice, body: CommandBody): string | null => {
  const range = modelOf(device).setpoint;
  for (const field of SETPOINTS) {
    const value = body[field];
    if (value === undefined) continue;
    if (range === null || !holdsSetpoint(device, field)) return `it has no ${field}`;
    if (!(value >= range[0] && value <= range[1])) return `${field} ${value} is out of its range`;
  }
  return null;
};

/**
 * Why a device itself refuses a command; null: it does not. A device knows its own modes and range; safety ceilings and
 * permissions are checked by the gate.
 */
export const refusalOf = (device: LinkedDevice, { deviceId, kind, body }: ForDevice): string | null => {
  const { modes, fanModes } = modelOf(device);
  if (deviceId !== device.deviceId) return 'the command is for another device';
  if (kind !== device.kind) return `it is no ${kind}`;
  if (body.mode !== undefined && !modes.some(({ name }) => name === body.mode)) {
    return `it has no mode ${body.mode}`;
  }
  if (body.fanMode !== undefined && !fanModes.includes(body.fanMode)) {
    return `it has no fan mode ${body.fanMode}`;
  }
  return setpointRefusal(device, body);
};
