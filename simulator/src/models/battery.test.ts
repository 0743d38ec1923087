import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandBody } from '#domain/control/command/command.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { Environment } from '../environment/environment.ts';
import { setupOf } from '../house.ts';
import { deviceOf, everyModel } from '../testing/devices.ts';
import { environmentAt } from '../testing/environment.ts';
import { BATTERY_MODES } from './battery-modes.ts';
import { createBattery, EFFICIENCY, RESERVE } from './battery.ts';
import { flowsFor } from './battery-flows.ts';

const CAPACITY = 13_500;
const GREATEST = CAPACITY / 2.7;

const batteryIn = (mode: string, stored = 7_000) => {
  const device = deviceOf('battery', {
    values: { 'battery-mode': mode, 'battery-present-capacity': stored },
  });
  return createBattery({ ...setupOf(device, ''), seed: 'wall' });
};

const at = (hour: number, sun = 0) => environmentAt(hour * 60, { outdoor: 70, sun });

const now = (battery: ReturnType<typeof batteryIn>) => {
  const values = battery.report();
  return {
    stored: Number(values['battery-present-capacity']),
    battery: Number(values['battery-power']),
    pv: Number(values['pv-power']),
    house: Number(values['battery-house-power']),
  };
};
const run = (battery: ReturnType<typeof batteryIn>, minutes: number, environment: Environment) =>
  Array.from({ length: minutes }, () => {
    battery.step(60, environment);
    return now(battery);
  });
const commanded = (body: CommandBody, stored?: number) => {
  const battery = batteryIn('STANDBY', stored);
  battery.applyCommand(body);
  return battery;
};

describe('flows', () => {
  const watts = fc.double({ min: 0, max: 20_000, noNaN: true });
  const signed = fc.double({ min: -20_000, max: 20_000, noNaN: true });
  const strategies = [
    ...new Set(Object.values(BATTERY_MODES).flatMap(({ strategy, next }) => [strategy, next ?? strategy])),
  ];
  const situation = fc.record({
    house: watts,
    pv: watts,
    chargeable: watts,
    dischargeable: watts,
    rate: watts,
    target: signed,
    hour: fc.double({ min: 0, max: 23.99, noNaN: true }),
  });

  test.each(strategies)('%s: house = sun + battery + grid, within the limits', (strategy) => {
    fc.assert(
      fc.property(situation, (given) => {
        const { house, pv, battery, grid } = flowsFor(strategy, given);
        expect(pv + battery + grid).toBeCloseTo(house, 6);
        expect(battery).toBeGreaterThanOrEqual(-given.chargeable);
        expect(battery).toBeLessThanOrEqual(given.dischargeable);
        expect(pv).toBeGreaterThanOrEqual(0);
        expect(pv).toBeLessThanOrEqual(given.pv);
        expect(house).toBeGreaterThanOrEqual(-1e-9);
        expect(house).toBeLessThanOrEqual(given.house + 1e-9);
      }),
    );
  });
});

test('without the grid nothing comes from it or goes to it', () => {
  const limits = { chargeable: 1_000, dischargeable: 1_000, rate: 5_000, target: 0, hour: 12 };
  expect(flowsFor('island', { ...limits, house: 500, pv: 4_000 })).toEqual({
    house: 500,
    pv: 1_500,
    battery: -1_000,
    grid: 0,
  });
  expect(flowsFor('island', { ...limits, house: 3_000, pv: 500 })).toEqual({
    house: 1_500,
    pv: 500,
    battery: 1_000,
    grid: 0,
  });
});

describe('what is stored', () => {
  test('falls by what is given, rises by what is taken, less the losses each way', () => {
    const out = batteryIn('DISCHARGE_THEN_STANDBY', 12_000);
    const given = run(out, 60, at(2)).reduce((sum, { battery }) => sum + battery / 60, 0);
    expect(given).toBeCloseTo(GREATEST, -2);
    expect(12_000 - now(out).stored).toBeCloseTo(given / EFFICIENCY, -1);

    const into = batteryIn('CHARGE_TRICKLE', 2_000);
    const taken = -run(into, 600, at(2)).reduce((sum, { battery }) => sum + battery / 60, 0);
    expect(taken).toBeCloseTo(GREATEST, -2);
    expect(now(into).stored - 2_000).toBeCloseTo(taken * EFFICIENCY, -1);
  });

  test('a round trip gives back about nine tenths', () => {
    const battery = batteryIn('CHARGE_THEN_STANDBY', RESERVE * CAPACITY);
    const taken = -run(battery, 600, at(2)).reduce((sum, one) => sum + one.battery / 60, 0);
    battery.applyCommand({ mode: 'DISCHARGE_THEN_STANDBY' });
    const given = run(battery, 600, at(2)).reduce((sum, one) => sum + one.battery / 60, 0);
    expect(given / taken).toBeCloseTo(EFFICIENCY ** 2, 2);
  });

  test('never leaves its limits', () => {
    const empty = batteryIn('SELL', 3_000);
    run(empty, 600, at(2));
    expect(now(empty)).toMatchObject({ stored: RESERVE * CAPACITY, battery: 0 });
    const full = batteryIn('CHARGE_FINALCHARGE1', 12_000);
    run(full, 600, at(2));
    expect(now(full)).toMatchObject({ stored: CAPACITY, battery: 0 });
  });
});

