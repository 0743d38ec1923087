import { z } from 'zod';
import { CommandOrigin, CommandReason } from './command-reason.ts';
import { DeviceKind } from './device.ts';

/** Temperatures are always °F. */
export const Command = z.strictObject({
  type: z.literal('OPERATIONAL'),
  kind: DeviceKind,
  body: z.strictObject({
    mode: z.string().max(64).exactOptional(),
    fanMode: z.string().max(64).exactOptional(),
    setpoint: z.number().exactOptional(),
    heatSetpoint: z.number().exactOptional(),
    coolSetpoint: z.number().exactOptional(),
    parameters: z
      .record(z.string().max(64), z.union([z.string().max(64), z.number(), z.boolean()]))
      .exactOptional(),
  }),
});
export type Command = z.infer<typeof Command>;

/** accepted → sent → confirmed; or failed, or expired, with a reason. */
const COMMAND_STATES = ['accepted', 'sent', 'confirmed', 'failed', 'expired'] as const;
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
  origin: CommandOrigin,
  because: CommandReason.nullable().meta({
    description: 'why the server sent it by itself; null: a person did',
  }),
});
export type CommandStatus = z.infer<typeof CommandStatus>;
