import { describe, expect, test } from 'vitest';
import { fahrenheitToCelsius } from '#domain/units.ts';
import { environmentOf } from './environment/environment.ts';
import { createFleet } from './fleet.ts';
import { coolingPerformance, heatingPerformance } from './models/heat-pump.ts';
import { gainsOf } from './models/room.ts';
import { createTank } from './models/tank.ts';
import { siteOf, DEFAULT_PLACE } from './environment/place.ts';
import { uniformBetween, randomOf } from './base/random.ts';
import { airOf, weatherOf } from './testing/air.ts';
import { START, after, deviceOf, outgoing } from './testing/devices.ts';

const MINUTE_SECONDS = 60;
const shell = { floor: 200, loss: 1.7 };

const houseWith = (setup: Parameters<typeof airOf>[1]) => airOf(shell, setup);

describe('energy is neither made nor lost', () => {
  test.each([
    ['cool', '2026-07-10T06:00:00Z'],
    ['heat', '2026-01-10T06:00:00Z'],
    ['auto', '2026-04-10T06:00:00Z'],
  ])('a house in mode %s: what it holds grows by what came in, over two days from %s', (mode, start) => {
    const air = houseWith({ mode });
    const environmentAt = environmentOf('conservation');
    const siteAt = siteOf(DEFAULT_PLACE);
    const before = air.heat();
    let came = 0;
    for (let minute = 0; minute < 2 * 1440; minute += 1) {
      const instant = after(new Date(start), minute * MINUTE_SECONDS);
      const environment = environmentAt(instant, siteAt(instant));
      const gains = gainsOf(shell, environment, air.temperature());
      air.step(MINUTE_SECONDS, environment);
      came += (gains + air.heating()) * MINUTE_SECONDS;
    }
    expect(Math.abs(came)).toBeGreaterThan(1e5);
    expect(air.heat() - before).toBeCloseTo(came, 0);
  });

  test('a tank: what it holds changes by heaters, taps and the insulation alone', () => {
    const random = randomOf('tank');
    const tank = createTank(120);
    for (let step = 0; step < 5_000; step += 1) {
      const heat =
        random() < 0.3 ? { upper: 0, lower: uniformBetween(random, 0, 4_500) } : { upper: 0, lower: 0 };
      const [held, mean] = [tank.heat(), fahrenheitToCelsius(tank.mean())];
      tank.step(MINUTE_SECONDS, heat);
      const came = MINUTE_SECONDS * (heat.upper + heat.lower + 1.06 * (20 - mean));
      expect(tank.heat() - held).toBeCloseTo(came, 2);

      const before = tank.heat();
      const litres = random() < 0.2 ? uniformBetween(random, 0, 8) : 0;
      tank.draw(litres, 60);
      // A tap cannot take more heat than warm water of its amount holds above the mains, nor bring any.
      const most = litres * 4_186 * (fahrenheitToCelsius(105) - fahrenheitToCelsius(60));
      expect(before - tank.heat()).toBeGreaterThanOrEqual(-1e-3);
      expect(before - tank.heat()).toBeLessThanOrEqual(most + 1e-3);
    }
  });

  test('the electricity of heating and cooling is the heat moved over the performance', () => {
    for (const [mode, outdoor, temperature] of [
      ['cool', 98, 82],
      ['heat', 20, 60],
    ] as const) {
      const air = houseWith({ mode, temperature });
      for (let minute = 0; minute < 10; minute += 1) air.step(MINUTE_SECONDS, weatherOf(outdoor));
      const performance = mode === 'cool' ? coolingPerformance(outdoor) : heatingPerformance(outdoor);
      // 60 W are the fan's, which stay in the room.
      expect(air.power()).toBeCloseTo(60 + Math.abs(air.heating() - 60) / performance, 6);
    }
  });

  test('performance follows the curves of the tables', () => {
    expect(coolingPerformance(95)).toBeCloseTo(3.5, 1);
    expect(coolingPerformance(75) / 3.5).toBeCloseTo(1.27, 2);
    expect(coolingPerformance(105) / 3.5).toBeCloseTo(0.9, 1);
    expect(heatingPerformance(47)).toBeCloseTo(2.5, 2);
    expect(heatingPerformance(17)).toBeLessThan(1.8);
    expect(heatingPerformance(-40)).toBeGreaterThanOrEqual(1);
  });

  test('the load of a battery includes the other devices of its house', () => {
    const at = (values: Record<string, number | string>) => ({ houseId: 'coupled', values });
    const battery = deviceOf('battery', at({}));
    const heater = deviceOf('hwh', at({ 'hwh-set-mode': 'STANDARD_ELECTRIC', 'hwh-tank-temperature': 70 }));
    const alone = createFleet({ devices: [battery], seed: 's', start: START });
    const together = createFleet({ devices: [battery, heater], seed: 's', start: START });
    const houseOf = (fleet: typeof alone) =>
      Number(
        fleet.readings(after(START, 600)).find(({ deviceId }) => deviceId === battery.deviceId)?.values[
          'battery-house-power'
        ],
      );
    expect(houseOf(together) - houseOf(alone)).toBeCloseTo(4_501, -1);
  });
});

