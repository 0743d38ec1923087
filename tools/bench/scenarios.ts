import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { DeviceAction } from '../../simulator/src/history.ts';

/** A kind of device with its season, and what residents set on weekday mornings and afternoons. */
export interface Scenario {
  readonly what: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly programId: string;
  readonly firstDay: string;
  readonly values: Readonly<Record<string, Value>>;
  /** Of its mode, as its owner set them. */
  readonly parameters?: CommandBody['parameters'];
  /** null: its setting stays as it is. */
  readonly away: { readonly morning: DeviceAction['body']; readonly afternoon: DeviceAction['body'] } | null;
}

const house = {
  'thermostat-actual-temperature': 71,
  'thermostat-cool-setpoint': 75,
  'thermostat-heat-setpoint': 69,
  'thermostat-fan-mode': 'auto',
};
const storage = {
  'battery-max-capacity': 13_500,
  'battery-present-capacity': 12_500,
  'battery-power': 0,
  'pv-power': 0,
  'battery-house-power': 800,
};
const tank = { 'hwh-set-temperature': 122, 'hwh-tank-temperature': 120, power: 1 };

export const SCENARIOS: readonly Scenario[] = [
  {
    what: 'thermostat, cooling',
    kind: 'tstat',
    mfg: 'honeywell',
    programId: 'summer-cooling',
    firstDay: '2026-06-22',
    values: { ...house, 'thermostat-mode': 'cool' },
    away: { morning: { coolSetpoint: 80 }, afternoon: { coolSetpoint: 75 } },
  },
  {
    what: 'thermostat, heating',
    kind: 'tstat',
    mfg: 'honeywell',
    programId: 'winter-heating',
    firstDay: '2026-01-05',
    values: { ...house, 'thermostat-mode': 'heat' },
    away: { morning: { heatSetpoint: 64 }, afternoon: { heatSetpoint: 69 } },
  },
  {
    what: 'baseboard, metered',
    kind: 'tstat',
    mfg: 'mysa',
    programId: 'winter-heating',
    firstDay: '2026-01-05',
    values: { ...house, 'thermostat-mode': 'heat' },
    away: { morning: { heatSetpoint: 64 }, afternoon: { heatSetpoint: 69 } },
  },
  {
    what: 'electric tank',
    kind: 'hwh',
    mfg: 'aquanta',
    programId: 'water-heater',
    firstDay: '2026-01-05',
    values: { ...tank, 'hwh-set-mode': 'SETPOINT' },
    away: null,
  },
  {
    what: 'heat-pump tank',
    kind: 'hwh',
    mfg: 'ge',
    programId: 'water-heater',
    firstDay: '2026-01-05',
    values: { ...tank, 'hwh-set-mode': 'HYBRID' },
    away: null,
  },
  {
    what: 'battery kept for outages',
    kind: 'battery',
    mfg: 'tesla',
    programId: 'home-battery',
    firstDay: '2026-06-22',
    values: { ...storage, 'battery-mode': 'backup' },
    away: null,
  },
  {
    what: 'battery by tariff, feeds the grid in events',
    kind: 'battery',
    mfg: 'pika',
    programId: 'home-battery',
    firstDay: '2026-06-22',
    values: { ...storage, 'battery-mode': 'REMOTE_ARBITRAGE' },
    away: null,
  },
  {
    what: 'battery that runs its home on the sun, feeds the grid in events',
    kind: 'battery',
    mfg: 'pika',
    programId: 'home-battery',
    firstDay: '2026-06-22',
    values: { ...storage, 'battery-mode': 'SELF_SUPPLY' },
    away: null,
  },
  {
    what: 'battery that stores the sun, feeds the grid in events',
    kind: 'battery',
    mfg: 'sis',
    programId: 'home-battery',
    firstDay: '2026-06-22',
    values: { ...storage, 'sis-set-mode': 'CHARGEFROMPV' },
    parameters: { loadSupportEnabled: true },
    away: null,
  },
];
