import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { cooling } from '../events/testing/facts.ts';
import { isSettlingOver, isWaitOver, mayCorrect, nextSettlement } from './settling.ts';

const start = Date.parse('2026-07-14T23:00:00Z');
const end = start + HOUR;
const event = {
  startTime: start,
  endTime: end,
  cancelledAt: null,
  program: { ...cooling, settlingHours: 48 },
};
const final = end + 2 * DAY;

describe('when results are computed', () => {
  test('until the readings are in every minute, and once more when nobody waits any longer', () => {
    expect(nextSettlement(event, false, end)).toBe(end + MINUTE);
    expect(nextSettlement(event, false, end + HOUR - 1)).toBe(end + HOUR);
    expect(isWaitOver(event, end + HOUR - 1)).toBe(false);
    expect(isWaitOver(event, end + HOUR)).toBe(true);
  });

  test('while provisional every six hours, and at the end of the settling time', () => {
    expect(nextSettlement(event, true, end)).toBe(end + 6 * HOUR);
    expect(nextSettlement(event, true, final - HOUR)).toBe(final);
    expect(isSettlingOver(event, final - 1)).toBe(false);
    expect(isSettlingOver(event, final)).toBe(true);
  });

  test('after that ever more seldom, and never once days before it may be deleted', () => {
    const times: number[] = [];
    for (let now: number | null = final; now !== null; now = nextSettlement(event, true, now))
      times.push(now);
    expect(times.map((time) => (time - final) / DAY)).toEqual([0, 1, 2, 4, 8, 16, 32]);
    expect(mayCorrect(event, start + 60 * DAY - 1)).toBe(true);
    expect(mayCorrect(event, start + 60 * DAY)).toBe(false);
  });

  test('the settling time of an event that was cancelled begins there', () => {
    const cancelled = { ...event, cancelledAt: start + 30 * MINUTE };
    expect(isSettlingOver(cancelled, final - 30 * MINUTE)).toBe(true);
  });
});
