import { describe, expect, test } from 'vitest';
import { modelOf } from '#domain/manufacturers/index.ts';
import { drawsOf, litresBetween } from '../environment/environment.ts';
import { setupOf } from '../house.ts';
import { deviceOf, everyModel } from '../testing/devices.ts';
import { DAY_NUMBER, environmentAt } from '../testing/environment.ts';
import { HOT_WATER_MODES, isPausedAt } from './hwh-modes.ts';
import { createHwh, performance } from './hwh.ts';
import { createTank } from './tank.ts';

const LITRES = 189;
/** J/K of the whole tank. */
const CAPACITY = LITRES * 4_186;

interface Wanted {
  readonly mode?: string;
  readonly setpoint?: number;
  readonly temperature?: number;
  readonly mfg?: string;
  readonly type?: string | null;
}

const heater = ({
  mode = 'HYBRID',
  setpoint = 120,
  temperature = 118,
  mfg = 'acme',
  type = null,
}: Wanted) => {
  const device = deviceOf('hwh', {
    mfg,
    type,
    values: { 'hwh-set-mode': mode, 'hwh-set-temperature': setpoint, 'hwh-tank-temperature': temperature },
  });
  return createHwh({ ...setupOf(device, ''), seed: 'tank' });
};

/** Power and temperature once a minute, from midnight or another minute on. */
const simulate = (model: ReturnType<typeof heater>, minutes: number, from = 0) =>
  Array.from({ length: minutes }, (_, minute) => {
    model.step(60, environmentAt(from + minute));
    const { power, 'hwh-tank-temperature': temperature } = model.report();
    return { power: Number(power), temperature: Number(temperature) };
  });
const quietNight = () => litresBetween(drawsOf(DAY_NUMBER, 'tank'), 0, 2);
const mean = (steps: readonly { temperature: number }[]) =>
  steps.reduce((sum, { temperature }) => sum + temperature, 0) / steps.length;

describe('a tank', () => {
  test('an hour of 4500 W warms 189 litres by the heat put in, less what the insulation loses', () => {
    const tank = createTank(70);
    for (let minute = 0; minute < 60; minute += 1) tank.step(60, { upper: 0, lower: 4_500 });
    const expected = ((4_500 * 3600) / CAPACITY) * 1.8;
    expect(tank.mean() - 70).toBeGreaterThan(expected * 0.98);
    expect(tank.mean() - 70).toBeLessThan(expected * 1.001);
  });

  test('a draw takes out the heat that mains water must be given to feel warm', () => {
    const tank = createTank(120);
    for (let minute = 0; minute < 10; minute += 1) tank.draw(5, 55);
    const lost = ((120 - tank.mean()) / 1.8) * CAPACITY;
    const delivered = (50 * 4_186 * (105 - 55)) / 1.8;
    expect(lost / delivered).toBeGreaterThan(0.95);
    expect(lost / delivered).toBeLessThan(1.05);
    expect(tank.lower()).toBeLessThan(tank.upper());
  });

  test('left alone it cools towards the room, by about ten degrees in two days', () => {
    const tank = createTank(120);
    for (let minute = 0; minute < 2 * 1440; minute += 1) tank.step(60, { upper: 0, lower: 0 });
    expect(tank.mean()).toBeGreaterThan(95);
    expect(tank.mean()).toBeLessThan(114);
  });

  test('never falls below the water that comes in, nor rises above what was heated', () => {
    const tank = createTank(120);
    for (let minute = 0; minute < 300; minute += 1) tank.draw(40, 55);
    expect(tank.mean()).toBeGreaterThanOrEqual(54.9);
    expect(tank.mean()).toBeLessThan(56);
  });
});

