import { describe, expect, test } from 'vitest';
import { modelOf } from '#domain/manufacturers/index.ts';
import { HOUR } from '#domain/time/time.ts';
import { outdoorTemperature } from '../environment/environment.ts';
import { airOf, weatherOf } from '../testing/air.ts';
import { everyModel } from '../testing/devices.ts';
import { AIR_MODES } from './air.ts';
import { createRoom } from './room.ts';

const shell = { floor: 180, loss: 1.8 };
const airIn = (setup: Parameters<typeof airOf>[1]) => airOf(shell, setup);
/** The room's temperature and what runs, once a minute. */
const simulate = (air: ReturnType<typeof airIn>, outdoor: number, minutes: number) =>
  Array.from({ length: minutes }, () => {
    air.step(60, weatherOf(outdoor));
    return { temperature: air.temperature(), ...air.activity() };
  });
const last = <T>(list: readonly T[]): T => {
  const last = list.at(-1);
  if (last === undefined) throw new Error('empty');
  return last;
};

test('a room of a house is kept from frost by the rest of it, and from heat as well', () => {
  const room = { floor: 20, loss: 4, inner: 16 };
  const restsAt = (outdoor: number) =>
    last(simulate(airIn({ ...room, mode: 'off', temperature: 70 }), outdoor, 3 * 1440)).temperature;
  expect(restsAt(20)).toBeGreaterThan(57);
  expect(restsAt(20)).toBeLessThan(66);
  expect(restsAt(95)).toBeLessThan(85);
  expect(
    last(simulate(airIn({ ...room, coolSetpoint: 74, setpoints: 'cool' }), 95, 1440)).temperature,
  ).toBeLessThan(76);
});

describe('a room', () => {
  test('left alone comes to rest a little above the outdoor temperature', () => {
    const room = createRoom(shell, 75);
    for (let minute = 0; minute < 14 * 1440; minute += 1) room.step(60, weatherOf(30), 0);
    // 3 W/m² of people and things over 1.8 W/K per m².
    expect(room.temperature()).toBeCloseTo(30 + (3 / 1.8) * 1.8, 1);
  });

  test('its air answers faster than its mass', () => {
    const room = createRoom(shell, 70);
    const warm = () => room.step(60, weatherOf(70), 10_000);
    for (let minute = 0; minute < 10; minute += 1) warm();
    const early = room.temperature() - 70;
    for (let minute = 0; minute < 110; minute += 1) warm();
    const later = room.temperature() - 70;
    expect(early / 10).toBeGreaterThan((2 * (later - early)) / 110);
  });

  test('short steps and long ones tell nearly the same', () => {
    const [coarse, fine] = [createRoom(shell, 75), createRoom(shell, 75)];
    for (let minute = 0; minute < 120; minute += 1) coarse.step(60, weatherOf(20), 5_000);
    for (let step = 0; step < 720; step += 1) fine.step(10, weatherOf(20), 5_000);
    expect(coarse.temperature()).toBeCloseTo(fine.temperature(), 1);
  });
});

