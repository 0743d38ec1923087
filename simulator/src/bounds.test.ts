import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import { holdsSetpoint } from '#domain/control/controls.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { runs } from '#domain/testing/property-runs.ts';
import type { FleetDevice } from './device.ts';
import { createFleet } from './fleet.ts';
import { equipmentFor } from './models/room.ts';
import { after, everyModel, outgoing } from './testing/devices.ts';

describe('two days of chance commands', () => {
  const BOUNDS: Readonly<Record<string, readonly [min: number, max: number]>> = {
    'thermostat-actual-temperature': [0, 125],
    'rac-actual-temperature': [0, 125],
    'hwh-tank-temperature': [32, 195],
    'battery-present-capacity': [0, 13_500],
    'battery-power': [-5_000, 5_000],
    'pv-power': [0, 8_000],
    'battery-house-power': [0, 8_000],
    'evse-power': [0, 7_680],
    'ev-battery-level': [0, 1],
    'ev-battery-range': [0, 300],
    'ev-home-power': [0, 7_680],
    'ev-away-power': [0, 11_000],
  };
  /** W of the largest of its kind: the leakiest house on strips of resistance, both parts of a water heater. */
  const MOST_POWER: Readonly<Partial<Record<FleetDevice['kind'], number>>> = {
    tstat: equipmentFor({ floor: 260, loss: 2.2 }).heating + 100,
    hwh: 5_500,
  };
  const boundsOf = (kind: FleetDevice['kind'], key: string): readonly [min: number, max: number] =>
    key === 'power'
      ? [0, MOST_POWER[kind] ?? 0]
      : (BOUNDS[key] ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  const isPlausible = (kind: FleetDevice['kind'], [key, value]: [string, Value]) => {
    if (typeof value !== 'number') return true;
    const [min, max] = boundsOf(kind, key);
    return value >= min && value <= max;
  };
  const bodyFor = (device: FleetDevice): fc.Arbitrary<CommandBody> => {
    const { modes, fanModes, setpoint } = modelOf(device);
    const range = setpoint ?? [0, 100];
    const temperature = fc.double({ min: range[0], max: range[1], noNaN: true });
    const fields = ['setpoint', 'heatSetpoint', 'coolSetpoint'] as const;
    const held = fields.filter((field) => holdsSetpoint(device, field));
    const watts = fc.record({ watts: fc.double({ min: 0, max: 10_000, noNaN: true }) });
    return fc.record(
      {
        ...(modes.length > 0 ? { mode: fc.constantFrom(...modes.map(({ name }) => name)) } : {}),
        ...(fanModes.length > 0 ? { fanMode: fc.constantFrom(...fanModes) } : {}),
        ...Object.fromEntries(held.map((field) => [field, temperature])),
        ...(device.kind === 'battery' ? { parameters: watts } : {}),
      },
      { requiredKeys: [] },
    );
  };

  const SLOTS = 96;

  test.each(everyModel)('$deviceId stays finite and plausible', (device) => {
    const slot = fc.integer({ min: 0, max: SLOTS - 1 });
    const commands = fc.array(fc.tuple(slot, bodyFor(device)), { maxLength: 8 });
    const season = fc.constantFrom('2026-01-14', '2026-07-14');
    fc.assert(
      fc.property(commands, fc.string(), season, (commands, seed, day) => {
        const start = new Date(`${day}T05:00:00Z`);
        const fleet = createFleet({ devices: [device], seed, start });
        let sequence = 0;
        const wrong = Array.from({ length: SLOTS }, (_, half) => {
          const now = after(start, half * 1800);
          for (const [, body] of commands.filter(([wanted]) => wanted === half)) {
            sequence += 1;
            const { outcome } = fleet.deliver(outgoing(device, body, { sequence, expiresAt: now }), now);
            expect(outcome).toBe('delivered');
          }
          const [reading] = fleet.readings(now);
          const values = Object.entries(reading?.values ?? {});
          expect(values.length).toBeGreaterThan(1);
          return values.filter((entry) => !isPlausible(device.kind, entry));
        });
        expect(wrong.flat()).toEqual([]);
      }),
      { numRuns: runs(5) },
    );
  });
});
