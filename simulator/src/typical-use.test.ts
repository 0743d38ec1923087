import { expect, test } from 'vitest';
import { TYPICAL_USES, dailyUse } from './testing/typical-use.ts';

test.each(TYPICAL_USES)('$what ($mfg) in month $month uses in a day what such a device uses', (one) => {
  const figure = dailyUse(one, { households: 2, days: 7 });
  expect(figure).toBeGreaterThanOrEqual(one.typical[0]);
  expect(figure).toBeLessThanOrEqual(one.typical[1]);
});
