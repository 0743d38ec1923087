import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { kinds } from '#domain/kinds/index.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { everyRow } from '#domain/manufacturers/testing/every-row.ts';
import type { Outgoing } from '#domain/ports/device-link.ts';
import type { FleetDevice } from '../device.ts';

export const START = new Date('2026-07-14T18:00:00Z');
export const after = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

type Values = Readonly<Record<string, Value>>;

const entriesOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, { value, time: START.toISOString() }]),
  );

/** Initial readings of each kind, for tests to which the values do not matter. */
const USUAL: Readonly<Record<DeviceKind, Values>> = {
  tstat: {
    'thermostat-mode': 'off',
    'thermostat-fan-mode': 'auto',
    'thermostat-cool-setpoint': 75,
    'thermostat-heat-setpoint': 68,
    'thermostat-actual-temperature': 74,
    'thermostat-hold': false,
    'thermostat-temperature-unit': 'F',
  },
  rac: { 'rac-mode': 'off', 'rac-fan-mode': 'auto', 'rac-cool-setpoint': 74, 'rac-actual-temperature': 75 },
  hwh: { 'hwh-set-mode': 'HYBRID', 'hwh-set-temperature': 120, 'hwh-tank-temperature': 118, power: 1 },
  battery: {
    'battery-mode': 'self-consumption',
    'battery-max-capacity': 13_500,
    'battery-present-capacity': 7_000,
    'battery-power': 500,
    'pv-power': 1_000,
    'battery-house-power': 1_500,
  },
  evse: {
    'evse-mode': 'INUSE_CHARGING',
    'evse-power': 7_200,
    'evse-power-limit': 7_680,
    'evse-max-power': 7_680,
  },
  ev: {
    'ev-battery-capacity': 75_000,
    'ev-battery-level': 0.5,
    'ev-battery-range': 140,
    'ev-charging-status': 'NOT_CHARGING',
    'ev-home-power': 0,
    'ev-away-power': 0,
    'ev-location-status': 'HOME',
    'ev-plugged-in-status': true,
  },
};

type Wanted = Partial<Omit<FleetDevice, 'entries'>> & { readonly values?: Values; readonly status?: string };

export const deviceOf = (kind: DeviceKind, wanted: Wanted = {}): FleetDevice => {
  const { values = {}, status = 'ONLINE', ...rest } = wanted;
  return {
    providerId: 'sunvale',
    houseId: 'house',
    deviceId: `${kind}-1`,
    mfg: 'acme',
    type: null,
    ...rest,
    kind,
    entries: entriesOf({ ...USUAL[kind], ...values, status }),
  };
};

const modeKey = (kind: DeviceKind): string | undefined =>
  Object.entries(kinds[kind].controls).find(([, { field }]) => field === 'mode')?.[0];

/** A device of every row of every maker, and of a maker nobody described; each in a house of its own. */
export const everyModel: readonly FleetDevice[] = [
  ...everyRow,
  ...(Object.keys(kinds) as DeviceKind[]).map((kind) => ({ mfg: 'acme', kind, type: null })),
].map(({ mfg, kind, type }) => {
  const key = modeKey(kind);
  const mode = modelOf({ kind, mfg, type }).modes[0]?.name;
  const values = key !== undefined && mode !== undefined ? { [key]: mode } : {};
  const id = `${mfg}-${kind}-${type ?? 'any'}`;
  return deviceOf(kind, { mfg, type, houseId: id, deviceId: id, values });
});

/** Cast, so that devices which the gate protects can be commanded in tests too. */
const approved = (device: FleetDevice, body: CommandBody): ApprovedCommand =>
  ({
    deviceId: device.deviceId,
    type: 'OPERATIONAL',
    kind: device.kind,
    body,
  }) as unknown as ApprovedCommand;

export const outgoing = (
  device: FleetDevice,
  body: CommandBody,
  { sequence = 1, expiresAt = after(START, 365 * 86_400) } = {},
): Outgoing => ({
  providerId: device.providerId,
  houseId: device.houseId,
  deviceId: device.deviceId,
  commandId: `command-${sequence}`,
  sequence,
  command: approved(device, body),
  expiresAt,
});
