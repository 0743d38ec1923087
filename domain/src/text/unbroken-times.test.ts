import { expect, test } from 'vitest';
import { withUnbrokenTimes } from './unbroken-times.ts';

test('[MSG-2] [LANG-4] a time keeps its half of the day on its line', () => {
  expect(withUnbrokenTimes('Peak event, 5:00 PM to 8:00 PM MST')).toBe(
    'Peak event, 5:00\u00A0PM to 8:00\u00A0PM MST',
  );
  expect(withUnbrokenTimes('de 5:00 p.m. a 8:00 p. m.')).toBe('de 5:00\u00A0p.m. a 8:00\u00A0p. m.');
  expect(withUnbrokenTimes('3 ampere')).toBe('3 ampere');
});