describe('modes', () => {
  test('self-consumption covers the house at night and stores the sun by day', () => {
    for (const { battery, house, pv } of run(batteryIn('self-consumption'), 30, at(20))) {
      expect(pv).toBe(0);
      expect(Math.abs(battery - house)).toBeLessThanOrEqual(1);
    }
    const [day] = run(batteryIn('self-consumption'), 1, at(12, 900));
    expect(day?.pv).toBeGreaterThan(2_000);
    expect(day?.battery).toBeLessThan(0);
  });

  test('backup fills itself and gives nothing; clean backup takes only the sun', () => {
    expect(run(batteryIn('backup'), 60, at(20)).every(({ battery }) => battery < 0)).toBe(true);
    expect(run(batteryIn('CLEAN_BACKUP'), 60, at(20)).every(({ battery }) => battery === 0)).toBe(true);
  });

  test.each(['off', 'STANDBY', 'SLEEP', 'disable', 'SAFETY_SHUTDOWN'])('%s: no power either way', (mode) => {
    expect(run(batteryIn(mode), 60, at(20)).every(({ battery }) => battery === 0)).toBe(true);
    expect(run(batteryIn(mode), 60, at(12, 900)).every(({ battery }) => battery === 0)).toBe(true);
  });

  test('by tariff it helps in the dear hours only', () => {
    expect(run(batteryIn('autonomous'), 1, at(18))[0]?.battery).toBeGreaterThan(0);
    expect(run(batteryIn('autonomous'), 1, at(23))[0]?.battery).toBe(0);
  });

  test('charge, then: turns when full', () => {
    const battery = batteryIn('CHARGE_THEN_AUTO', 13_000);
    expect(run(battery, 1, at(20))[0]?.battery).toBeLessThan(-1_000);
    expect(run(battery, 60, at(20)).at(-1)?.battery).toBeGreaterThan(0);
    expect(battery.report()['battery-mode']).toBe('CHARGE_THEN_AUTO');
  });

  test('a rate in watts, percent or amps is kept, up to what the battery can', () => {
    const power = (body: CommandBody) => run(commanded(body, 12_000), 1, at(2))[0]?.battery;
    expect(power({ mode: 'DISPATCH_BYPOWER', parameters: { watts: 2_000 } })).toBe(2_000);
    expect(power({ mode: 'DISPATCH_BYPOWER', parameters: { percent: 50 } })).toBe(GREATEST / 2);
    expect(power({ mode: 'DISPATCH_BYCURRENT', parameters: { amps: 10 } })).toBe(2_400);
    expect(power({ mode: 'CHARGEFROMGRID_BYPOWER', parameters: { watts: 1_500 } })).toBe(-1_500);
    expect(power({ mode: 'DISPATCH_BYPOWER', parameters: { watts: 10_000 } })).toBe(GREATEST);
    expect(power({ mode: 'DISPATCH_BYPV', parameters: { offset: -700 } })).toBe(-700);
  });

  test('by site demand it holds the meter', () => {
    const [held] = run(
      commanded({ mode: 'DISPATCH_BYSITEDEMAND', parameters: { siteMeterReading: 300 } }),
      1,
      at(19),
    );
    expect(Math.abs((held?.house ?? 0) - (held?.battery ?? 0) - 300)).toBeLessThanOrEqual(2);
  });

  test('the rate of one mode does not outlive it', () => {
    const battery = commanded({ mode: 'DISPATCH_BYPOWER', parameters: { watts: 100 } });
    battery.applyCommand({ mode: 'SELL' });
    // It sells at half of what it can.
    expect(run(battery, 1, at(2))[0]?.battery).toBe(GREATEST / 2);
  });
});

describe('an outage', () => {
  test('it runs the house from sun and charge whatever it was told, and falls below its usual reserve only then', () => {
    const battery = commanded({ mode: 'DISPATCH_BYPOWER', parameters: { watts: 4_000 } }, 3_000);
    run(battery, 60, at(2));
    expect(now(battery)).toMatchObject({ stored: RESERVE * CAPACITY, battery: 0 });
    battery.setOutage?.(true);
    for (const { battery: given, house, pv } of run(battery, 20, at(2))) {
      expect(given).toBe(house);
      expect(pv).toBe(0);
    }
    expect(now(battery).stored).toBeLessThan(RESERVE * CAPACITY);
    expect(battery.report()).toMatchObject({ 'battery-outage': true, 'battery-mode': 'DISPATCH_BYPOWER' });
    battery.setOutage?.(false);
    expect(run(battery, 1, at(2))[0]?.battery).toBe(0);
    expect(battery.report()['battery-outage']).toBe(false);
  });

  test('a mode that gives nothing runs the house too, until the charge is used up', () => {
    const battery = batteryIn('backup', 2_000);
    battery.setOutage?.(true);
    expect(run(battery, 1, at(19))[0]?.battery).toBeGreaterThan(500);
    expect(run(battery, 600, at(19)).at(-1)).toMatchObject({ battery: 0, house: 0 });
    expect(now(battery).stored).toBe(0.05 * CAPACITY);
  });

  test('what the meter of the site is held at ends with the outage, and comes back', () => {
    const battery = commanded({
      mode: 'DISPATCH_BYSITEDEMAND',
      parameters: { siteMeterReading: 0, limitPower: 800 },
    });
    expect(run(battery, 1, at(19))[0]?.battery).toBe(800);
    battery.setOutage?.(true);
    expect(run(battery, 1, at(19))[0]?.battery).toBeGreaterThan(800);
    battery.setOutage?.(false);
    expect(run(battery, 1, at(19))[0]?.battery).toBe(800);
  });
});

const batteries = everyModel.filter(({ kind }) => kind === 'battery');

test('8 batteries are walked', () => {
  expect(batteries).toHaveLength(8);
});

test.each(batteries)('$mfg $type: every mode has a meaning', (device) => {
  for (const { name } of modelOf(device).modes) expect(Object.keys(BATTERY_MODES)).toContain(name);
});
