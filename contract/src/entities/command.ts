import { z } from 'zod';
import { DeviceKind } from './device.ts';

/** What a device is told; temperatures are always °F. */
export const Command = z.strictObject({
  type: z.literal('OPERATIONAL'),
  kind: DeviceKind,
  body: z.strictObject({
    mode: z.string().max(64).optional(),
    fanMode: z.string().max(64).optional(),
    setpoint: z.number().optional(),
    heatSetpoint: z.number().optional(),
    coolSetpoint: z.number().optional(),
    parameters: z.record(z.string().max(64), z.union([z.string().max(64), z.number(), z.boolean()])).optional(),
  }),
});
export type Command = z.infer<typeof Command>;

/** accepted → sent → confirmed; or failed, or expired, with a reason. */
export const COMMAND_STATES = ['accepted', 'sent', 'confirmed', 'failed', 'expired'] as const;
export const CommandState = z.enum(COMMAND_STATES);
export type CommandState = z.infer<typeof CommandState>;

export const CommandStatus = z.object({
  commandId: z.string(),
  deviceId: z.string(),
  version: z.int().meta({ description: 'version of the device that the command made' }),
  state: CommandState,
  reason: z.string().nullable(),
  body: Command.shape.body,
  acceptedAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});
export type CommandStatus = z.infer<typeof CommandStatus>;
