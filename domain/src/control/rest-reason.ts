import type { DeviceKind } from '#contract/entities/device.ts';
import type { LatestValues } from './latest-values.ts';
import { CHARGING_FROM, FLOW_FROM } from './rest-power.ts';

/** Why a battery, a charger or a car rests, where its own readings say it. */
export type RestReason =
  | { readonly code: 'full' | 'empty' | 'unplugged' | 'noCar' | 'noPower' }
  /** In this mode it neither stores nor gives, or keeps its charge for an outage. */
  | { readonly code: 'idleMode' | 'backupMode'; readonly mode: string };

/** Shares of the capacity; makers round what they report. */
const FULL_FROM = 0.995;
const EMPTY_TO = 0.005;

/** Modes of the makers whose names leave no doubt. Others may rest for reasons that no reading tells. */
const IDLE_MODES: readonly string[] = ['off', 'disable', 'SAFETY_SHUTDOWN', 'STANDBY', 'SLEEP', 'BYPASS'];
const BACKUP_MODES: readonly string[] = ['backup', 'backupOnly', 'BACKUP', 'PRIORITY_BACKUP'];

type Rule = (readings: LatestValues) => RestReason | null;

const batteryRest: Rule = (readings) => {
  const power = readings.number('battery-power');
  if (power === null || Math.abs(power) >= FLOW_FROM) return null;
  const mode = readings.text('sis-set-mode') ?? readings.text('battery-mode');
  if (mode !== null && IDLE_MODES.includes(mode)) return { code: 'idleMode', mode };
  if (mode !== null && BACKUP_MODES.includes(mode)) return { code: 'backupMode', mode };
  const full = readings.number('battery-max-capacity');
  const present = readings.number('battery-present-capacity');
  if (!full || present === null) return null;
  if (present >= FULL_FROM * full) return { code: 'full' };
  return present <= EMPTY_TO * full ? { code: 'empty' } : null;
};

const chargerRest: Rule = (readings) => {
  const mode = readings.text('evse-mode');
  if (mode === 'AVAILABLE') return { code: 'noCar' };
  return mode === 'INUSE' && readings.number('evse-power-limit') === 0 ? { code: 'noPower' } : null;
};

const carRest: Rule = (readings) => {
  const power = (readings.number('ev-home-power') ?? 0) + (readings.number('ev-away-power') ?? 0);
  const isCharging = readings.text('ev-charging-status') === 'CHARGING' || power >= CHARGING_FROM;
  const isFull = (readings.number('ev-battery-level') ?? 0) >= FULL_FROM;
  if (isCharging || isFull) return null;
  return readings.flag('ev-plugged-in-status') === false ? { code: 'unplugged' } : null;
};

const RULES: Readonly<Partial<Record<DeviceKind, Rule>>> = {
  battery: batteryRest,
  evse: chargerRest,
  ev: carRest,
};

/** null: the device does something, or nothing that it reports says why it does not. */
export const restReason = (kind: DeviceKind, readings: LatestValues): RestReason | null =>
  readings.status === 'ONLINE' ? (RULES[kind]?.(readings) ?? null) : null;
