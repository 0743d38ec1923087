import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../time/durations.ts';
import { DAY_STEP, leadingKey, stepsOfDay } from './day-line.ts';

describe('the line of a day', () => {
  test('[DEV-5] follows the reading that the card leads with, of a tank without a thermometer its power', () => {
    const reported =
      (...keys: readonly string[]) =>
      (key: string) =>
        keys.includes(key);
    expect(leadingKey('hwh', reported('power', 'hwh-tank-temperature'))).toBe('hwh-tank-temperature');
    expect(leadingKey('hwh', reported('power'))).toBe('power');
    expect(leadingKey('tstat', reported('power', 'thermostat-mode'))).toBeNull();
  });

  test('[DEV-5] has steps that stay where they are, with now in the last one, over a day less a step at least', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2e11, max: 4e12 }), (now) => {
        const { start, count } = stepsOfDay(now);
        expect(start % DAY_STEP).toBe(0);
        const last = start + (count - 1) * DAY_STEP;
        expect(last <= now && now < last + DAY_STEP).toBe(true);
        expect(now - start).toBeGreaterThanOrEqual(DAY - HOUR / 2);
      }),
    );
  });
});
