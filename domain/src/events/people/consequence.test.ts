import { expect, test } from 'vitest';
import { DAY } from '../../time/time.ts';
import { optOutUse } from './consequence.ts';
import { cooling, eventOf, START } from '../testing/facts.ts';

const event = eventOf(cooling, { dispatchId: 'now' });
const left = (dispatchId: string, more: { programId?: string; startTime?: number } = {}) => ({
  dispatchId,
  programId: cooling.id,
  startTime: START - DAY,
  ...more,
});

test('[OPT-1] an opt-out counts once per dispatch, in its program and season', () => {
  const counted = [
    left('one'),
    left('one', { startTime: START - DAY }),
    left('two'),
    left('other program', { programId: 'water-heater' }),
    left('last season', { startTime: START - 365 * DAY }),
  ];
  expect(optOutUse(event, counted)).toEqual({ usedThisSeason: 2, isThisCounted: false });
  expect(optOutUse(event, [])).toEqual({ usedThisSeason: 0, isThisCounted: false });
});

test('[OPT-1] this dispatch is not among the earlier ones; each of its programs counts on its own, as its rewards do', () => {
  const counted = [left('now'), left('one')];
  expect(optOutUse(event, counted)).toEqual({ usedThisSeason: 1, isThisCounted: true });
  const water = [left('now', { programId: 'water-heater' })];
  expect(optOutUse(event, water)).toEqual({ usedThisSeason: 0, isThisCounted: false });
});

test('outside of every season nothing counts', () => {
  const december = eventOf(cooling, { startTime: Date.parse('2026-12-10T00:00:00Z') });
  expect(optOutUse(december, [left('one')]).usedThisSeason).toBe(0);
});
