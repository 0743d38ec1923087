import { expect, test } from 'vitest';
import type { Value } from '#contract/entities/device.ts';
import { houseEnergyModel } from '#domain/plot/house-energy.ts';
import { periodOf } from '#domain/plot/period.ts';
import { quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import { powerNow } from '#domain/telemetry/power-now.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { createFleet } from './fleet.ts';
import { deviceOf, outgoing } from './testing/devices.ts';

const START = new Date('2026-07-15T03:00:00Z');
const atMinute = (minute: number): Date => new Date(START.getTime() + minute * MINUTE);

const sis = deviceOf('battery', {
  mfg: 'sis',
  values: { 'sis-set-mode': 'STANDBY', 'battery-present-capacity': 11_000 },
});

type Values = Readonly<Record<string, Value>>;

/** An hour of readings by the minute, after one command. */
const hourOf = (mode: string, watts: number): Values[] => {
  const fleet = createFleet({ devices: [sis], seed: 's', start: START });
  fleet.deliver(outgoing(sis, { mode, parameters: { watts } }), START);
  return Array.from({ length: 61 }, (_, minute) => fleet.readings(atMinute(minute))[0]?.values ?? {});
};

const flowsOf = (values: Values) =>
  powerNow(
    [
      {
        ...sis,
        realtime: Object.entries(values).map(([key, value]) => ({
          key,
          value,
          status: null,
          time: atMinute(60).toISOString(),
        })),
      },
    ],
    atMinute(60),
  );

/** kWh of the hour in the graph of the home. */
const graphOf = (hour: readonly Values[]) => {
  const signals = hour.flatMap((values, minute) => {
    const power = values['battery-power'] ?? null;
    return signalOf('battery', { time: atMinute(minute).getTime(), values: { power } }) ?? [];
  });
  const uses = [...quarterlyUse(signals).values()];
  const net = uses.reduce((sum, { taken, given }) => sum + taken - given, 0) / HOUR;
  const energy = {
    hours: [START.toISOString()],
    devices: [{ deviceId: sis.deviceId, energy: [net], cool: null, heat: null }],
  };
  const period = periodOf('day', { year: 2026, month: 7, day: 14 }, { zone: 'America/Denver', firstDay: 0 });
  const { series } = houseEnergyModel(
    energy,
    new Map([[sis.deviceId, 'battery']]),
    period,
    atMinute(60).getTime(),
  );
  return Object.fromEntries(series.map(({ name, points }) => [name, points[0]?.value]));
};

const storedBy = (hour: readonly Values[]): number =>
  Number(hour.at(-1)?.['battery-present-capacity']) - Number(hour[0]?.['battery-present-capacity']);

test('[PLOT-2] [DASH-1] what a battery feeds the grid is given in power now and in the graph, and leaves its charge', () => {
  const hour = hourOf('DISPATCH_BYPOWER', 4_000);
  const now = flowsOf(hour.at(-1) ?? {});
  expect(now).toMatchObject({ scope: 'home', battery: 4_000 });
  expect(now?.grid).toBe((now?.use ?? 0) - 4_000);
  expect(now?.grid).toBeLessThan(0);
  const graph = graphOf(hour);
  expect(graph['battery-given']).toBeGreaterThan(3.9);
  expect(graph).toMatchObject({ 'battery-taken': 0 });
  expect(storedBy(hour)).toBeLessThan(-1_000 * (graph['battery-given'] ?? 0));
});

test('[PLOT-2] [DASH-1] what it takes from the grid is taken in both, and less of it is stored', () => {
  const hour = hourOf('CHARGEFROMGRID_BYPOWER', 2_000);
  const now = flowsOf(hour.at(-1) ?? {});
  expect(now).toMatchObject({ battery: -2_000 });
  expect(now?.grid).toBe((now?.use ?? 0) + 2_000);
  const graph = graphOf(hour);
  expect(graph['battery-taken']).toBeGreaterThan(1.9);
  expect(graph).toMatchObject({ 'battery-given': 0 });
  expect(storedBy(hour)).toBeLessThan(1_000 * (graph['battery-taken'] ?? 0));
  expect(storedBy(hour)).toBeGreaterThan(0);
});

test('[PLOT-2] in an outage nothing flows to or from the grid, and the battery says so', () => {
  const fleet = createFleet({ devices: [sis], seed: 's', start: START });
  fleet.deliver(outgoing(sis, { mode: 'DISPATCH_BYPOWER', parameters: { watts: 4_000 } }), START);
  fleet.fault(sis, { type: 'outage' });
  const [reading] = fleet.readings(atMinute(60));
  expect(reading?.values['battery-outage']).toBe(true);
  expect(flowsOf(reading?.values ?? {})).toMatchObject({ grid: 0 });
  fleet.fault(sis, null);
  expect(fleet.readings(atMinute(61))[0]?.values).toMatchObject({
    'battery-outage': false,
    'battery-power': 4_000,
  });
});