describe('heating and cooling', () => {
  test('a warm room cools to its setpoint and stays within the dead band', () => {
    const steps = simulate(airIn({ temperature: 84 }), 95, 12 * 60);
    const settled = steps.slice(240).map(({ temperature }) => temperature);
    expect(Math.max(...settled)).toBeLessThan(77);
    expect(Math.min(...settled)).toBeGreaterThan(73);
    expect(steps.some(({ heating }) => heating)).toBe(false);
  });

  test('a cold room heats to its setpoint and stays within the dead band', () => {
    const settled = simulate(airIn({ mode: 'heat', temperature: 58 }), 10, 24 * 60).slice(12 * 60);
    expect(Math.min(...settled.map(({ temperature }) => temperature))).toBeGreaterThan(65);
    expect(Math.max(...settled.map(({ temperature }) => temperature))).toBeLessThan(70);
  });

  test('on the coldest days of the climate it runs most of the time, and keeps the room warm', () => {
    const simulated = [34, 40, 44].map((latitude) => {
      const nights = Array.from({ length: 3 * 8_766 }, (_, hour) =>
        outdoorTemperature(
          new Date(Date.UTC(2025, 0, 1) + hour * HOUR),
          { latitude, longitude: -105, offsetHours: -7 },
          'sky',
        ),
      );
      return nights.reduce((least, outdoor) => Math.min(least, outdoor));
    });
    for (const coldest of simulated) {
      const settled = simulate(airIn({ mode: 'heat', temperature: 68 }), coldest, 24 * 60).slice(12 * 60);
      expect(Math.min(...settled.map(({ temperature }) => temperature))).toBeGreaterThan(65);
    }
    const coldest = Math.min(...simulated);
    const settled = simulate(airIn({ mode: 'heat', temperature: 68 }), coldest, 24 * 60).slice(12 * 60);
    const share = settled.filter(({ heating }) => heating).length / settled.length;
    expect(share).toBeGreaterThan(0.75);
  });

  test('auto does whichever the room needs', () => {
    expect(last(simulate(airIn({ mode: 'auto', temperature: 60 }), 20, 300)).temperature).toBeGreaterThan(66);
    expect(last(simulate(airIn({ mode: 'auto', temperature: 84 }), 95, 300)).temperature).toBeLessThan(77);
  });

  test('auto with one number for both does not fight itself', () => {
    const steps = simulate(
      airIn({ mode: 'auto', heatSetpoint: 72, coolSetpoint: 72, temperature: 76 }),
      50,
      300,
    );
    expect(steps.some(({ cooling }) => cooling)).toBe(true);
    expect(steps.filter(({ heating, temperature }) => heating && temperature > 71)).toEqual([]);
  });

  test('the compressor rests at least two minutes before it starts again', () => {
    const air = airIn({ temperature: 84 });
    expect(last(simulate(air, 95, 1)).cooling).toBe(true);
    air.applyCommand({ mode: 'off' });
    air.step(10, weatherOf(95));
    air.applyCommand({ mode: 'cool' });
    const rest = Array.from({ length: 60 }, () => {
      air.step(10, weatherOf(95));
      return air.activity().cooling;
    }).indexOf(true);
    expect(rest * 10).toBeGreaterThanOrEqual(110);
    expect(rest * 10).toBeLessThanOrEqual(310);
  });

  test('off does nothing, fan only blows', () => {
    const off = simulate(airIn({ mode: 'off', temperature: 84 }), 95, 60);
    expect(off.some(({ heating, cooling, fan }) => heating || cooling || fan)).toBe(false);
    const fan = simulate(airIn({ mode: 'fan', temperature: 84 }), 95, 60);
    expect(fan.every((now) => now.fan && !now.cooling)).toBe(true);
  });

  test('a fan switched on runs even when all else is off', () => {
    expect(simulate(airIn({ mode: 'off', fanMode: 'on' }), 70, 5).every(({ fan }) => fan)).toBe(true);
  });

  test('energy saver starts later than cool and rests its fan; dry cools more slowly', () => {
    const [cool, saver] = ['cool', 'energy-saver'].map((mode) =>
      simulate(airIn({ mode, fanMode: 'low', temperature: 75 }), 95, 24 * 60),
    );
    const warmest = (steps = cool) => Math.max(...(steps ?? []).map(({ temperature }) => temperature));
    expect(warmest(saver)).toBeGreaterThan(warmest(cool) + 0.5);
    expect(cool?.every(({ fan }) => fan)).toBe(true);
    expect(saver?.every(({ fan }) => fan)).toBe(false);
    const [quick, dry] = ['cool', 'dry'].map((mode) =>
      last(simulate(airIn({ mode, temperature: 84 }), 84, 20)),
    );
    expect(dry?.temperature).toBeGreaterThan((quick?.temperature ?? 0) + 1);
    expect(dry?.temperature).toBeLessThan(84);
  });

  test('eco keeps wide limits whatever is set', () => {
    const eco = simulate(airIn({ mode: 'eco', coolSetpoint: 70, temperature: 76 }), 78, 60);
    expect(eco.some(({ cooling }) => cooling)).toBe(false);
    expect(simulate(airIn({ mode: 'eco', temperature: 84 }), 95, 60).some(({ cooling }) => cooling)).toBe(
      true,
    );
  });

  test('equipment that only heats never cools, and the other way round', () => {
    const heater = simulate(airIn({ mode: 'cool', setpoints: 'heat', temperature: 90 }), 95, 60);
    expect(heater.some(({ cooling }) => cooling)).toBe(false);
    const cooler = simulate(airIn({ mode: 'auto', setpoints: 'cool', temperature: 50 }), 20, 60);
    expect(cooler.some(({ heating }) => heating)).toBe(false);
  });
});

const air = everyModel.filter(({ kind }) => kind === 'tstat' || kind === 'rac');

test('15 air models are walked', () => {
  expect(air).toHaveLength(15);
});

test.each(air)('$mfg $kind: every mode has a meaning', (device) => {
  for (const { name } of modelOf(device).modes) expect(Object.keys(AIR_MODES)).toContain(name);
});