describe('heating', () => {
  test('the heat in the water is the power drawn times the performance, within a tenth', () => {
    expect(quietNight()).toBe(0);
    const cases = [
      { mode: 'STANDARD_ELECTRIC', times: () => 1 },
      { mode: 'E_HEAT', times: performance },
    ];
    for (const { mode, times } of cases) {
      const steps = simulate(heater({ mode, temperature: 90 }), 60);
      const heat = steps.reduce((sum, { power, temperature }) => sum + power * 60 * times(temperature), 0);
      const warmed = (((steps.at(-1)?.temperature ?? 0) - 90) / 1.8) * CAPACITY;
      expect(warmed / heat, mode).toBeGreaterThan(0.9);
      expect(warmed / heat, mode).toBeLessThan(1.1);
    }
  });

  test('each source draws its power: heat pump, element, both, none', () => {
    const powers = (mode: string, temperature = 90) =>
      new Set(simulate(heater({ mode, temperature }), 30).map(({ power }) => power));
    expect(powers('E_HEAT')).toEqual(new Set([501]));
    expect(powers('STANDARD_ELECTRIC')).toEqual(new Set([4_501]));
    expect(powers('HIGH_DEMAND')).toEqual(new Set([5_001]));
    expect(powers('HYBRID', 104)).toEqual(new Set([501]));
    expect(powers('HYBRID', 90).has(4_501)).toBe(true);
    expect(powers('VACATION')).toEqual(new Set([1]));
  });

  test('it keeps within its dead band over two days, and rests in between', () => {
    const steps = simulate(heater({ mode: 'STANDARD_ELECTRIC' }), 2 * 1440);
    expect(Math.max(...steps.map(({ temperature }) => temperature))).toBeLessThan(122);
    expect(mean(steps)).toBeGreaterThan(100);
    expect(steps.some(({ power }) => power > 4_000)).toBe(true);
    expect(steps.some(({ power }) => power < 10)).toBe(true);
  });

  test('a heat pump needs less than half of the electricity', () => {
    const energy = (mode: string) =>
      simulate(heater({ mode }), 3 * 1440).reduce((sum, { power }) => sum + power / 60, 0);
    expect(energy('E_HEAT')).toBeLessThan(energy('STANDARD_ELECTRIC') / 2);
    // A household of 100 to 250 litres a day.
    expect(energy('STANDARD_ELECTRIC') / 3).toBeGreaterThan(2_500);
    expect(energy('STANDARD_ELECTRIC') / 3).toBeLessThan(16_000);
  });

  test('vacation holds it low, off lets it go cold', () => {
    const away = simulate(heater({ mode: 'VACATION', temperature: 62 }), 10 * 1440);
    expect(Math.min(...away.slice(1440).map(({ temperature }) => temperature))).toBeGreaterThan(40);
    expect(Math.max(...away.map(({ temperature }) => temperature))).toBeLessThan(75);
    const off = simulate(heater({ mfg: 'aquanta', mode: 'NONE' }), 1440);
    expect(new Set(off.map(({ power }) => power))).toEqual(new Set([1]));
  });

  test('a mode that rests by the clock heats at other hours', () => {
    const tou = heater({ mfg: 'aquanta', mode: 'DEVICE_TOU', temperature: 80 });
    expect(simulate(tou, 60, 16 * 60).every(({ power }) => power === 1)).toBe(true);
    expect(simulate(tou, 60, 21 * 60).some(({ power }) => power > 4_000)).toBe(true);
    expect(isPausedAt({ source: 'element', pauses: [[22, 4]] }, 23.5)).toBe(true);
    expect(isPausedAt({ source: 'element', pauses: [[22, 4]] }, 3.9)).toBe(true);
    expect(isPausedAt({ source: 'element', pauses: [[22, 4]] }, 4)).toBe(false);
  });

  test('an event lets the tank run down but keeps it usable', () => {
    const curtailed = simulate(heater({ mfg: 'aquanta', mode: 'DR_CURTAILMENT' }), 2 * 1440);
    const normal = simulate(heater({ mfg: 'aquanta', mode: 'SETPOINT' }), 2 * 1440);
    expect(mean(curtailed)).toBeLessThan(mean(normal));
    expect(mean(curtailed)).toBeGreaterThan(90);
  });

  test('a burner draws only what its fan needs', () => {
    const gas = heater({ mfg: 'rheem', type: 'Gas Water Heater', temperature: 80 });
    const steps = simulate(gas, 60);
    expect(Math.max(...steps.map(({ power }) => power))).toBe(41);
    expect(steps.at(-1)?.temperature).toBeGreaterThan(110);
  });

  test('without a heat pump, Energy Saver means the element', () => {
    const type = 'Electric Water Heater';
    const steps = simulate(heater({ mfg: 'rheem', type, mode: 'Energy Saver', temperature: 90 }), 10);
    expect(steps.every(({ power }) => power > 4_000)).toBe(true);
  });
});

const tanks = everyModel.filter(({ kind }) => kind === 'hwh');

test('13 water heaters are walked', () => {
  expect(tanks).toHaveLength(13);
});

test.each(tanks)('$mfg $type: every mode has a meaning', (device) => {
  for (const { name } of modelOf(device).modes) expect(Object.keys(HOT_WATER_MODES)).toContain(name);
});