describe('a set-back', () => {
  const hours = (air: ReturnType<typeof houseWith>, minutes: number) => {
    let energy = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      air.step(MINUTE_SECONDS, weatherOf(96, 600));
      energy += air.power() / 60;
    }
    return { energy, temperature: air.temperature() };
  };

  test('shows pre-cooling, the drop and the snap-back', () => {
    const [usual, asked] = [houseWith({}), houseWith({})];
    for (const air of [usual, asked]) hours(air, 24 * 60);
    asked.applyCommand({ coolSetpoint: 73 });
    const before = { usual: hours(usual, 60), asked: hours(asked, 60) };
    expect(before.asked.energy).toBeGreaterThan(1.1 * before.usual.energy);
    expect(before.asked.temperature).toBeLessThan(before.usual.temperature);

    asked.applyCommand({ coolSetpoint: 79 });
    const early = { usual: hours(usual, 60), asked: hours(asked, 60) };
    const late = { usual: hours(usual, 60), asked: hours(asked, 60) };
    expect(early.asked.energy).toBeLessThan(0.2 * early.usual.energy);
    // The house warms up, so that the saving fades.
    expect(late.asked.energy).toBeGreaterThan(early.asked.energy);
    expect(late.asked.temperature).toBeGreaterThan(77);

    asked.applyCommand({ coolSetpoint: 75 });
    const after = { usual: hours(usual, 60), asked: hours(asked, 60) };
    expect(after.asked.energy).toBeGreaterThan(1.25 * after.usual.energy);
  });

  test('saves over the whole, less than it moves', () => {
    const [usual, asked] = [houseWith({}), houseWith({})];
    for (const air of [usual, asked]) hours(air, 24 * 60);
    asked.applyCommand({ coolSetpoint: 79 });
    const moved = hours(usual, 180).energy - hours(asked, 180).energy;
    asked.applyCommand({ coolSetpoint: 75 });
    const back = hours(asked, 24 * 60).energy - hours(usual, 24 * 60).energy;
    expect(moved).toBeGreaterThan(0);
    expect(back).toBeGreaterThan(0.3 * moved);
    expect(back).toBeLessThan(moved);
  });
});

test('a thermometer that drifts tells more and more, and the room is as it was', () => {
  const device = deviceOf('tstat');
  const [true_, drifting] = ['a', 'b'].map(() => createFleet({ devices: [device], seed: 's', start: START }));
  drifting?.fault(device, { type: 'drifts', perHour: 2 });
  const read = (fleet: typeof true_, hours: number) =>
    fleet?.readings(after(START, hours * 3600))[0]?.values ?? {};
  for (const hours of [0, 1, 3]) {
    const [a, b] = [read(true_, hours), read(drifting, hours)];
    const key = 'thermostat-actual-temperature';
    expect(Number(b[key]) - Number(a[key])).toBeCloseTo(2 * hours, 1);
    expect(b['thermostat-cool-setpoint']).toBe(a['thermostat-cool-setpoint']);
  }
  drifting?.fault(device, null);
  expect(read(drifting, 4)).toEqual(read(true_, 4));
  expect(drifting?.deliver(outgoing(device, { mode: 'cool' }), after(START, 4 * 3600)).outcome).toBe(
    'delivered',
  );
});
