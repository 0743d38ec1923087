import { describe, expect, test } from 'vitest';
import { createCar } from './car.ts';
import { environmentAt } from '../testing/environment.ts';

type Setup = Parameters<typeof createCar>[0];

const carIn = (setup: Partial<Setup> = {}) =>
  createCar({
    capacity: 75_000,
    level: 0.3,
    fullRange: 250,
    isHome: true,
    isPluggedIn: true,
    power: 7_200,
    homePower: 0,
    awayPower: 0,
    seed: 'car',
    ...setup,
  });

const simulate = (car: ReturnType<typeof carIn>, minutes: number, limit = 7_680, from = 0) =>
  Array.from({ length: minutes }, (_, minute) => {
    car.step(60, environmentAt(from + minute), limit);
    return car.now();
  });

describe('charging', () => {
  test('what the wall gives, less the losses, is in the battery', () => {
    const car = carIn();
    const energy = simulate(car, 120).reduce((sum, { homePower }) => sum + homePower / 60, 0);
    expect(energy).toBeCloseTo(2 * 7_200, 3);
    expect((car.now().level - 0.3) * 75_000).toBeCloseTo(0.9 * energy, 3);
    expect(car.now().range).toBeCloseTo(car.now().level * 250, 6);
  });

  test('the charger limits it, and a full battery takes less and less', () => {
    expect(simulate(carIn(), 1, 3_000)[0]?.homePower).toBe(3_000);
    const [at80, at88] = [0.79, 0.88].map((level) => simulate(carIn({ level }), 1)[0]?.homePower ?? 0);
    expect(at80).toBe(7_200);
    expect(at88).toBeLessThan(0.75 * 7_200);
  });

  test('a full car, one that is not plugged in and one that is away take nothing', () => {
    expect(simulate(carIn({ level: 1 }), 60).every(({ homePower }) => homePower === 0)).toBe(true);
    expect(simulate(carIn({ isPluggedIn: false }), 60).every(({ homePower }) => homePower === 0)).toBe(true);
    expect(simulate(carIn({ isHome: false }), 60).every(({ homePower }) => homePower === 0)).toBe(true);
  });
});

describe('four weeks', () => {
  const weeks = simulate(carIn({ level: 0.6 }), 28 * 1440);

  test('it leaves, drives and comes home, and never runs past empty or full', () => {
    const share = weeks.filter(({ isHome }) => isHome).length / weeks.length;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.85);
    expect(Math.min(...weeks.map(({ level }) => level))).toBeGreaterThan(0.05);
    expect(Math.max(...weeks.map(({ level }) => level))).toBeLessThanOrEqual(1);
  });

  test('it is plugged in only at home, and draws at home only when plugged in', () => {
    const wrong = weeks.filter(
      ({ isHome, isPluggedIn, homePower, awayPower }) =>
        (isPluggedIn && !isHome) || (homePower > 0 && !isPluggedIn) || (awayPower > 0 && isHome),
    );
    expect(wrong).toEqual([]);
  });

  test('what it drove it took from the wall', () => {
    const energy = weeks.reduce((sum, { homePower, awayPower }) => sum + (homePower + awayPower) / 60, 0);
    expect(energy).toBeGreaterThan(28 * 2_000);
    expect(energy).toBeLessThan(28 * 25_000);
  });

  test('a small battery charges on the road before it is empty', () => {
    const small = simulate(carIn({ capacity: 20_000, fullRange: 60, isPluggedIn: false }), 28 * 1440);
    expect(small.some(({ awayPower }) => awayPower > 0)).toBe(true);
    expect(small.filter(({ level }) => !(level >= 0 && level <= 1))).toEqual([]);
  });
});
