import type { DeviceKind, DeviceSetting } from '#contract/entities/device.ts';
import { passGate } from '../gate.ts';
import type { GateInput, Refusal } from '../gate.ts';

export const ORIGINS = [
  'person',
  'schedule',
  'event',
  'restore',
  'safety',
] as const satisfies GateInput['origin'][];
export const VALVE: DeviceSetting[] = [{ key: 'hwh-mixing-valve', value: true }];

type Device = GateInput['device'];

export const deviceOf = (kind: DeviceKind, mfg: string, more: Partial<Device> = {}): Device => ({
  id: 'dev-1',
  kind,
  mfg,
  type: null,
  deviceSettings: null,
  version: 7,
  status: 'ONLINE',
  ...more,
});

/** A person's command for a device that is online, unless said otherwise. */
export const pass = (device: Device, body: unknown, more: Partial<GateInput> = {}) =>
  passGate({
    device,
    command: { type: 'OPERATIONAL', kind: device.kind, body },
    origin: 'person',
    activeEvent: false,
    versionSeen: null,
    ...more,
  });

export const refusalOf = (result: ReturnType<typeof passGate>): Refusal | null =>
  'refused' in result ? result.refused : null;

export const codeOf = (...given: Parameters<typeof pass>) => refusalOf(pass(...given))?.code ?? 'approved';
