import type { Device, DeviceKind } from '#contract/entities/device.ts';
import type { Command, CommandBody } from '../command/command.ts';
import { parseCommand } from '../command/command-shape.ts';
import { checkValues } from '../command/command-values.ts';
import type { Refusal, RefusalReason } from './gate-refusal.ts';
import type { LimitedDevice } from './safety.ts';
import { checkSender } from './check-sender.ts';
import type { Sender } from './check-sender.ts';

declare const approval: unique symbol;

/** A command that passed the gate: only the functions of this file return one, and a device link accepts nothing else. */
export interface ApprovedCommand extends Command {
  readonly deviceId: string;
  readonly [approval]: true;
}

export type GateDevice = LimitedDevice & Pick<Device, 'id'>;

export interface GateInput {
  readonly device: GateDevice;
  /** As it was received: its type and content are checked here. */
  readonly command: unknown;
  readonly sender: Sender;
}

export type GateResult = { readonly approved: ApprovedCommand } | { readonly refused: Refusal };

const refuse = ({ id }: GateDevice, reason: RefusalReason): GateResult => ({
  refused: { ...reason, deviceId: id },
});

const approve = (
  deviceId: string,
  kind: DeviceKind,
  { parameters, ...fields }: CommandBody,
): ApprovedCommand => {
  const body: CommandBody = {
    ...fields,
    ...(parameters && { parameters: Object.freeze({ ...parameters }) }),
  };
  const command = { deviceId, type: 'OPERATIONAL', kind, body: Object.freeze(body) } as const;
  // The only cast to this type in the source.
  return Object.freeze(command) as ApprovedCommand;
};

const approveIfSafe = (device: GateDevice, body: CommandBody): GateResult => {
  const reason = checkValues(device, body);
  return reason === null ? { approved: approve(device.id, device.kind, body) } : refuse(device, reason);
};

/**
 * Whether a command is well-formed, in the catalogue of the device's model and within the limits that hold at present,
 * whoever sends it. Delivery asks it again, because a setting may have lowered a limit since acceptance.
 */
export const checkSafety = (device: GateDevice, command: unknown): GateResult => {
  const parsed = parseCommand(device.kind, command);
  return 'reason' in parsed ? refuse(device, parsed.reason) : approveIfSafe(device, parsed.body);
};

/**
 * Every command passes here before it is accepted: `checkSender` asks whether the sender may command the device now,
 * `checkSafety` whether the command itself is safe, which holds for every sender. It never throws. Of several reasons
 * the shape is named first, then the sender, then the values.
 */
export const passGate = ({ device, command, sender }: GateInput): GateResult => {
  const parsed = parseCommand(device.kind, command);
  if ('reason' in parsed) return refuse(device, parsed.reason);
  const reason = checkSender(device, parsed.body, sender);
  return reason === null ? approveIfSafe(device, parsed.body) : refuse(device, reason);
};
