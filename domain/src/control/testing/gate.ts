import type { DeviceKind, DeviceSetting } from '#contract/entities/device.ts';
import { passGate } from '../gate/gate.ts';
import type { GateDevice, GateResult } from '../gate/gate.ts';
import type { Refusal } from '../gate/gate-refusal.ts';
import type { Origin } from '../gate/origin.ts';
import type { Sender } from '../gate/check-sender.ts';

export const VALVE: DeviceSetting[] = [{ key: 'hwh-mixing-valve', value: true }];

type PersonFacts = Extract<Sender, { origin: 'person' }>;

/** A device with what the gate asks of it when a person sends a command. */
export interface TestDevice extends GateDevice, Pick<PersonFacts, 'version' | 'status'> {
  readonly silentMs?: number;
}

export const deviceOf = (kind: DeviceKind, mfg: string, more: Partial<TestDevice> = {}): TestDevice => ({
  id: 'dev-1',
  kind,
  mfg,
  type: null,
  deviceSettings: null,
  version: 7,
  status: 'ONLINE',
  ...more,
});

export interface Circumstances {
  readonly origin: Origin;
  readonly activeEvent: boolean;
  readonly versionSeen: number | null;
}

export const passRaw = (
  device: TestDevice,
  command: unknown,
  { origin = 'person', activeEvent = false, versionSeen = null }: Partial<Circumstances> = {},
): GateResult => {
  const { version, status, silentMs = 0 } = device;
  const sender: Sender =
    origin === 'person' ? { origin, activeEvent, version, versionSeen, status, silentMs } : { origin };
  return passGate({ device, command, sender });
};

/** A person's command for a device that is online, unless said otherwise. */
export const pass = (device: TestDevice, body: unknown, more: Partial<Circumstances> = {}): GateResult =>
  passRaw(device, { type: 'OPERATIONAL', kind: device.kind, body }, more);

export const refusalOf = (result: GateResult): Refusal | null =>
  'refused' in result ? result.refused : null;

export const codeOf = (...given: Parameters<typeof pass>) => refusalOf(pass(...given))?.code ?? 'approved';
