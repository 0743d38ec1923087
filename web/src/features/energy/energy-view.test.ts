import { expect, test } from 'vitest';
import { viewOf, viewText } from './energy-view.ts';

test('[UX-30] points and table are kept together in the address; what it does not know counts for nothing', () => {
  expect(viewOf(null)).toEqual({ points: false, table: false });
  expect(viewOf('table')).toEqual({ points: false, table: true });
  expect(viewOf('points,table')).toEqual({ points: true, table: true });
  expect(viewOf('pie')).toEqual({ points: false, table: false });
  for (const text of ['', 'points', 'table', 'points,table']) expect(viewText(viewOf(text))).toBe(text);
});
