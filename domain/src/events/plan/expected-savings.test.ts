import { expect, test } from 'vitest';
import { HOUR } from '../../time/time.ts';
import { newParticipation } from '../participation.ts';
import { easedSavings, expectedSavings, rewardPlaces, savingsAsPlanned } from './expected-savings.ts';
import { planFor } from './plan.ts';
import { cooling, deviceOf, eventOf, home, START, thermostatAt, water } from '../testing/facts.ts';

const PLACE = { index: 0, count: 1 };
const ALONE = { place: PLACE, isMeasured: true };

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
    (index) =>
      expectedSavings(eventOf(program), { place: { index, count: 3 }, isMeasured: true })?.amount ?? 0,
  );
  expect(shares).toEqual([17, 17, 16]);
});

test('[UX-47] a reward per event is one for all devices of a program in a dispatch, of any event, that have not left', () => {
  const inDispatch = [
    { entry: 'room', programId: 'cool', isIn: true },
    { entry: 'hall', programId: 'cool', isIn: false },
    { entry: 'window unit', programId: 'cool', isIn: true },
    { entry: 'tank', programId: 'water', isIn: true },
  ];
  const placeOf = rewardPlaces(inDispatch);
  expect(inDispatch.map(({ entry }) => placeOf(entry))).toEqual([
    { index: 0, count: 2 },
    { index: 0, count: 1 },
    { index: 1, count: 2 },
    { index: 0, count: 1 },
  ]);
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
  expect(expectedSavings(eventOf(cooling), { ...ALONE, lastResults: [1_000, 2_001] })).toEqual({
    wh: 1_501,
    amount: 150,
    currency: 'USD',
  });
  expect(expectedSavings(eventOf(cooling), { ...ALONE, lastResults: [-400, 100] })).toMatchObject({
    wh: 0,
    amount: 0,
  });
});

test('[UX-47] where nothing measures what is saved nothing is promised for it, and a reward per event still is', () => {
  const unmeasured = { place: PLACE, isMeasured: false, lastResults: [2_000] };
  const flat = { ...cooling, reward: { type: 'per-event', amount: 50 } } as const;
  const unpaid = { ...cooling, reward: { type: 'none' } } as const;
  expect(expectedSavings(eventOf(cooling), unmeasured)).toBeNull();
  expect(expectedSavings(eventOf(unpaid), unmeasured)).toBeNull();
  expect(expectedSavings(eventOf(flat), unmeasured)).toEqual({ wh: 0, amount: 50, currency: 'USD' });
});

test('[UX-23] [UX-47] easing costs its part of what is still to come, then and afterwards', () => {
  // 3 of 4 °F: eased to 1, so a third is left of what is to come.
  const event = eventOf(cooling);
  const full = expectedSavings(event, ALONE);
  const plan = planFor(event, deviceOf('tstat', 'ecobee', thermostatAt('cool', 68, 75)), home, START - HOUR);
  const at = (time: number) => easedSavings(event, plan, full, time);
  const whole = { wh: 733, amount: 73, currency: 'USD' };
  expect([at(START - HOUR), at(START)]).toEqual([whole, whole]);
  // Half of 2,200 Wh was saved by then, and a third of the rest is left.
  const halfway = { wh: 1_467, amount: 147, currency: 'USD' };
  expect(at(START + HOUR)).toEqual(halfway);
  expect(at(START + 2 * HOUR)).toEqual(full);
  const ids = { eventId: 'event-1', houseId: 'house', deviceId: 'device-1' };
  const plannedWith = (easedAt: number, eased = true) =>
    savingsAsPlanned(event, { ...newParticipation(ids, { ...plan, easedAt }), eased }, full);
  expect(plannedWith(START + HOUR)).toEqual(halfway);
  expect(plannedWith(START - HOUR)).toEqual(whole);
  expect(plannedWith(START + HOUR, false)).toEqual(full);
});
