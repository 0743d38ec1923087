import { expect, test } from 'vitest';
import { SANITY_CASES, dailyFigure } from './sanity.ts';

test.each(SANITY_CASES)('$what ($mfg) in month $month uses in a day what such a device uses', (one) => {
  const figure = dailyFigure(one, 3);
  expect(figure).toBeGreaterThanOrEqual(one.typical[0]);
  expect(figure).toBeLessThanOrEqual(one.typical[1]);
});
