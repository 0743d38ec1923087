import { expect, test } from 'vitest';
import { HOUR } from '../../time/time.ts';
import { expectedSavings } from './expected-savings.ts';
import { cooling, eventOf, START, water } from '../testing/facts.ts';

const ALONE = { index: 0, count: 1 };

test('a reward per kWh is that of the typical energy of the event’s hours', () => {
  // 1,100 Wh an hour for two hours, at 100 a kWh.
  expect(expectedSavings(eventOf(cooling), ALONE)).toEqual({ wh: 2_200, amount: 220, currency: 'USD' });
  const short = eventOf(cooling, { endTime: START + HOUR / 4 });
  // 275 Wh at 100 a kWh are 27.5, rounded half up.
  expect(expectedSavings(short, ALONE)).toEqual({ wh: 275, amount: 28, currency: 'USD' });
});

test('a reward per event is one for the home: its devices’ shares add up to it', () => {
  const program = { ...cooling, reward: { type: 'per-event', amount: 50 } } as const;
  const shares = [0, 1, 2].map(
    (index) => expectedSavings(eventOf(program), { index, count: 3 })?.amount ?? 0,
  );
  expect(shares).toEqual([17, 17, 16]);
});

test('without a reward there is no amount, without a typical figure nothing', () => {
  const program = { ...cooling, reward: { type: 'none' } } as const;
  expect(expectedSavings(eventOf(program), ALONE)).toEqual({ wh: 2_200, amount: null, currency: 'USD' });
  expect(expectedSavings(eventOf({ ...cooling, typicalWhPerHour: {} }), ALONE)).toBeNull();
});

test('a water heater is counted for the 4 hours that it is held at most', () => {
  const program = { ...water, typicalWhPerHour: { hwh: 450 } };
  const day = eventOf(program, { endTime: START + 6 * HOUR });
  expect(expectedSavings(day, ALONE)?.wh).toBe(1_800);
});

test('past results of the device replace the typical figure: their mean, not below zero', () => {
  // (1,000 + 2,001) / 2 = 1,500.5, rounded half up; at 100 a kWh 150.1.
  expect(expectedSavings(eventOf(cooling), ALONE, [1_000, 2_001])).toEqual({
    wh: 1_501,
    amount: 150,
    currency: 'USD',
  });
  expect(expectedSavings(eventOf(cooling), ALONE, [-400, 100])).toMatchObject({ wh: 0, amount: 0 });
});
